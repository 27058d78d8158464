import FoundationEssentials
import ModuleKit
import Platform

/// The stored form of an answer: the question, and the parts of the service's answer that its later use needs.
struct StoredAnswer: Codable, Equatable, Sendable {
    /// The stored fields; the other fields of a service have no later use.
    private static let keptNames: Set<String> = [
        "age", "cache-control", "content-type", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// The service's name, which contains no secrets.
    let service: String
    let url: String
    let status: Int
    let headers: [HTTPHeader]
    /// JSON, or empty for a negative answer.
    let body: String
    /// The fields of the question that the answer depends on, by `Vary`.
    let varied: [String: String]
    /// The times of the question and of the answer, in seconds since 1970.
    let sent: Int
    let received: Int

    /// Creates the stored form of an answer, or `nil` if it may not be stored.
    init?(_ answer: HTTPAnswer, to request: HTTPRequest, service: String, url: String, sent: Int, received: Int) {
        guard [200, 404, 410].contains(answer.status), !CacheControl(answer.headers).forbidsStoring else { return nil }
        let names = Self.variedNames(answer.headers)
        guard !names.contains("*") else { return nil }
        self.service = service
        self.url = url
        status = answer.status
        headers = answer.headers.filter { Self.keptNames.contains($0.name) }
        body = answer.status == 200 ? String(decoding: answer.body ?? [], as: UTF8.self) : ""
        varied = Self.values(of: names, in: request)
        self.sent = sent
        self.received = received
        guard freshness.lifetime > 0 || !validators.isEmpty else { return nil }
    }

    private static func values(of names: [String], in request: HTTPRequest) -> [String: String] {
        Dictionary(names.map { ($0, request[$0] ?? "") }) { first, _ in first }
    }

    /// Returns the names in `Vary`, in lower case.
    private static func variedNames(_ headers: [HTTPHeader]) -> [String] {
        let values = headers.filter { $0.name == "vary" }.map { $0.value.lowercased() }
        let names = values.joined(separator: ",").split(separator: ",")
        return names.map { $0.filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty }
    }

    private init(
        _ old: StoredAnswer, headers: [HTTPHeader], varied: [String: String], sent: Int, received: Int
    ) {
        (service, url, status, body) = (old.service, old.url, old.status, old.body)
        self.varied = varied
        self.headers = headers
        self.sent = sent
        self.received = received
    }

    /// The lifetime and permitted use of the answer.
    var freshness: Freshness { Freshness(status: status, headers: headers, sent: sent, received: received) }

    /// The fields of a question that validates the answer (RFC 9110, 13.1).
    var validators: [HTTPHeader] {
        let pairs = [("etag", "if-none-match"), ("last-modified", "if-modified-since")]
        return pairs.compactMap { name, condition in
            headers.first { $0.name == name && $0.isSendable }.map { HTTPHeader(name: condition, value: $0.value) }
        }
    }

    /// Returns the answer after the service confirmed it (RFC 9111, 3.2); `nil` if the service also forbids its
    /// storage.
    func confirmed(by answer: HTTPAnswer, to request: HTTPRequest, sent: Int, received: Int) -> StoredAnswer? {
        let newer = answer.headers.filter { Self.keptNames.contains($0.name) && $0.name != "content-type" }
        let names = Set(newer.map(\.name))
        // The old age belongs to the old answer.
        let older = headers.filter { !names.contains($0.name) && $0.name != "age" && $0.name != "date" }
        let varied = Self.variedNames(older + newer)
        guard !CacheControl(older + newer).forbidsStoring, !varied.contains("*") else { return nil }
        return StoredAnswer(
            self, headers: older + newer, varied: Self.values(of: varied, in: request), sent: sent, received: received)
    }

    /// Returns the resolution of the service's answer.
    func resolution() throws(ResolverError) -> Resolution? {
        switch status {
        case 404: nil
        case 410: .gone(reason: nil)
        default: try Resolution(json: Array(body.utf8), from: service)
        }
    }
}

extension StoredAnswer {
    /// The version of the files; a file of another version is removed.
    private static let seal = FileSeal("switchboard-answer 2")

    /// The content of a file: a line with version and checksum, then JSON.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers, which JSON can always represent.
        guard let json = (try? encoder.encode(self)).map({ [UInt8]($0) }) else { return [] }
        return Self.seal.bytes(of: json)
    }

    /// Parses the content of a file; `nil` if it is damaged.
    init?(bytes: [UInt8]) {
        guard let json = Self.seal.content(of: bytes),
            let answer = try? JSONDecoder().decode(StoredAnswer.self, from: Data(json)),
            // The times must be in the range of the calculations.
            [answer.sent, answer.received].allSatisfy((0...Int(UInt32.max) * 100).contains)
        else { return nil }
        self = answer
    }
}

/// The name of an answer's file: hashes of the service and of the question's address, so that no name contains their
/// secrets.
struct CacheKey: Sendable, Hashable {
    /// The prefix of the file names of one service.
    struct Prefix: Sendable, Hashable {
        /// 16 hexadecimal digits and a hyphen.
        let text: String

        /// - Parameter service: the address without the question, credentials included, so that one user does not get
        ///   the answers of another.
        init(_ service: String) { text = CacheKey.digits(service, count: 16) + "-" }
    }

    /// The prefix and 32 hexadecimal digits.
    let text: String

    /// Creates the key for an address. Two addresses with one key do no harm, since a file contains its question.
    init(_ address: String, of service: Prefix) {
        text = service.text + Self.digits(address, count: 32)
    }

    private static func digits(_ text: String, count: Int) -> String {
        String(SHA256.hash(Array(text.utf8)).text.prefix(count))
    }
}

/// A URL as its bytes: Swift treats canonically equal texts as equal, and a service does not.
struct URLBytes: Sendable, Hashable {
    let text: String

    static func == (first: Self, second: Self) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
