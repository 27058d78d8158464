import Synchronization

extension ActiveRequest {
    /// Runs the code of a stage, which may wait, in a task of its own, unless the rest of the pipeline has one already.
    ///
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
                observer?.noticed(.late(request: id, url: shownURL, stage: stage))
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

    /// Returns the result of code that waited, but `nil` for a failure after the deadline, which is then its reason: on a
    /// busy machine, a limit of the code itself may end it before the clock does.
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
