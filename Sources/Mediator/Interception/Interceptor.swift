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
    let handler: StageBody<Request, Decision>
    private(set) var afterwards: StageBody<(Request, Outcome), Outcome>?

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
        handler: StageBody<Request, Decision> = .synchronous { _ in .pass }
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

    private func with(_ afterwards: StageBody<(Request, Outcome), Outcome>) -> Interceptor {
        var interceptor = self
        interceptor.afterwards = afterwards
        return interceptor
    }
}
