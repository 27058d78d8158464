import Synchronization

extension ActiveRequest {
    /// Runs the code of a stage, which may wait, in a task of its own, unless the rest of the pipeline has one already.
    /// - Throws: `RequestError` (`deadline`).
    func run<Value: Sendable, Failure: Error>(
        _ stage: Request.Stage,
        _ code: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        // A change after the deadline does not change which stage is at fault.
        if isAwaited { state.withLock { $0.record.stage = stage } }
        if isApart { return await Result(code) }
        return try await leavable(code) { (code) async throws(Failure) in try await code() }
    }

    /// Runs the rest of the pipeline in a task of its own, which alone holds the state.
    func apart<State: Sendable, Value: Sendable>(
        _ state: consuming State, _ code: @escaping @Sendable (inout State) async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        hasTask.store(true, ordering: .relaxed)
        return try await leavable(state, code).get()
    }

    /// Runs code in a task of its own that begins on this thread, and that alone holds the state.
    ///
    /// If the code does not wait, its result is there when the task returns, without a change of thread or a timer. The
    /// caller's cancellation cancels the task; at the deadline, the request cancels and leaves the task, and reports
    /// its end.
    private func leavable<State: Sendable, Value: Sendable, Failure: Error>(
        _ state: consuming State, _ code: @escaping @Sendable (inout State) async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        let outcome = Promise<Result<Value, Failure>?>()
        // The task releases the state before it reports its end.
        let handover = Handover(state)
        let task = Task.immediate {
            let result = await Result { () async throws(Failure) in
                var state = handover.take()
                return try await code(&state)
            }
            if !outcome.fulfill(result), !result.isCancellation {
                let remedy = "end it when it is cancelled, or give it more time"
                let note = "\(stage) ended after the request for \(shownURL) was over; \(remedy)"
                observer?.noticed(MediationNote("late", note))
            }
        }
        let known =
            if let known = outcome.value { known } else {
                await withTaskCancellationHandler {
                    watch { outcome.fulfill(nil) }
                    return unlessLate(await outcome.wait())
                } onCancel: {
                    cancel()
                    task.cancel()
                }
            }
        // The closure may hold the request's own value, and so the request.
        self.state.withLock { $0.made?.leave = nil }
        guard let result = known else {
            task.cancel()
            throw RequestError(.deadline(url: shownURL, stage: stage, limit: deadline))
        }
        return result
    }

    /// Returns the result of code that waited, but `nil` for a failure after the deadline, which is then its reason: on
    /// a busy machine, a limit of the code itself may end it before the clock does.
    private func unlessLate<Value, Failure: Error>(_ result: Result<Value, Failure>?) -> Result<Value, Failure>? {
        guard case .failure = result, let left = timeLeft, left <= .zero else { return result }
        expire()
        return nil
    }

    /// Registers the closure that leaves the code at the deadline.
    private func watch(_ leave: @escaping @Sendable () -> Void) {
        let isWatched = state.withLock { state in
            let record = state.record
            record.leave = leave
            defer { record.isWatched = true }
            return record.isWatched
        }
        // The deadline may have passed before the closure was there.
        if status == .expired { leave() }
        if !isWatched { deadlines.watch(self) }
    }
}

extension Result {
    /// Whether the result is the error of code that stopped because of its cancellation.
    var isCancellation: Bool {
        if case .failure(let error) = self { error.isCancellation } else { false }
    }

    /// Creates the result of a closure.
    @inline(__always) init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// The code of a module for a stage of a request, as it is noted while it runs.
protocol NotedCode: AnyObject, Sendable {
    static var kind: ActivityTable.Kind { get }
    /// The module.
    var owner: String { get }
    /// The name of the code within its module.
    var notedName: String { get }
    var stage: Request.Stage { get }
    /// The number of the code in the table, 0 before its first note.
    var noteNumber: UInt32 { get }

    func keep(noteNumber: UInt32)
}

extension RouteTable.Entry: NotedCode {
    static var kind: ActivityTable.Kind { .handler }
    var notedName: String { route.pattern }
    var noteNumber: UInt32 { note.load(ordering: .relaxed) }
    func keep(noteNumber: UInt32) { note.store(noteNumber, ordering: .relaxed) }
}

extension InstalledInterceptor: NotedCode {
    static var kind: ActivityTable.Kind { .interceptor }
    var notedName: String { interceptor.name }
    var noteNumber: UInt32 { note.load(ordering: .relaxed) }
    func keep(noteNumber: UInt32) { note.store(noteNumber, ordering: .relaxed) }
}

extension ActivityTable {
    /// Notes that code begins to run for a request; it takes a lock only if the caller's URL may hold a sensitive
    /// value.
    @inline(__always)
    func begin(_ code: some NotedCode, for request: Request, _ active: ActiveRequest, holdsThread: Bool) -> Int? {
        var number = code.noteNumber
        if number == 0 { number = self.number(of: code) }
        return begin(number, holdsThread: holdsThread, request: active.id.number) { note in
            if active.redaction.mayHide({ request.prefixBits(ifFirstIn: $0) }) {
                active.hidesURL.store(true, ordering: .relaxed)
            }
            return active.hidesURL.load(ordering: .relaxed) ? note(active.shownURL) : note(active.url.text)
        }
    }

    @inline(never)
    private func number<Code: NotedCode>(of code: Code) -> UInt32 {
        let number = number(Code.kind, of: code.owner, code.notedName)
        code.keep(noteNumber: number)
        return number
    }
}
