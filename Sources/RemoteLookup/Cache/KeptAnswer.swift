import ModuleKit

/// An answer that is at hand: it was validated when it came or was read.
struct KeptAnswer: Sendable {
    let stored: StoredAnswer
    let freshness: Freshness
    let resolution: Resolution?

    /// - Parameter resolution: what is stored, as it was read.
    init(_ stored: StoredAnswer, _ resolution: Resolution?) {
        self.stored = stored
        freshness = stored.freshness
        self.resolution = resolution
    }

    /// Reads and validates what is stored.
    init(_ stored: StoredAnswer) throws(ResolverError) { self.init(stored, try stored.resolution()) }

    /// Whether it answers a question that is asked in this way (RFC 9111, 4.1).
    func fits(_ request: HTTPRequest) -> Bool {
        stored.varied.allSatisfy { name, value in (request[name] ?? "") == value }
    }
}
