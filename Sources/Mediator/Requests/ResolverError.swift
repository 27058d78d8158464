/// The reason why a resolver could not say whether it has an answer.
///
/// A resolver makes it with one of the functions, such as `.unavailable(resolver:reason:)`.
public struct ResolverError: Error, Sendable, Equatable, Codable {
    /// A kind of error.
    public typealias Code = ErrorCode<ResolverError>

    /// The kind of the error.
    public let code: Code
    /// The name of the resolver, or of the web service.
    public let resolver: String
    /// The status of the answer of a web service, such as 404; `nil` for another kind of error.
    public let status: Int?
    /// The part of the text that the code does not say.
    @_spi(Host) public let detail: String

    /// Creates an error of its parts.
    @_spi(Host) public init(_ code: Code, resolver: String, status: Int? = nil, detail: String = "") {
        (self.code, self.resolver, self.status, self.detail) = (code, resolver, status, detail)
    }
}

extension ErrorCode<ResolverError> {
    /// The service was not reached, or failed.
    public static var unavailable: Self { Self("unavailable") }
    /// No whole answer came in time.
    public static var timedOut: Self { Self("timedOut") }
    /// The response is not an answer.
    public static var invalidAnswer: Self { Self("invalidAnswer") }
    /// The caller cancelled the question.
    public static var cancelled: Self { Self("cancelled") }
    /// No remote may be asked, and no answer is cached.
    public static var offline: Self { Self("offline") }
    /// A web service refused a call, or failed.
    public static var status: Self { Self("status") }
}

extension ResolverError {
    /// Returns the error of a service that was not reached, or failed.
    public static func unavailable(resolver: String, reason: String) -> Self {
        Self(.unavailable, resolver: resolver, detail: reason)
    }

    /// Returns the error of a question without a whole answer in time; the limit is in whole seconds.
    public static func timedOut(resolver: String, seconds: Int) -> Self {
        Self(.timedOut, resolver: resolver, detail: "\(seconds)")
    }

    /// Returns the error of a response that is not an answer.
    public static func invalidAnswer(resolver: String, reason: String) -> Self {
        Self(.invalidAnswer, resolver: resolver, detail: reason)
    }

    /// Returns the error of a question that its caller cancelled.
    public static func cancelled(resolver: String) -> Self { Self(.cancelled, resolver: resolver) }

    /// Returns the error of a question where no remote may be asked, and no answer is cached.
    public static func offline(resolver: String) -> Self { Self(.offline, resolver: resolver) }

    /// Returns the error of a web service that refused a call, or failed.
    ///
    /// - Parameter excerpt: the redacted beginning of the body, or the target of a redirect that is not followed.
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

    /// - Parameter remedy: the one for an answer that cannot be used.
    private func words(of subject: String, _ answered: String, remedy: String) -> String {
        switch code {
        case .unavailable:
            "\(subject) is not available: \(detail); check its address, that it runs and that it admits you"
        case .timedOut: "\(subject) gave no answer within \(detail) s; try again"
        case .invalidAnswer: "\(subject) gave an answer that cannot be used: \(detail); \(remedy)"
        case .cancelled: "the question to \(subject) was cancelled; ask again"
        case .offline: "\(subject) is not asked with --offline, and no answer of it is kept; leave out --offline"
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
