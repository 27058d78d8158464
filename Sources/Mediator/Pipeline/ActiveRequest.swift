import Synchronization

/// What is known of one request from its URL to its one outcome: who asks, how long it may take, and how it stands.
///
/// The request's own way is in its caller's task. Only code that may wait runs in a task of its own (`apart`), so that
/// whoever asked is answered at the deadline even where that code pays no heed to its cancellation.
final class ActiveRequest: RequestOwner, TimeLimited {
    /// The request whose code may wait in the current task.
    @TaskLocal static var current: ActiveRequest?

    let id: RequestID
    /// The URL as the caller wrote it.
    let url: String
    let verb: Verb
    let origin: Origin
    let context: (any Sendable)?
    let deadline: Duration
    /// Whether the caller waits for the value that the opened page is dismissed with.
    let awaitsResult: Bool
    /// Whether the call is for the page that an `open` would show.
    let wantsPage: Bool
    /// Notes the commands in place of the navigator, where this request or one around it is only planned.
    let planner: NavigationPlanner?
    /// The request whose handler made this one, as long as somebody waits for it.
    private weak let outer: ActiveRequest?
    /// The number of that request.
    let parent: RequestID?
    let observer: (any MediationObserver)?
    let redaction: Redaction
    let isTraced: Bool
    private let now = Atomic(RequestStatus.open)
    /// See `isApart`.
    let hasTask = Atomic(false)
    let state: Mutex<State>

    struct State {
        var clock: DeadlineClock
        /// The URLs that it was led on to.
        var redirectChain: [String] = []
        /// What of it was the first of its kind, so that the next ones are duplicates.
        var admissions: [Admission] = []
        /// Held by the pages that come of the request.
        var pageLease: Lease?
        /// Most requests need none.
        private var record: StageRecord?

        init(_ clock: DeadlineClock) { self.clock = clock }

        /// What is kept of the stages.
        var stages: StageRecord {
            mutating get {
                let stages = record ?? StageRecord()
                record = stages
                return stages
            }
        }
    }

    init(
        id: RequestID, url: String, verb: Verb, origin: Origin, options: RequestOptions, awaitsResult: Bool = false,
        wantsPage: Bool = false, planner: NavigationPlanner? = nil, observer: (any MediationObserver)? = nil,
        redaction: Redaction
    ) {
        self.id = id
        self.url = url
        self.verb = verb
        self.origin = origin
        self.awaitsResult = awaitsResult
        self.wantsPage = wantsPage
        self.planner = planner ?? Self.current?.planner
        self.observer = observer
        self.redaction = redaction
        context = options.context
        deadline = min(max(options.deadline, .zero), RequestLimits.deadline)
        outer = Self.current?.firstOpen
        parent = outer?.id
        isTraced = observer?.wantsTraces ?? false
        state = Mutex(State(DeadlineClock(limit: deadline)))
        if isTraced { state.withLock { $0.stages.trace = TraceRecorder() } }
    }

    /// Returns whether a route of a verb may answer.
    func accepts(_ verb: Verb) -> Bool { verb == self.verb || wantsPage && verb == .open }

    /// Returns whether the request can use an answer.
    func accepts(_ response: Response) -> Bool { response.suits(verb) || wantsPage && response.page != nil }

    var status: RequestStatus { now.load(ordering: .acquiring) }

    /// Whether somebody waits for the outcome.
    var isAwaited: Bool { status < .expired }

    /// The stage whose code may wait, or did so last.
    var stage: Stage { state.withLock { $0.stages.stage } }

    /// The caller's URL for messages and traces.
    var shownURL: String { shown(url) }

    /// The URLs that the request was led on to.
    var redirectChain: [String] { state.withLock(\.redirectChain) }

    /// Notes a URL that the request is led on to.
    func redirect(to url: String) { state.withLock { $0.redirectChain.append(url) } }

    /// A URL for messages and traces, without what is sensitive in any that led to it, from the outermost request on.
    func shown(_ url: String) -> String {
        if redaction.isEmpty { return url }
        return redaction.shown(url, hiding: redaction.values(in: chain.flatMap { [$0.url] + $0.redirectChain }))
    }

    /// Whether a URL of this request has a sensitive parameter, or hands on the value of one. The requests around it do not
    /// count: what a handler asks for may have an equal text by chance.
    func isSensitive(_ url: RouteURL) -> Bool {
        redaction.shown(url.text, hiding: redaction.values(in: [self.url] + redirectChain)) != url.text
    }

    /// What the pages are to hold that come of the request.
    var pageLease: Lease? { state.withLock(\.pageLease) }

    /// Has the pages hold something that come of the request.
    func lease(_ lease: Lease?) { state.withLock { $0.pageLease = lease } }

