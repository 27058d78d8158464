import Synchronization

extension RequestLife {
    /// Runs code of a stage that may wait: in a task of its own, unless all that is ahead has one already.
    ///
    /// - Throws: `RequestError.deadline`.
    func run<Value: Sendable, Failure: Error>(
        _ stage: Stage, _ deadlines: Deadlines<RequestLife>,
        _ code: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(RequestError) -> Result<Value, Failure> {
        // What goes on after the deadline does not change whose fault it was.
        if isAwaited { state.withLock { $0.stages.stage = stage } }
        if isApart { return await Result(code) }
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
        // All that the code holds on to is let go of before anybody is told that it has ended.
        let handover = Handover(code)
        let task = Task.immediate {
            let result = await Self.$current.withValue(self) { await Result(handover.take()) }
            if !run.end(result), !result.isCancellation {
                observer?.noticed(.late(request: id, url: shownURL, stage: stage))
            }
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
        // It may hold the request's own value, and so the request.
        state.withLock { $0.stages.run = nil }
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

extension RequestLife {
    /// What comes of code that cannot wait, with this request as the one that stands around what the code asks.
    @inline(__always) func asCurrent<Value, Failure: Error>(
        _ code: () throws(Failure) -> Value
    ) -> Result<Value, Failure> {
        Self.$current.withValue(self) { Result(catching: code) }
    }
}

extension Result {
    /// Whether it is the error of code that heeded its cancellation.
    fileprivate var isCancellation: Bool {
        if case .failure(let error) = self { error.isCancellation } else { false }
    }

    /// What comes of a closure.
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
