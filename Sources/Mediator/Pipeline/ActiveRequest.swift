import Synchronization

/// A request that runs now, with its caller, its clock, its status and its record.
///
/// The pipeline runs in the caller's task. Code that may wait runs in a separate task (`AbandonableTask`); the caller
/// then receives an answer at the deadline even if the code ignores its cancellation.
final class ActiveRequest: RequestOwner, TimeLimited {
    /// The request that the current task works on.
    @TaskLocal static var current: ActiveRequest?

    let id: RequestID
    /// The request as its caller made it, without the context object, which is in `passedObject`.
    let identity: RequestIdentity
    /// The caller's context object, in a class instance: the object may be a value that each access would copy.
    let passedObject: PassedObject?
    let deadline: Duration
    /// See `RequestOptions.checkDestination`; the default is the outer request's check, if the origins are equal.
    let checkDestination: (@Sendable (RouteURL) throws(RequestError) -> Void)?
    /// The planner that receives the commands instead of the navigator, if this or an outer request is only a plan.
    let planner: NavigationPlanner?
    /// The nearest request that still ran and whose handler, directly or through other requests, made this request.
    weak let outer: ActiveRequest?
    let parent: RequestID?
    let observer: (any MediationObserver)?
    let redaction: Redaction
    let deadlines: Deadlines
    let isTraced: Bool
    private let presentStatus = Atomic(RequestStatus.open)
    /// See `isInSeparateTask`.
    let hasTask = Atomic(false)
    /// Whether the URL may hold a sensitive value. If so, notes contain the redacted URL.
    let hidesURL: Atomic<Bool>
    let state: Mutex<State>

    struct State {
        var clock: DeadlineClock
        /// The record, or `nil` for most requests, which do not need one.
        private(set) var existingRecord: RequestRecord?

        init(_ clock: DeadlineClock) { self.clock = clock }

        /// The record, which the first use creates.
        var record: RequestRecord {
            mutating get {
                let record = existingRecord ?? RequestRecord()
                existingRecord = record
                return record
            }
        }

        /// Ends a pause. Returns whether the deadline must be watched again: no other pause is open, and there is code
        /// to abandon.
        mutating func resumeClock(at now: Duration) -> Bool {
            guard clock.resume(at: now), let record = existingRecord else { return false }
            record.isWatched = record.leave != nil
            return record.isWatched
        }
    }

    init(_ identity: consuming RequestIdentity, id: RequestID, on mediator: Switchboard) {
        self.id = id
        let caller = Self.current
        // The outer request's handler may have copied a sensitive value of its own URL into this URL.
        let hidesURL = caller?.hidesURL.load(ordering: .relaxed) ?? false
        let isTracked = mediator.activities != nil
        self.hidesURL = Atomic(hidesURL || isTracked && mediator.redaction.mayHide(identity.url))
        planner = identity.planner ?? caller?.planner
        (observer, redaction, deadlines) = (mediator.observer, mediator.redaction, mediator.deadlines)
        passedObject = identity.options.context.take().map(PassedObject.init)
        let inherited = caller?.checkDestination
        checkDestination =
            identity.options.checkDestination
            ?? (inherited != nil && caller?.origin == identity.origin ? inherited : nil)
        deadline = min(max(identity.options.deadline, .zero), RequestLimits.deadline)
        outer = caller?.firstOpen
        parent = outer?.id
        isTraced = identity.isTraced || observer?.wantsTraces ?? false
        self.identity = identity
        state = Mutex(State(DeadlineClock(limit: deadline, at: deadlines.now)))
        if isTraced { state.withLock { $0.record.trace = TraceRecorder() } }
    }

    var url: RouteURL { identity.url }
    var verb: Request.Verb { identity.verb }
    var origin: Origin { identity.origin }
    /// Whether the caller waits for the value that the opened page is dismissed with.
    var awaitsResult: Bool { identity.purpose == .result || isDetour }
    /// Whether this request is a detour: a page, such as a log-in, that an interceptor shows before the outer request
    /// continues.
    var isDetour: Bool { identity.purpose == .detour }
    /// Whether the call wants a `Page` as its value: the page that an `open` would show.
    var wantsPage: Bool { identity.purpose == .page }
    /// Whether another host made the request; that host then performs the answer's command itself.
    var isServed: Bool { identity.answerers.areServed }
    /// The call to a web service that the request makes, if any.
    var webService: WebServiceCall? { passedObject?.object as? WebServiceCall }

