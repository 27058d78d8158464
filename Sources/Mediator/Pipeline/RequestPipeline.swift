/// The processing of one request from its URL to its outcome.
///
/// Each step is in a file with its name: rewriting, look-up, interception, handling, resolving, delivery. All steps use
/// the registry that was current when the request began, so that they see one generation of each module.
struct RequestPipeline {
    let active: ActiveRequest
    let mediator: Switchboard
    /// The registry that was current when the request began; after the request has started a module, the newest one.
    var registry: Registry
    /// The modules that may answer; after a served module has redirected the request, all modules.
    var answerers: RequestIdentity.Answerers

    /// Runs a request from its URL to its outcome, in the caller's task.
    ///
    /// Code that may wait has a separate task (`AbandonableTask`). The deadline is watched only while that code waits.
    @inline(__always)
    static func run(_ active: ActiveRequest, body: Payload?, on mediator: Switchboard) async throws(RequestError)
        -> RequestOutcome
    {
        try active.checkCaller()
        var pipeline = RequestPipeline(
            active: active, mediator: mediator, registry: mediator.registry, answerers: active.identity.answerers)
        let target = try await pipeline.lookUp(try pipeline.rewrite(active.url), body: body)
        guard pipeline.mayWait(for: target) else { return try await pipeline.runAtOnce(target) }
        // One task for all remaining stages costs less than one for each stage.
        return try await active.inSeparateTask((consume pipeline, consume target)) {
            (state) async throws(RequestError) in try await state.0.run(state.1)
        }
    }

    /// Runs a request from its target to its outcome.
    @inline(__always)
    private mutating func run(_ target: Target) async throws(RequestError) -> RequestOutcome {
        var answer = try await intercept(target)
        while case .redirect(let next) = answer.response {
            let target = try await redirect(to: next, by: answer.answeredBy, body: answer.request.body)
            answer = try await intercept(target)
        }
        return try await deliver(answer)
    }

    /// Runs a request whose code cannot wait; a separate function, because requests that wait do not need its frame.
    @inline(never)
    private mutating func runAtOnce(_ target: Target) async throws(RequestError) -> RequestOutcome {
        try await run(target)
    }

    /// Returns whether an interceptor or the handler of a target may wait, as far as the pipeline can know.
    func mayWait(for target: Target) -> Bool {
        let answerMayWait =
            target.route?.route.handler.mayWait ?? !(mediator.resolvers.isEmpty && registry.fallbacks.isEmpty)
        return answerMayWait || target.interceptors.contains { $0.installed.interceptor.mayWait }
    }

    /// Begins a stage, unless the caller has given up or the deadline has passed.
    @inline(__always) func enter(_ stage: @autoclosure () -> Request.Stage) throws(RequestError) {
        guard active.status == .open else { throw interruption }
        if active.recordsStages { active.record(stage()) }
    }

    /// The error of a request that cannot begin another stage.
    var interruption: RequestError {
        active.status == .cancelled
            ? RequestError(.cancelled(url: active.shownURL, during: active.stage))
            : RequestError(.deadline(url: active.shownURL, stage: active.stage, limit: active.deadline))
    }
}
