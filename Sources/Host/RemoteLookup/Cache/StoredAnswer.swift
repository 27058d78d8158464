import FoundationEssentials
import ModuleKit
import Platform

/// An answer as it is kept: what was asked, and of the service's answer what is needed to use it again.
struct StoredAnswer: Codable, Equatable, Sendable {
    /// The fields that are kept; what else a service sends is nobody's business tomorrow.
    private static let keptNames: Set<String> = [
        "age", "cache-control", "content-type", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// The service's name, which holds no secrets.
    let service: String
    let url: String
    let status: Int
    let headers: [HTTPHeader]
    /// JSON, or nothing for a negative answer.
    let body: String
    /// The fields of the question that the answer depends on, by `Vary`.
    let varied: [String: String]
    /// When the question was sent and when the answer came, in seconds since 1970.
    let sent: Int
    let received: Int

    /// What is kept of an answer, or `nil` where none may be.
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

    /// The names in `Vary`, in lower case.
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

    /// How long it may be used.
    var freshness: Freshness { Freshness(status: status, headers: headers, sent: sent, received: received) }

    /// The fields of a question that asks whether it is still right (RFC 9110, 13.1).
    var validators: [HTTPHeader] {
        let pairs = [("etag", "if-none-match"), ("last-modified", "if-modified-since")]
        return pairs.compactMap { name, condition in
            headers.first { $0.name == name && $0.isSendable }.map { HTTPHeader(name: condition, value: $0.value) }
        }
    }

    /// The same answer after the service said that it is still right (RFC 9111, 3.2); `nil` where it said, too, that none may
    /// be kept.
    func confirmed(by answer: HTTPAnswer, to request: HTTPRequest, sent: Int, received: Int) -> StoredAnswer? {
        let newer = answer.headers.filter { Self.keptNames.contains($0.name) && $0.name != "content-type" }
        let names = Set(newer.map(\.name))
        // The old age is that of the old answer.
        let older = headers.filter { !names.contains($0.name) && $0.name != "age" && $0.name != "date" }
        let varied = Self.variedNames(older + newer)
        guard !CacheControl(older + newer).forbidsStoring, !varied.contains("*") else { return nil }
        return StoredAnswer(
            self, headers: older + newer, varied: Self.values(of: varied, in: request), sent: sent, received: received)
    }

    /// What the service answered.
    func resolution() throws(ResolverError) -> Resolution? {
        switch status {
        case 404: nil
        case 410: .gone(reason: nil)
        default: try Resolution(json: Array(body.utf8), from: service)
        }
    }
}

extension StoredAnswer {
    /// The version of the files: one of another version is dropped.
    private static let formatVersion = "switchboard-answer 2"

    /// The content of a file: a line with version and checksum, then JSON.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers, which JSON can always say.
        guard let json = (try? encoder.encode(self)).map({ [UInt8]($0) }) else { return [] }
        return Array("\(Self.formatVersion) \(Checksum.of(json[...]))\n".utf8) + json
    }

    /// Reads the content of a file; `nil` where it is damaged.
    init?(bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let json = bytes[(end + 1)...]
        let line = "\(Self.formatVersion) \(Checksum.of(json))"
        guard bytes[..<end].elementsEqual(line.utf8),
            let answer = try? JSONDecoder().decode(StoredAnswer.self, from: Data(json)),
            // Times that can be reckoned with.
            [answer.sent, answer.received].allSatisfy((0...Int(UInt32.max) * 100).contains)
        else { return nil }
        self = answer
    }
}

/// The name of an answer's file: hashes of the service and of the address that was asked, so that no secret of them is in a
/// name.
struct CacheKey: Sendable, Hashable {
    /// What the names of all files of one service begin with.
    struct Prefix: Sendable, Hashable {
        /// 16 hexadecimal digits and a hyphen.
        let text: String

        /// - Parameter service: the address without the question, credentials included: one user is not answered with what
        ///   another one was told.
        init(_ service: String) { text = CacheKey.digits(service, count: 16) + "-" }
    }

    /// The prefix and 32 hexadecimal digits.
    let text: String

    /// The key for an address. Two addresses of one key do no harm: a file says what it is the answer to.
    init(_ address: String, of service: Prefix) {
        text = service.text + Self.digits(address, count: 32)
    }

    private static func digits(_ text: String, count: Int) -> String {
        String(SHA256.hash(Array(text.utf8)).text.prefix(count))
    }
}

/// A URL as its bytes: for Swift's texts, those that are canonically equal are one, and for a service they are not.
struct URLBytes: Sendable, Hashable {
    let text: String

    static func == (first: Self, second: Self) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
