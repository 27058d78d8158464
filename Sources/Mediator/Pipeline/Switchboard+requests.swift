import Synchronization

extension Switchboard {
    /// Runs a request to its one outcome, in the caller's task.
    ///
    /// Only code that may wait has a task of its own (`ActiveRequest.apart`), and a deadline only while it does wait.
    func conclude(
        _ url: RouteURL, verb: Request.Verb, body: Payload?, origin: Origin, options: RequestOptions,
        awaitsResult: Bool = false,
        wantsPage: Bool = false, planner: NavigationPlanner? = nil
    ) async throws(RequestError) -> RequestOutcome {
        if let relay {
            return try await relay.conclude(
                RelayedRequest(
                    url: url.text, verb: verb, body: body, origin: origin, options: options, awaitsResult: awaitsResult,
                    wantsPage: wantsPage))
        }
        let active = ActiveRequest(
            id: counter.next(), url: url, verb: verb, origin: origin, options: options, awaitsResult: awaitsResult,
            wantsPage: wantsPage, planner: planner, observer: observer, redaction: redaction,
            deadlines: deadlines)
        var result = Result<RequestOutcome, RequestError>.success(.result(nil))
        // A result of the closure itself would need room of its own in the task's memory.
        await ActiveRequest.$current.withValue(active) {
            do throws(RequestError) { result = .success(try await conclude(active, body: body)) } catch {
                result = .failure(error)
            }
        }
        active.end()
        var failure: RequestError?
        if case .failure(let error) = result {
            failure = error
            if error.code == .deadline { activities?.leave(request: active.id.number) }
            forgetAdmissions(of: active)
        }
        if active.isTraced { observer?.ended(active, failure) }
        return try result.get()
    }

    /// Removes the admissions of a request that did nothing, so that the next request of its URL is no duplicate.
    func forgetAdmissions(of active: ActiveRequest) {
        for admission in active.takeAdmissions() { duplicates.forget(admission) }
    }

    private func check(_ active: ActiveRequest) throws(RequestError) {
        if active.parent != nil {
            let chain = active.chain
            guard chain.count <= RequestLimits.nesting else {
                throw RequestError(.tooDeep(chain: chain.reversed().map { shown($0.url.text) }))
            }
        }
        if Task.isCancelled { throw RequestError(.cancelled(url: shown(active.url.text), during: .rewriting)) }
        if active.passed != nil, active.origin == .external {
            throw RequestError(.contextRefused(url: shown(active.url.text), origin: active.origin))
        }
    }

    @inline(__always)
    private func conclude(_ active: ActiveRequest, body: Payload?) async throws(RequestError) -> RequestOutcome {
        try check(active)
        var pipeline = RequestPipeline(active, mediator: self, registry: registry)
        let target = try await pipeline.target(of: active.url, body: body)
        guard pipeline.mayWait(for: target) else { return try await pipeline.conclude(target) }
        // One task for all that is ahead costs less than one for each stage.
        return try await active.apart((consume pipeline, consume target)) { (state) async throws(RequestError) in
            try await state.0.conclude(state.1)
        }
    }
}

extension MediationObserver {
    /// Notifies the observer of the end of a traced request.
    func ended(_ active: ActiveRequest, _ error: RequestError?) {
        guard let steps = active.steps else { return }
        requestEnded(
            Trace(
                request: active.id, parent: active.parent, url: active.shownURL, verb: active.verb,
                origin: active.origin,
                steps: steps, error: error))
    }
}

/// The outcome of a request that does not fail.
@_spi(Host) @frozen public enum RequestOutcome: Sendable {
    /// The navigator's feedback on an `open`.
    case feedback(Feedback)
    /// A value, and the stage that answered with it.
    case value(Payload, from: Request.Stage)
    /// The value that a page was dismissed with, if any.
    case result(Payload?)
}

/// Numbers the requests of a mediator from 1.
final class RequestCounter: Sendable {
    private let last = Atomic<UInt64>(0)

    func next() -> RequestID { RequestID(number: last.add(1, ordering: .relaxed).newValue) }
}
