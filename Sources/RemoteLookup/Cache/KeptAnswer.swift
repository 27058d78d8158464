import ModuleKit

/// An answer that is at hand: it was validated when it came or was read.
struct KeptAnswer: Sendable {
    let stored: StoredAnswer
    let freshness: Freshness
    let resolution: Resolution?

    /// Reads and validates what is stored.
    init(_ stored: StoredAnswer) throws(ResolverError) {
        self.stored = stored
        freshness = stored.freshness
        resolution = try stored.resolution()
    }

    /// Whether it answers a question that is asked in this way (RFC 9111, 4.1).
    func fits(_ request: HTTPRequest) -> Bool {
        stored.varied.allSatisfy { name, value in (request[name] ?? "") == value }
    }
}
