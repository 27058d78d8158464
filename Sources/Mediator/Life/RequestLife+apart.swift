import Synchronization

extension RequestLife {
    /// Runs code of a stage that may wait: in a task of its own, unless all that is ahead has one already.
    ///
    /// - Throws: `RequestError.deadline`.
    func run<Value: Sendable, Failure: Error>(
        _ stage: Stage, _ deadlines: Deadlines<RequestLife>,
        _ code: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        if isApart { return await Result(code) }
        state.withLock { $0.stages.stage = stage }
        return try await leavable(deadlines, code)
    }

    /// Runs all that is ahead in a task of its own.
    func apart<Value: Sendable>(
        _ deadlines: Deadlines<RequestLife>, _ code: @escaping @Sendable () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        hasTask.store(true, ordering: .relaxed)
        return try await leavable(deadlines, code).get()
    }

    /// Runs code in a task of its own that begins on this thread.
    ///
    /// Where it does not wait after all, its result is there when the task returns: no change of thread, no timer. The
    /// caller's cancellation cancels it; at the deadline it is cancelled and left behind, and its end is reported.
    private func leavable<Value: Sendable, Failure: Error>(
        _ deadlines: Deadlines<RequestLife>, _ code: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        let run = StageRun<Value, Failure>()
        let task = Task.immediate {
            let result = await Self.$current.withValue(self) { await Result(code) }
            if !run.end(result) { observer?.noticed(.late(request: id, url: shownURL, stage: stage)) }
        }
        let outcome =
            if let outcome = run.outcome { outcome } else {
                await withTaskCancellationHandler {
                    watch(run, deadlines)
                    return await run.wait()
                } onCancel: {
                    cancel()
                    task.cancel()
                }
            }
        guard let result = outcome else {
            task.cancel()
            throw .deadline(url: shownURL, stage: stage, limit: deadline)
        }
        return result
    }

    /// Has code left behind when the time is up.
    private func watch(_ run: any Leavable, _ deadlines: Deadlines<RequestLife>) {
        let isWatched = state.withLock { state in
            let stages = state.stages
            stages.run = run
            defer { stages.isWatched = true }
            return stages.isWatched
        }
        // The time may have been up before it was known what to leave.
        if standing == .expired { run.leave() }
        if !isWatched { deadlines.watch(self) }
    }
}

extension Result {
    /// What comes of a closure.
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
