import Synchronization

extension ActiveRequest {
    /// Runs code of a stage that may wait: in a task of its own, unless all that is ahead has one already.
    ///
    /// - Throws: `RequestError.deadline`.
    func run<Value: Sendable, Failure: Error>(
        _ stage: Stage,
        _ code: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        // What goes on after the deadline does not change whose fault it was.
        if isAwaited { state.withLock { $0.stages.stage = stage } }
        if isApart { return await Result(code) }
        return try await leavable(code)
    }

    /// Runs all that is ahead in a task of its own, which alone holds the state.
    func apart<State: Sendable, Value: Sendable>(
        _ state: consuming State, _ code: @escaping @Sendable (inout State) async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        hasTask.store(true, ordering: .relaxed)
        let handover = Handover(state)
        return try await leavable { () async throws(RequestError) in
            var state = handover.take()
            return try await code(&state)
        }.get()
    }

    /// Runs code in a task of its own that begins on this thread.
    ///
    /// Where it does not wait after all, its result is there when the task returns: no change of thread, no timer. The
    /// caller's cancellation cancels it; at the deadline it is cancelled and left behind, and its end is reported.
    private func leavable<Value: Sendable, Failure: Error>(
        _ code: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        let outcome = Promise<Result<Value, Failure>?>()
        // All that the code holds on to is let go of before anybody is told that it has ended.
        let handover = Handover(code)
        let task = Task.immediate {
            let result = await Result(handover.take())
            if !outcome.fulfill(result), !result.isCancellation {
                observer?.noticed(.late(request: id, url: shownURL, stage: stage))
            }
        }
        let known =
            if let known = outcome.value { known } else {
                await withTaskCancellationHandler {
                    watch { outcome.fulfill(nil) }
                    return await outcome.wait()
                } onCancel: {
                    cancel()
                    task.cancel()
                }
            }
        // The closure may hold the request's own value, and so the request.
        state.withLock { $0.stages.leave = nil }
        guard let result = known else {
            task.cancel()
            throw .deadline(url: shownURL, stage: stage, limit: deadline)
        }
        return result
    }

    /// Leaves code behind when the time is up.
    private func watch(_ leave: @escaping @Sendable () -> Void) {
        let isWatched = state.withLock { state in
            let stages = state.stages
            stages.leave = leave
            defer { stages.isWatched = true }
            return stages.isWatched
        }
        // The time may have been up before the closure was there.
        if status == .expired { leave() }
        if !isWatched { Deadlines.shared.watch(self) }
    }
}

extension Result {
    /// Whether it is the error of code that heeded its cancellation.
    var isCancellation: Bool {
        if case .failure(let error) = self { error.isCancellation } else { false }
    }

    /// The result of a closure.
    init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
