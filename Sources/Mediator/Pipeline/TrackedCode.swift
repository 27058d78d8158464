import Synchronization

/// A module's code for a stage of a request, with a note in the `ActivityTable` while it runs.
protocol TrackedCode: AnyObject, Sendable {
    static var kind: ActivityTable.Kind { get }
    var owner: String { get }
    /// The name of the code within its module.
    var trackedName: String { get }
    var stage: Request.Stage { get }
    /// The number of the code's name in the `ActivityTable`; 0 before its first note.
    var noteNumber: UInt32 { get }

    func keep(noteNumber: UInt32)
}

extension RouteTable.Entry: TrackedCode {
    static var kind: ActivityTable.Kind { .handler }
    var trackedName: String { route.pattern }
    var noteNumber: UInt32 { note.load(ordering: .relaxed) }
    func keep(noteNumber: UInt32) { note.store(noteNumber, ordering: .relaxed) }
}

extension InstalledInterceptor: TrackedCode {
    static var kind: ActivityTable.Kind { .interceptor }
    var trackedName: String { interceptor.name }
    var noteNumber: UInt32 { note.load(ordering: .relaxed) }
    func keep(noteNumber: UInt32) { note.store(noteNumber, ordering: .relaxed) }
}

extension ActivityTable {
    /// Writes the note when code begins to run for a request; takes a lock only if the URL may hold a sensitive value.
    @inline(__always)
    func begin(_ code: some TrackedCode, for request: Request, _ active: ActiveRequest, holdsThread: Bool) -> Int? {
        var number = code.noteNumber
        if number == 0 { number = self.number(of: code) }
        return begin(number, holdsThread: holdsThread, request: active.id.number) { note in
            if active.redaction.mayHide({ request.firstSegmentBits }) {
                active.hidesURL.store(true, ordering: .relaxed)
            }
            return active.hidesURL.load(ordering: .relaxed) ? note(active.shownURL) : note(active.url.text)
        }
    }

    @inline(never)
    private func number<Code: TrackedCode>(of code: Code) -> UInt32 {
        let number = number(Code.kind, of: code.owner, code.trackedName)
        code.keep(noteNumber: number)
        return number
    }
}

extension RequestPipeline {
    /// Runs a module's code, with a note while the code runs. Code that may wait runs in a task that the request can
    /// abandon, unless the pipeline already runs in a separate task.
    @inline(__always) func runTracked<Input, Output>(
        _ body: HandlerBody<Input, Output>, with input: Input, of owner: some TrackedCode, for request: Request
    ) async throws(RequestError) -> Output {
        let result: Result<Output, any Error>
        switch body {
        case .synchronous(let code):
            let slot = mediator.activities?.begin(owner, for: request, active, holdsThread: true)
            defer { mediator.activities?.end(slot) }
            do { return try code(input) } catch { throw failure(error, of: owner.stage, request) }
        case .asynchronous(let code) where active.isInSeparateTask:
            let slot = mediator.activities?.begin(owner, for: request, active, holdsThread: false)
            defer { mediator.activities?.end(slot) }
            do { return try await code(input) } catch { throw failure(error, of: owner.stage, request) }
        case .asynchronous(let code):
            result = try await active.run(owner.stage) { [active, mediator] () async throws in
                let slot = mediator.activities?.begin(owner, for: request, active, holdsThread: false)
                defer { mediator.activities?.end(slot) }
                return try await code(input)
            }
        }
        do { return try result.get() } catch { throw failure(error, of: owner.stage, request) }
    }
}