    var context: (any Sendable)? { passedObject?.object }

    func accepts(_ verb: Request.Verb) -> Bool { verb == self.verb || wantsPage && verb == .open }

    func accepts(_ response: Response) -> Bool { response.suits(verb) || wantsPage && response.page != nil }

    /// Checks that the caller may make the request, and has not cancelled it.
    func checkCaller() throws(RequestError) {
        if parent != nil {
            let chain = chain
            guard chain.count <= RequestLimits.nesting else {
                throw RequestError(.tooDeep(chain: chain.reversed().map { shown($0.url.text) }))
            }
        }
        if Task.isCancelled { throw RequestError(.cancelled(url: shownURL, during: .rewriting)) }
        guard passedObject == nil || origin != .external else {
            throw RequestError(.contextRefused(url: shownURL, origin: origin))
        }
        try url.checkIsValid(showing: shown)
    }

    var status: RequestStatus { presentStatus.load(ordering: .acquiring) }

    /// Whether the caller still waits for the outcome.
    var isAwaited: Bool { status < .expired }

    /// The last recorded stage, whose code may still run.
    var stage: Request.Stage { state.withLock { $0.record.stage } }

    var shownURL: String { shown(url) }

    var redirects: [(url: String, source: String)] { state.withLock { $0.existingRecord?.redirects ?? [] } }

    var redirectChain: [String] { redirects.map(\.url) }

    /// Records a change of the URL by a rewrite, an interceptor or an answer.
    func record(redirect: (url: String, source: String)) { state.withLock { $0.record.redirects.append(redirect) } }

    /// Records that a module was installed for the request; returns whether it is the first time.
    func recordInstallation(of module: String) -> Bool {
        state.withLock { $0.record.installed.insert(module).inserted }
    }

    /// Returns a URL for messages and traces, with sensitive values redacted.
    ///
    /// It also redacts sensitive values of earlier URLs of this request and of its outer requests.
    func shown(_ url: String) -> String {
        if redaction.isEmpty { return url }
        let earlier = chain.flatMap { [$0.url.text] + $0.redirectChain }.filter { $0 != url }
        return redaction.redactedURL(url, hiding: redaction.sensitive(in: earlier).values)
    }

    /// Returns a URL for messages and traces, redacted; fast for a URL that cannot hold a sensitive value.
    func shown(_ url: RouteURL) -> String {
        let mayHide = redaction.mayHide(url) || chain.contains { redaction.mayHide($0.url) || !$0.redirects.isEmpty }
        return mayHide ? shown(url.text) : url.text
    }

    /// Returns whether a URL has a sensitive parameter, or contains a sensitive value of this request's earlier URLs.
    ///
    /// The values of outer requests are ignored, because a handler's request may contain an equal text by chance.
    func isSensitive(_ url: RouteURL) -> Bool {
        let own = redaction.sensitive(in: [self.url.text] + redirectChain).values
        return redaction.redactedURL(url.text, hiding: own) != url.text
    }

    /// Returns another host's error without the sensitive values that a redirect on this host put into its URL.
    func hiding(_ error: RequestError, of stage: Request.Stage, _ request: Request) -> RequestError {
        guard !redirectChain.isEmpty, isSensitive(request.url) else { return error }
        let own = redaction.sensitive(in: [url.text] + redirectChain).values
        let words = DescribedError(description: redaction.redacted("\(error)", hiding: own))
        return RequestError(.stageFailed(url: request.shownURL, stage: stage, reason: Thrown(words)))
    }

    var pageLease: Lease? {
        get { state.withLock { $0.existingRecord?.pageLease } }
        set { state.withLock { $0.record.pageLease = newValue } }
    }

    /// Whether the rest of the pipeline runs in a separate task, which the request can abandon.
    var isInSeparateTask: Bool { hasTask.load(ordering: .relaxed) }