    /// Whether all that is ahead has a task of its own, in which it can be left behind.
    var isApart: Bool { hasTask.load(ordering: .relaxed) }

    /// Whether somebody may want to know which stage runs.
    var recordsStages: Bool { isTraced || isApart }

    /// Takes down the beginning of a stage.
    func record(_ stage: Stage) {
        state.withLock { $0.stages.enter(stage) }
    }

    /// Notes what the stage decided, for the trace.
    func decide(_ decision: @autoclosure () -> String) {
        guard isTraced else { return }
        // What may be shown of a URL is found out by the lock, too.
        let decision = decision()
        state.withLock { $0.stages.trace?.decide(decision) }
    }

    /// The stages of a request that is over, where it was traced.
    var steps: [TraceStep]? {
        guard isTraced else { return nil }
        return state.withLock { state in
            state.stages.trace?.end()
            return state.stages.trace?.steps
        }
    }

    /// The request has its outcome.
    func end() { now.store(.over, ordering: .releasing) }

    /// The time that is left, or `nil` where the clock stands still or nobody waits any more.
    var timeLeft: Duration? {
        isAwaited ? state.withLock { $0.clock.left } : nil
    }

    /// The time is up: the code that is waited for is left behind.
    func expire() {
        guard interrupt(.expired) else { return }
        state.withLock { $0.stages.leave }?()
    }

    /// The caller gave up.
    func cancel() { _ = interrupt(.cancelled) }

    private func interrupt(_ status: RequestStatus) -> Bool {
        var seen = self.status
        while seen < status {
            let (isDone, found) = now.compareExchange(
                expected: seen, desired: status, ordering: .acquiringAndReleasing)
            if isDone { return true }
            seen = found
        }
        return false
    }

    /// Stops the clock of this request, and of all that wait for it, while the body waits for a person, or what reads the output.
    func pausingClock<Value>(_ body: () async -> Value) async -> Value {
        let lives = chain
        for life in lives { life.state.withLock { $0.clock.pause() } }
        let value = await body()
        for life in lives where life.state.withLock({ $0.clock.resume() }) { Deadlines.shared.watch(life) }
        return value
    }
}

extension ActiveRequest {
    func reportSecondAnswer(in stage: Stage) {
        observer?.noticed(.answeredTwice(request: id, url: shownURL, stage: stage))
    }

    /// This request, or the nearest outer one that somebody waits for: a handler may start a task that asks later.
    private var firstOpen: ActiveRequest? {
        var life: ActiveRequest? = self
        while let candidate = life, !candidate.isAwaited { life = candidate.outer }
        return life
    }

    /// This request and those around it that are not over, the innermost first; at most one more than may be.
    ///
    /// One that is over waits for nobody: a task that its handler started goes on alone.
    var chain: [ActiveRequest] {
        var lives = [self]
        var next = outer
        while let life = next, lives.count <= RequestLimits.nesting {
            if life.isAwaited { lives.append(life) }
            next = life.outer
        }
        return lives
    }
}

/// How a request stands, whatever stage it is in; it never goes back to an earlier one.
enum RequestStatus: UInt8, AtomicRepresentable, Comparable {
    case open
    /// Its caller gave up while code of a stage was waited for.
    case cancelled
    /// Its time is up.
    case expired
    /// It has its outcome.
    case over

    static func < (first: RequestStatus, second: RequestStatus) -> Bool { first.rawValue < second.rawValue }
}

/// What is kept of the stages of a request, where its code may wait or somebody wants a trace.
final class StageRecord {
    /// The stage that runs, or ran last.
    var stage = Stage.lookUp
    /// Leaves the code behind that is waited for.
    var leave: (@Sendable () -> Void)?
    var isWatched = false
    var trace: TraceRecorder?

    /// Begins a stage.
    func enter(_ stage: Stage) {
        self.stage = stage
        trace?.enter(stage)
    }
}

extension Request {
    /// The request that the pipeline runs.
    var active: ActiveRequest {
        guard let active = owner as? ActiveRequest else { preconditionFailure("only the pipeline makes requests") }
        return active
    }

    /// Returns a handler's or an interceptor's error without the values of sensitive parameters, as far as the SDK
    /// makes its text.
    func redacted(_ error: any Error) -> any Error {
        guard error is ParameterError || error is ParametersError else { return error }
        let names = active.redaction.urlRedaction(of: url).names
        guard !names.isEmpty else { return error }
        if let error = error as? ParameterError { return error.redacting(names) }
        guard let error = error as? ParametersError else { return error }
        return ParametersError(error.faults.map { $0.redacting(names) }, isComplete: error.isComplete)
    }
}
