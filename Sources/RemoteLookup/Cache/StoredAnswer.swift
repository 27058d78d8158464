import FoundationEssentials
import ModuleKit

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