    /// Whether stages are recorded, for a trace or for the error that is thrown at the deadline.
    var recordsStages: Bool { isTraced || isInSeparateTask }

    func record(_ stage: Request.Stage) {
        state.withLock { $0.record.enter(stage) }
    }

    @inline(__always)
    func decide(_ decision: @autoclosure () -> String) { if isTraced { trace(decision()) } }

    private func trace(_ decision: String) { state.withLock { $0.record.trace?.decide(decision) } }

    /// Returns the trace of a traced request that has ended, with its error if it failed.
    func endedTrace(_ error: RequestError?) -> Trace {
        let steps = state.withLock { state in
            state.record.trace?.end()
            return state.record.trace?.steps ?? []
        }
        return Trace(request: id, parent: parent, url: shownURL, verb: verb, origin: origin, steps: steps, error: error)
    }

    func end() { presentStatus.store(.over, ordering: .releasing) }

    /// The remaining time, or `nil` if the clock is paused or the caller does not wait any more.
    var timeLeft: Duration? {
        isAwaited ? state.withLock { $0.clock.left(at: deadlines.now) } : nil
    }

    /// Expires the request, and abandons the code that it waits for.
    func expire() {
        guard interrupt(.expired) else { return }
        state.withLock { $0.existingRecord?.leave }?()
    }

    func cancel() { _ = interrupt(.cancelled) }

    private func interrupt(_ status: RequestStatus) -> Bool {
        var seen = self.status
        while seen < status {
            let (isDone, found) = presentStatus.compareExchange(
                expected: seen, desired: status, ordering: .acquiringAndReleasing)
            if isDone { return true }
            seen = found
        }
        return false
    }

    /// Pauses the clocks of this request and its outer requests while the body runs.
    ///
    /// The body waits for the user, for a reader of the output, or for an operation with its own time limits.
    ///
    /// No deadline passes during the pause, so the body does not need a task that the request can abandon.
    @inline(__always)
    func pausingClock<Value>(_ body: () async -> Value) async -> Value {
        let requests = chain
        for request in requests { request.state.withLock { $0.clock.pause(at: request.deadlines.now) } }
        let value = await body()
        for request in requests where request.state.withLock({ $0.resumeClock(at: request.deadlines.now) }) {
            request.deadlines.watch(request)
        }
        return value
    }
}

extension ActiveRequest {
    /// This request if its caller still waits, otherwise the nearest outer request whose caller still waits.
    ///
    /// A task that a handler starts may continue after the handler's request has ended.
    private var firstOpen: ActiveRequest? {
        var active: ActiveRequest? = self
        while let request = active, !request.isAwaited { active = request.outer }
        return active
    }

    /// This request, followed by its outer requests that have not ended, from the nearest to the outermost.
    ///
    /// The chain has at most one request more than the nesting limit.
    var chain: [ActiveRequest] {
        var requests = [self]
        var next = outer
        while let active = next, requests.count <= RequestLimits.nesting {
            if active.isAwaited { requests.append(active) }
            next = active.outer
        }
        return requests
    }
}

extension Request {
    /// This request if this host runs it; otherwise the request of the current task, which waits for the other host.
    var active: ActiveRequest? { owner as? ActiveRequest ?? ActiveRequest.current }

    /// Expires the request, as its clock does at the deadline.
    @_spi(Host) public func expire() { (owner as? ActiveRequest)?.expire() }

    /// Returns the error of a handler or interceptor; redacts sensitive values if it is an error about parameters.
    func redacted(_ error: any Error) -> any Error {
        guard error is ParameterError || error is ParametersError, let active else { return error }
        var redaction = active.redaction.urlRedaction(of: url)
        redaction.earlier = active.redaction.sensitive(in: [active.url.text] + active.redirectChain).values
        // An interceptor's pattern or a redirect may give a sensitive value another name.
        let names = redaction.names.union((captures + query).filter { redaction.hides($0.value) }.map(\.name))
        guard !names.isEmpty else { return error }
        if let error = error as? ParameterError { return error.redacting(names) }
        guard let error = error as? ParametersError else { return error }
        return ParametersError(error.faults.map { $0.redacting(names) }, isComplete: error.isComplete)
    }
}
