/// The reason why a resolver could not determine whether it has an answer.
///
/// Resolvers create the error with one of the functions, such as `.unavailable(resolver:reason:)`.
public struct ResolverError: Error, Sendable, Equatable, Codable {
    /// A kind of error.
    public typealias Code = ErrorCode<ResolverError>

    /// The kind of the error.
    public let code: Code
    /// The name of the resolver, or of the web service.
    public let resolver: String
    /// The status of a web service's answer, such as 404; `nil` for other kinds of errors.
    public let status: Int?
    /// The part of the text that does not follow from the code.
    @_spi(Host) public let detail: String

    /// Creates an error from its parts.
    @_spi(Host) public init(_ code: Code, resolver: String, status: Int? = nil, detail: String = "") {
        (self.code, self.resolver, self.status, self.detail) = (code, resolver, status, detail)
    }
}

extension ErrorCode<ResolverError> {
    /// The service was not reached, or failed.
    public static var unavailable: Self { Self("unavailable") }
    /// No complete answer arrived in time.
    public static var timedOut: Self { Self("timedOut") }
    /// The response could not be read as an answer.
    public static var invalidAnswer: Self { Self("invalidAnswer") }
    /// The caller cancelled the query.
    public static var cancelled: Self { Self("cancelled") }
    /// Remotes may not be queried, and no answer is cached.
    public static var offline: Self { Self("offline") }
    /// A web service refused a call, or failed.
    public static var status: Self { Self("status") }
}

extension ResolverError {
    /// Returns the error for a service that was not reached, or failed.
    public static func unavailable(resolver: String, reason: String) -> Self {
        Self(.unavailable, resolver: resolver, detail: reason)
    }

    /// Returns the error for a query without a complete answer in time; the limit is in whole seconds.
    public static func timedOut(resolver: String, seconds: Int) -> Self {
        Self(.timedOut, resolver: resolver, detail: "\(seconds)")
    }

    /// Returns the error for a response that could not be read as an answer.
    public static func invalidAnswer(resolver: String, reason: String) -> Self {
        Self(.invalidAnswer, resolver: resolver, detail: reason)
    }

    /// Returns the error for a query that the caller cancelled.
    public static func cancelled(resolver: String) -> Self { Self(.cancelled, resolver: resolver) }

    /// Returns the error for a query without a cached answer while remotes may not be queried.
    public static func offline(resolver: String) -> Self { Self(.offline, resolver: resolver) }

    /// Returns the error for a web service that refused a call, or failed.
    ///
    /// - Parameters:
    ///   - resolver: the name of the resolver.
    ///   - code: the status, such as 503.
    ///   - excerpt: the redacted beginning of the body, or the target of a redirect that is not followed.
    public static func status(resolver: String, code: Int, excerpt: String) -> Self {
        Self(.status, resolver: resolver, status: code, detail: excerpt)
    }
}

extension ResolverError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        let subject = code == .status ? "the web service \(resolver)" : "the remote \(resolver)"
        return words(of: subject, "answered with status", remedy: "correct the service")
    }

    func words(for module: String) -> String {
        let name = resolver == module.lowercased() ? "" : " \(resolver)"
        return words(of: "\(module)'s web service\(name)", "answered", remedy: "correct the call or the service")
    }

    /// - Parameter remedy: the remedy for an answer that cannot be used.
    private func words(of subject: String, _ answered: String, remedy: String) -> String {
        switch code {
        case .unavailable:
            "\(subject) is not available: \(detail); check its address, and that it runs and accepts you"
        case .timedOut: "\(subject) gave no answer within \(detail) s; try again"
        case .invalidAnswer: "\(subject) gave an answer that cannot be used: \(detail); \(remedy)"
        case .cancelled: "the question to \(subject) was cancelled; ask again"
        case .offline: "\(subject) is not asked with --offline, and its answer is not stored; leave out --offline"
        default: "\(subject) \(answered) \(status ?? 0)\(detail.isEmpty ? "" : ": \(detail)"); \(statusRemedy)"
        }
    }

    private var statusRemedy: String {
        switch status ?? 0 {
        case 300..<400: "correct the address of the service"
        case 401, 403: "check the credentials of the call"
        case 408, 425, 429, 500...: "try again later, or ask the operator of the service"
        default: "correct the call"
        }
    }
}
