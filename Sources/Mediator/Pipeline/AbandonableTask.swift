import Synchronization

/// A separate task that runs code for a request. At the deadline, the request abandons the task, even if the code still
/// runs.
///
/// The code begins on the caller's thread. Code that ends without waiting needs neither a timer nor another thread.
struct AbandonableTask<Success: Sendable, Failure: Error> {
    private let request: ActiveRequest
    private let outcome = Promise<Result<Success, Failure>?>()
    private let task: Task<Void, Never>

    /// Starts a task that owns the state and passes it to the code.
    init<State: Sendable>(
        of request: ActiveRequest, _ state: consuming State,
        _ code: @escaping @Sendable (inout State) async throws(Failure) -> Success
    ) {
        self.request = request
        // The inner closure owns the state, so the state is released before the outcome is fulfilled.
        let handover = Handover(state)
        task = Task.immediate { [outcome] in
            let result = await Result { () async throws(Failure) in
                var state = handover.take()
                return try await code(&state)
            }
            if !outcome.fulfill(result), !result.isCancellation { request.reportLateEnd() }
        }
    }

    /// Returns the result of the code.
    ///
    /// The caller's cancellation cancels the task. At the deadline, the request cancels the task and abandons it.
    /// - Throws: `RequestError` (`deadline`).
    func result() async throws(RequestError) -> Result<Success, Failure> {
        let known =
            if let known = outcome.value { known } else {
                await withTaskCancellationHandler {
                    request.watch { outcome.fulfill(nil) }
                    return unlessLate(await outcome.wait())
                } onCancel: {
                    request.cancel()
                    task.cancel()
                }
            }
        // Breaks a reference cycle: `leave` retains the outcome, whose value may retain the request.
        request.state.withLock { $0.existingRecord?.leave = nil }
        guard let result = known else {
            task.cancel()
            throw RequestError(.deadline(url: request.shownURL, stage: request.stage, limit: request.deadline))
        }
        return result
    }

    /// Returns the result, or `nil` if the code failed after the deadline; the deadline then counts as the reason.
    ///
    /// On a busy machine, a time limit inside the code may fire after the deadline, but before the request's clock.
    private func unlessLate(_ result: Result<Success, Failure>?) -> Result<Success, Failure>? {
        guard case .failure = result, let left = request.timeLeft, left <= .zero else { return result }
        request.expire()
        return nil
    }
}

extension ActiveRequest {
    /// Runs a stage's code, which may wait, in a separate task, unless the rest of the pipeline already runs in one.
    /// - Throws: `RequestError` (`deadline`).
    func run<Value: Sendable, Failure: Error>(
        _ stage: Request.Stage,
        _ code: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        // After the deadline, the stage is not recorded, because the error names the stage that used up the time.
        if isAwaited { state.withLock { $0.record.stage = stage } }
        if isInSeparateTask { return await Result(code) }
        return try await AbandonableTask(of: self, code) { (code) async throws(Failure) in try await code() }.result()
    }

    /// Runs the rest of the pipeline in a separate task, which owns the state.
    func inSeparateTask<State: Sendable, Value: Sendable>(
        _ state: consuming State, _ code: @escaping @Sendable (inout State) async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        hasTask.store(true, ordering: .relaxed)
        return try await AbandonableTask(of: self, state, code).result().get()
    }

    /// Reports the end of abandoned code.
    fileprivate func reportLateEnd() {
        let remedy = "end it when it is cancelled, or give it more time"
        observer?.noticed(MediationNote("late", "\(stage) ended after the request for \(shownURL) was over; \(remedy)"))
    }

    /// Registers the closure that is called at the deadline to abandon the code.
    fileprivate func watch(_ leave: @escaping @Sendable () -> Void) {
        let isWatched = state.withLock { state in
            let record = state.record
            record.leave = leave
            defer { record.isWatched = true }
            return record.isWatched
        }
        // The deadline may have passed before the closure was registered.
        if status == .expired { leave() }
        if !isWatched { deadlines.watch(self) }
    }
}

extension Result {
    /// Whether the result is the error of code that was cancelled.
    var isCancellation: Bool {
        if case .failure(let error) = self { error.isCancellation } else { false }
    }

    /// Creates the result of a closure.
    @_spi(Host) @inline(__always) public init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
