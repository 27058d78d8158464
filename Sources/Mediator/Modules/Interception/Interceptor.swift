/// Stands in the way of requests: of all, or of those whose URL one of its patterns matches.
///
/// ```swift
/// Interceptor("session", on: "/account/orders/*rest?", before: ["Audit.log"]) { request in
///     sessions.current == .guest ? .detour(to: "app://account/login") : .pass
/// }
/// ```
///
/// A pattern that names a scheme is for URLs of that scheme only, and a route that names none answers others too: name one
/// only where the routes do.
///
/// It is asked after the look-up and the check of access, once for each URL that the request takes, and may run many
/// times at once on any thread. A request waits for its answer until its deadline.
public struct Interceptor: Sendable {
    /// Decides about a request.
    public typealias Handler = @Sendable (Request) async throws -> Decision
    /// The same without suspending.
    public typealias SynchronousHandler = @Sendable (Request) throws -> Decision
    /// Sees an outcome, and gives it back as it is or another one.
    public typealias Afterwards = @Sendable (Request, Outcome) async -> Outcome
    /// The same without suspending.
    public typealias SynchronousAfterwards = @Sendable (Request, Outcome) -> Outcome

    /// The name within its module; others order theirs by `Module.name`.
    public let name: String
    /// The patterns of its URLs; none stands for every URL.
    public let patterns: [String]
    /// Whom it goes before, as `Module.name` or as the name of one of its own module's; who is not there does not count.
    public let before: [String]
    /// Whom it goes after, written in the same way.
    public let after: [String]
    /// Where it was declared.
    public let location: SourceLocation
    let handler: HandlerBody<Request, Decision>
    private(set) var afterwards: HandlerBody<(Request, Outcome), Outcome>?

    /// Declares an interceptor for some URLs, or for all where no pattern is given.
    public init(
        _ name: String, on patterns: String..., before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping Handler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, before: before, after: after, fileID: fileID, line: line,
            handler: .asynchronous(handler))
    }

    /// The same with a closure that cannot suspend, and needs no task of its own; Swift takes one without `await` for it.
    public init(
        _ name: String, on patterns: String..., before: [String] = [], after: [String] = [],
        fileID: String = #fileID, line: Int = #line, handler: @escaping SynchronousHandler = { _ in .pass }
    ) {
        self.init(
            name, on: patterns, before: before, after: after, fileID: fileID, line: line,
            handler: .synchronous(handler))
    }

    /// Whether some code of it may wait.
    var mayWait: Bool { handler.mayWait || afterwards?.mayWait ?? false }

    init(
        _ name: String, on patterns: [String], before: [String], after: [String], fileID: String, line: Int,
        handler: HandlerBody<Request, Decision> = .synchronous { _ in .pass }
    ) {
        self.name = name
        self.patterns = patterns
        self.before = before
        self.after = after
        location = SourceLocation(fileID: fileID, line: line)
        self.handler = handler
    }

    /// The same, which also sees the outcome of each request that it let pass or answered, and may change it.
    ///
    /// Those that were asked first see it last.
    public func afterwards(_ closure: @escaping Afterwards) -> Interceptor {
        with(.asynchronous { await closure($0, $1) })
    }

    /// The same with a closure that cannot suspend.
    public func afterwards(_ closure: @escaping SynchronousAfterwards) -> Interceptor {
        with(.synchronous { closure($0, $1) })
    }

    private func with(_ afterwards: HandlerBody<(Request, Outcome), Outcome>) -> Interceptor {
        var interceptor = self
        interceptor.afterwards = afterwards
        return interceptor
    }
}

/// What an interceptor decides about a request.
public struct Decision: Sendable {
    enum Kind: Sendable {
        case pass
        case change(Request)
        case redirect(String)
        indirect case answer(Response)
        case refuse(String)
        case detour(String, resume: @Sendable (Payload) async throws -> Decision)
    }

    let kind: Kind

    /// The request goes on as it is.
    public static let pass = Decision(kind: .pass)

    /// The request goes on with another URL or body; a changed URL is looked up and its access checked again.
    public static func change(_ request: Request) -> Decision { Decision(kind: .change(request)) }

    /// Another URL is asked in place of this one, from the beginning, with the same origin.
    public static func redirect(to url: String) -> Decision { Decision(kind: .redirect(url)) }

    /// The interceptor answers itself, and the route's handler is not asked.
    public static func answer(_ answer: some ResponseConvertible) -> Decision {
        Decision(kind: .answer(answer.response))
    }

    /// The request ends here; the reason is told to whoever asked, and should end with what to do.
    public static func refuse(_ reason: String) -> Decision { Decision(kind: .refuse(reason)) }

    /// The user is sent to another page first; when it is dismissed with a value, the request goes on.
    ///
    /// A page that is left without a value refuses the request, and so does one that nobody is there to answer.
    ///
    /// - Parameter resume: what is decided on the value; without it the request passes.
    public static func detour(
        to url: String, resume: @escaping @Sendable (Payload) async throws -> Decision = { _ in .pass }
    ) -> Decision {
        Decision(kind: .detour(url, resume: resume))
    }
}

/// What came of a request so far, as interceptors see it on the way back.
public enum Outcome: Sendable {
    /// An answer, before the navigator performs it.
    case answered(Response)
    /// An error.
    case failed(RequestError)
}
