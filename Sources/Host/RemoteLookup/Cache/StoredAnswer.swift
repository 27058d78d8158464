import FoundationEssentials
import ModuleKit
import Platform

/// The stored form of an answer: the question, and the parts of the service's answer that are used later.
struct StoredAnswer: Codable, Equatable, Sendable {
    /// The names of the header fields that are stored, because they are used later.
    private static let keptNames: Set<String> = [
        "age", "cache-control", "content-type", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// The service's name, which contains no secrets.
    let service: String
    let url: String
    let status: Int
    private(set) var headers: [HTTPHeader]
    /// The body: JSON, or empty for a negative answer.
    let body: String
    /// The values of those fields of the request that the answer's `Vary` names: the answer depends on them.
    private(set) var varied: [String: String]
    /// The times of the question and of the answer, in seconds since 1970.
    private(set) var sent: Int
    private(set) var received: Int

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

    private static func variedNames(_ headers: [HTTPHeader]) -> [String] {
        let values = headers.filter { $0.name == "vary" }.map { $0.value.lowercased() }
        let names = values.joined(separator: ",").split(separator: ",")
        return names.map { $0.filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty }
    }

    var freshness: Freshness { Freshness(status: status, headers: headers, sent: sent, received: received) }

    /// The fields for a request that asks whether the answer is still valid (RFC 9110, 13.1).
    var validators: [HTTPHeader] {
        let pairs = [("etag", "if-none-match"), ("last-modified", "if-modified-since")]
        return pairs.compactMap { name, condition in
            headers.first { $0.name == name && $0.isSendable }.map { HTTPHeader(name: condition, value: $0.value) }
        }
    }

    /// Returns this answer with the newer header fields of `answer`, which confirmed it (status 304; RFC 9111, 3.2).
    /// Returns `nil` if this answer must no longer be stored.
    func confirmed(by answer: HTTPAnswer, to request: HTTPRequest, sent: Int, received: Int) -> StoredAnswer? {
        let newer = answer.headers.filter { Self.keptNames.contains($0.name) && $0.name != "content-type" }
        let names = Set(newer.map(\.name))
        // The old age and date do not apply to the confirmed answer.
        let older = headers.filter { !names.contains($0.name) && $0.name != "age" && $0.name != "date" }
        let varied = Self.variedNames(older + newer)
        guard !CacheControl(older + newer).forbidsStoring, !varied.contains("*") else { return nil }
        var confirmed = self
        confirmed.headers = older + newer
        confirmed.varied = Self.values(of: varied, in: request)
        (confirmed.sent, confirmed.received) = (sent, received)
        return confirmed
    }

    func resolution() throws(ResolverError) -> Resolution? {
        switch status {
        case 404: nil
        case 410: .gone(reason: nil)
        default: try Resolution(json: Array(body.utf8), from: service)
        }
    }
}

extension StoredAnswer {
    /// The format of the files; a file of another version is replaced.
    static let seal = FileSeal("switchboard-answer 2")

    /// The bytes of a file: a line with version and checksum, then JSON.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // JSON can always represent these texts and numbers.
        guard let json = (try? encoder.encode(self)).map({ [UInt8]($0) }) else { return [] }
        return Self.seal.bytes(of: json)
    }

    /// Parses the content of an undamaged file; `nil` if it is not a stored answer.
    init?(content: ArraySlice<UInt8>) {
        guard let answer = try? JSONDecoder().decode(StoredAnswer.self, from: Data(content)),
            // Later calculations could overflow with times outside this range.
            [answer.sent, answer.received].allSatisfy((0...Int(UInt32.max) * 100).contains)
        else { return nil }
        self = answer
    }
}

/// A URL that is compared by its bytes: Swift treats canonically equal texts as equal, but a service does not.
struct URLBytes: Sendable, Hashable {
    let text: String

    static func == (first: Self, second: Self) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
