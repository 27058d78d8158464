/// A check of requests before their handlers: of all, of those whose URL matches a pattern, or whose route has a label.
///
/// ```swift
/// Interceptor("session", on: "/account/orders/*rest?", before: ["Audit.log"]) { request in
///     sessions.current == .guest ? .detour(to: "app://account/login") : .pass
/// }
/// ```
///
/// A pattern with a scheme covers URLs of that scheme only: name one only if the routes do, which else answer others.
///
/// With a label, the route itself says what it needs: `Interceptor("session", onLabelled: "needs-login") { … }` covers
/// each route with `.labelled("needs-login")`. If a handler declines, those of the next candidate's labels run.
///
/// It runs after the look-up and the check of access, once for each URL of the request, and may run many times at once
/// on any thread. A request waits for its decision until its deadline. The parameters of its own pattern precede those
/// of the route in the request that it receives.
public struct Interceptor: Sendable {
    /// Decides about a request.
    public typealias Handler = @Sendable (Request) async throws -> Decision
    /// A handler that decides without suspending.
    public typealias SynchronousHandler = @Sendable (Request) throws -> Decision
    /// A closure that sees an outcome, and returns it or another one.
    public typealias Afterwards = @Sendable (Request, Outcome) async -> Outcome
    /// A closure that sees an outcome without suspending, and returns it or another one.
    public typealias SynchronousAfterwards = @Sendable (Request, Outcome) -> Outcome

    /// The name within its module; other modules refer to it as `Module.name`.
    public let name: String
    /// The patterns of its URLs; without any, and without a label, it covers every URL.
    public let patterns: [String]
    /// The label of the routes that it covers, besides the URLs of its patterns.
    public let label: String?
    /// The interceptors that it precedes, as `Module.name` or as a name within its module; an absent one has no effect.
    public let before: [String]
    /// The interceptors that it follows, in the same notation.
    public let after: [String]
    /// The place of the declaration.
    public let location: DeclarationSite
    let handler: HandlerBody<Request, Decision>
    private(set) var afterwards: HandlerBody<(Request, Outcome), Outcome>?

    /// Declares an interceptor for some URLs, or for all without a pattern.
    public init(
        _ name: String, on patterns: String..., before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping Handler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, before: before, after: after, fileID: fileID, line: line,
            handler: .asynchronous(handler))
    }

    /// Declares an interceptor with a closure that cannot suspend; Swift chooses it for a closure without `await`.
    public init(
        _ name: String, on patterns: String..., before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping SynchronousHandler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, before: before, after: after, fileID: fileID, line: line,
            handler: .synchronous(handler))
    }

    /// Declares an interceptor for the routes with a label, and for some URLs besides.
    public init(
        _ name: String, on patterns: String..., onLabelled label: String, before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping Handler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, label: label, before: before, after: after, fileID: fileID, line: line,
            handler: .asynchronous(handler))
    }

    /// Declares such an interceptor whose closure cannot suspend; Swift chooses it for a closure without `await`.
    public init(
        _ name: String, on patterns: String..., onLabelled label: String, before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping SynchronousHandler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, label: label, before: before, after: after, fileID: fileID, line: line,
            handler: .synchronous(handler))
    }

    var mayWait: Bool { handler.mayWait || afterwards?.mayWait ?? false }

    /// Whether some of its code sees outcomes.
    @_spi(Host) public var seesOutcome: Bool { afterwards != nil }

    /// Describes an interceptor whose code is elsewhere.
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

    /// Returns the interceptor with a closure that sees and may change outcomes of requests that it passed or answered.
    ///
    /// The first interceptor sees the outcome last.
    public func afterwards(_ closure: @escaping Afterwards) -> Interceptor {
        with(.asynchronous { await closure($0, $1) })
    }

    /// Returns the interceptor with such a closure that cannot suspend.
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

    /// The request continues as it is.
    public static let pass = Decision(kind: .pass)

    /// The request continues with another URL or body; a changed URL is looked up, and its access is checked again.
    public static func change(_ request: Request) -> Decision { Decision(kind: .change(request)) }

    /// The request restarts with another URL, with its origin.
    public static func redirect(to url: RouteURL) -> Decision { Decision(kind: .redirect(url)) }

    /// The interceptor answers itself, and the route's handler does not run.
    public static func answer(_ answer: some ResponseConvertible) -> Decision {
        Decision(kind: .answer(answer.response))
    }

    /// The request ends here; the caller sees the reason, which should end with the remedy.
    public static func refuse(_ reason: String) -> Decision { Decision(kind: .refuse(reason)) }

    /// The request waits while the user visits another page, and continues when that is dismissed with a value.
    ///
    /// A page that is left without a value refuses the request, and so does a page without a person to answer it.
    ///
    /// - Parameter resume: the decision on the value; without it the request passes.
    public static func detour(
        to url: RouteURL, resume: @escaping @Sendable (Payload) async throws -> Decision = { _ in .pass }
    ) -> Decision {
        Decision(kind: .detour(url, resume: resume))
    }
}

/// The outcome of a request so far, as interceptors see it on the way back.
public enum Outcome: Sendable {
    /// An answer, before the navigator performs it.
    case answered(Response)
    /// An error.
    case failed(RequestError)
}
