/// A check that runs before a handler: for all requests, for URLs that match a pattern, or for routes with a label.
///
/// ```swift
/// Interceptor("session", on: "/account/orders/*rest?", before: ["Audit.log"]) { request in
///     sessions.current == .guest ? .detour(to: "app://account/login") : .pass
/// }
/// ```
///
/// A pattern with a scheme covers only URLs of that scheme. Name a scheme only if the patterns of the routes name it;
/// otherwise, the routes answer URLs of other schemes without the check.
///
/// A route requests the check by a label: `Interceptor("session", onLabelled: "needs-login") { … }` covers each route
/// with `.labelled("needs-login")`. If a handler declines, the interceptors for the labels of the next candidate run.
///
/// The interceptor runs after the look-up and the access check, at most once for each URL of a request. It may run many
/// times concurrently, on any thread. A request waits for the decision until the request's deadline. In the request
/// that the interceptor receives, the parameters of its pattern precede the parameters of the route.
public struct Interceptor: Sendable {
    /// Decides about a request.
    public typealias Handler = @Sendable (Request) async throws -> Decision
    /// A handler that decides without suspending.
    public typealias SynchronousHandler = @Sendable (Request) throws -> Decision
    /// A closure that receives an outcome, and returns the same outcome or another outcome.
    public typealias Afterwards = @Sendable (Request, Outcome) async -> Outcome
    /// A closure that receives an outcome and returns the same outcome or another outcome, without suspending.
    public typealias SynchronousAfterwards = @Sendable (Request, Outcome) -> Outcome

    /// The name within its module; other modules refer to it as `Module.name`.
    public let name: String
    /// The patterns of the covered URLs; an interceptor without patterns and without a label covers every URL.
    public let patterns: [String]
    /// The label of the routes that the interceptor covers in addition to the URLs of its patterns.
    public let label: String?
    /// The interceptors that must run later: `Module.name`, or `name` in the same module; unknown names have no effect.
    public let before: [String]
    /// The interceptors that must run earlier, in the same notation.
    public let after: [String]
    /// The location of the declaration in the source code.
    public let location: DeclarationSite
    let handler: HandlerBody<Request, Decision>
    private(set) var afterwards: HandlerBody<(Request, Outcome), Outcome>?

    /// Declares an interceptor for some URLs, or for all URLs if there are no patterns.
    public init(
        _ name: String, on patterns: String..., before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping Handler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, before: before, after: after, fileID: fileID, line: line,
            handler: .asynchronous(handler))
    }

    /// Declares an interceptor that cannot suspend. Swift chooses this initialiser for a closure without `await`.
    public init(
        _ name: String, on patterns: String..., before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping SynchronousHandler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, before: before, after: after, fileID: fileID, line: line,
            handler: .synchronous(handler))
    }

    /// Declares an interceptor for the routes with a label, and optionally for additional URLs.
    public init(
        _ name: String, on patterns: String..., onLabelled label: String, before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping Handler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, label: label, before: before, after: after, fileID: fileID, line: line,
            handler: .asynchronous(handler))
    }

    /// Declares a label's interceptor that cannot suspend. Swift chooses this initialiser if there is no `await`.
    public init(
        _ name: String, on patterns: String..., onLabelled label: String, before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping SynchronousHandler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, label: label, before: before, after: after, fileID: fileID, line: line,
            handler: .synchronous(handler))
    }

    var mayWait: Bool { handler.mayWait || afterwards?.mayWait ?? false }

    /// Whether the interceptor has a closure that receives outcomes.
    @_spi(Host) public var seesOutcome: Bool { afterwards != nil }

    /// Describes an interceptor whose code is in another process.
    @_spi(Host) public init(
        _ name: String, on patterns: [String], label: String?, before: [String], after: [String],
        location: DeclarationSite, seesOutcome: Bool
    ) {
        self.init(
            name, on: patterns, label: label, before: before, after: after, fileID: location.fileID,
            line: location.line)
        if seesOutcome { afterwards = .synchronous { $1 } }
    }

    init(
        _ name: String, on patterns: [String], label: String? = nil, before: [String], after: [String], fileID: String,
        line: Int, handler: HandlerBody<Request, Decision> = .synchronous { _ in .pass }
    ) {
        self.name = name
        self.patterns = patterns
        self.label = label
        self.before = before
        self.after = after
        location = DeclarationSite(fileID: fileID, line: line)
        self.handler = handler
    }

    /// Returns a copy whose closure may replace the outcomes of requests that the interceptor passed or answered.
    ///
    /// The closures run in reverse order: the interceptor that decided first receives the outcome last.
    public func afterwards(_ closure: @escaping Afterwards) -> Interceptor {
        with(.asynchronous { await closure($0, $1) })
    }

    /// Returns the interceptor with a closure that receives outcomes and cannot suspend.
    public func afterwards(_ closure: @escaping SynchronousAfterwards) -> Interceptor {
        with(.synchronous { closure($0, $1) })
    }

    private func with(_ afterwards: HandlerBody<(Request, Outcome), Outcome>) -> Interceptor {
        var interceptor = self
        interceptor.afterwards = afterwards
        return interceptor
    }
}

/// The decision of an interceptor about a request.
public struct Decision: Sendable {
    /// The kind of a decision, with its parts.
    @_spi(Host) public enum Kind: Sendable {
        /// See `pass`.
        case pass
        /// See `change(_:)`.
        case change(Request)
        /// See `redirect(to:)`.
        case redirect(RouteURL)
        /// See `answer(_:)`.
        indirect case answer(Response)
        /// See `refuse(_:)`.
        case refuse(String)
        /// See `detour(to:resume:)`.
        case detour(RouteURL, resume: @Sendable (Payload) async throws -> Decision)
    }

    /// The kind of the decision.
    @_spi(Host) public let kind: Kind

    /// The request continues unchanged.
    public static let pass = Decision(kind: .pass)

    /// The request continues with another URL or body. If the URL has changed, the mediator repeats the look-up and the
    /// access check.
    public static func change(_ request: Request) -> Decision { Decision(kind: .change(request)) }

    /// The request restarts with another URL and the same origin.
    public static func redirect(to url: RouteURL) -> Decision { Decision(kind: .redirect(url)) }

    /// The interceptor answers the request, and the route's handler does not run.
    public static func answer(_ answer: some ResponseConvertible) -> Decision {
        Decision(kind: .answer(answer.response))
    }

    /// The request fails; the caller receives the reason, which should end with the remedy.
    public static func refuse(_ reason: String) -> Decision { Decision(kind: .refuse(reason)) }

    /// The request waits while the user visits another page, and continues when that page is dismissed with a value.
    ///
    /// The request is refused if the page is left without a value, or if there is no user who could visit the page.
    ///
    /// - Parameters:
    ///   - url: the URL of the page.
    ///   - resume: receives the value and returns the next decision; by default, the request passes.
    public static func detour(
        to url: RouteURL, resume: @escaping @Sendable (Payload) async throws -> Decision = { _ in .pass }
    ) -> Decision {
        Decision(kind: .detour(url, resume: resume))
    }
}

/// The outcome of a request after the handler, which interceptors receive and may replace.
public enum Outcome: Sendable {
    /// An answer, before the navigator performs it.
    case answered(Response)
    /// An error.
    case failed(RequestError)
}
