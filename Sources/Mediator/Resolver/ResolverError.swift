/// Why a resolver could not say whether it has an answer.
public enum ResolverError: Error, Sendable, Equatable {
    /// The service was not reached, or failed.
    case unavailable(resolver: String, reason: String)
    /// No whole answer came in time; the limit is in whole seconds.
    case timedOut(resolver: String, seconds: Int)
    /// What came is not an answer.
    case invalidAnswer(resolver: String, reason: String)
    /// The caller gave up.
    case cancelled(resolver: String)
    /// Nobody may be asked, and no answer is kept.
    case offline(resolver: String)
}

extension ResolverError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .unavailable(let resolver, let reason):
            "the remote \(resolver) is not available: \(reason); check its address and that it runs"
        case .timedOut(let resolver, let seconds):
            "the remote \(resolver) gave no answer within \(seconds) s; try again"
        case .invalidAnswer(let resolver, let reason):
            "the remote \(resolver) gave an answer that cannot be used: \(reason); "
                + "mend the service"
        case .cancelled(let resolver):
            "the question to the remote \(resolver) was cancelled; ask again"
        case .offline(let resolver):
            "the remote \(resolver) is not asked with --offline, and no answer of it is kept; leave out --offline"
        }
    }
}
