import Synchronization

/// The life of one request, from its URL to its one outcome.
///
/// The stages run in a task of their own, so that whoever asked is answered at the deadline even where a stage pays no
/// heed to its cancellation. Whatever comes second, an outcome after the deadline for instance, is not the outcome: it
/// is reported.
final class RequestLife: TimeLimited {
    /// How many requests may stand in one another.
    static let nestingLimit = 32

    /// The request that the current task answers.
    @TaskLocal static var current: RequestLife?

    let id: RequestID
    /// The URL as the caller wrote it.
    let url: String
    let verb: Verb
    let origin: Origin
    let context: (any Sendable)?
    let deadline: Duration
    /// Whether the caller waits for the value that the opened page is dismissed with.
    let awaitsResult: Bool
    /// The request whose handler made this one, as long as somebody waits for it.
    private weak let outer: RequestLife?
    /// The number of that request.
    let parent: RequestID?
    let observer: (any MediationObserver)?
    private let isTraced: Bool
    private let state: Mutex<State>

    private struct State {
        var stage = Stage.lookUp
        var shownURL: String?
        var outcome: Result<Conclusion, RequestError>?
        var waiter: UnsafeContinuation<Void, Never>?
        /// In which the stages run, once it is known.
        var task: Task<Void, Never>?
        var clock: DeadlineClock
        var trace: TraceRecorder?
    }

    init(
        id: RequestID, url: String, verb: Verb, origin: Origin, options: RequestOptions, awaitsResult: Bool = false,
        observer: (any MediationObserver)? = nil
    ) {
        self.id = id
        self.url = url
        self.verb = verb
        self.origin = origin
        self.awaitsResult = awaitsResult
        self.observer = observer
        context = options.context
        deadline = min(max(options.deadline, .zero), .seconds(86_400))
        outer = Self.current?.firstOpen
        parent = outer?.id
        isTraced = observer?.wantsTraces ?? false
        state = Mutex(State(clock: DeadlineClock(limit: deadline), trace: isTraced ? TraceRecorder() : nil))
    }

    /// The outcome, once there is one.
    var outcome: Result<Conclusion, RequestError>? { state.withLock(\.outcome) }

    /// The stage that runs, or that ran last.
    var stage: Stage { state.withLock(\.stage) }

    /// The URL for messages and traces: that of the caller until a route says that a part of it is not to be shown.
    var shownURL: String { state.withLock(\.shownURL) ?? url }

    /// Has the URL shown without a sensitive value.
    func show(_ url: String) { state.withLock { $0.shownURL = url } }

    /// Begins a stage, unless the request is over: what goes on behind its outcome is no stage of it any more.
    ///
    /// - Returns: whether it began.
    @discardableResult
    func enter(_ stage: Stage) -> Bool {
        state.withLock { state in
            guard state.outcome == nil else { return false }
            state.stage = stage
            state.trace?.enter(stage)
            return true
        }
    }

    /// Notes what the stage decided, for the trace.
    func decide(_ decision: @autoclosure () -> String) {
        guard isTraced else { return }
        state.withLock { $0.trace?.decide(decision()) }
    }

    /// The stages so far, where the request is traced.
    var steps: [TraceStep]? { state.withLock { $0.trace?.steps } }

    /// Gives the request its outcome.
    ///
    /// - Returns: whether it is the first one; any other changes nothing.
    func end(_ outcome: Result<Conclusion, RequestError>) -> Bool {
        let (isFirst, waiter) = state.withLock { state in
            guard state.outcome == nil else { return (false, nil as UnsafeContinuation<Void, Never>?) }
            state.outcome = outcome
            state.trace?.end()
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        // Whoever waits may end the process next.
        if isFirst { observer?.ended(self) }
        waiter?.resume()
        return isFirst
    }

    /// Waits for the outcome.
    func wait() async {
        await withUnsafeContinuation { continuation in
            let isOver = state.withLock { state in
                if state.outcome == nil { state.waiter = continuation }
                return state.outcome != nil
            }
            if isOver { continuation.resume() }
        }
    }

    /// Says in which task the stages run.
    func run(in task: Task<Void, Never>) { state.withLock { $0.task = task } }

    /// Cancels the stage that runs.
    func cancel() { state.withLock(\.task)?.cancel() }

    /// The time that is left, or `nil` where the clock stands still or the request is over.
    var timeLeft: Duration? { state.withLock { $0.outcome == nil ? $0.clock.left : nil } }

    /// Stops the clock of this request, and of all that wait for it, while the body waits for a person.
    func pausingClock<Value>(_ deadlines: Deadlines<RequestLife>, _ body: () async -> Value) async -> Value {
        let lives = chain
        for life in lives { life.state.withLock { $0.clock.pause() } }
        let value = await body()
        for life in lives where life.state.withLock({ $0.clock.resume() }) { deadlines.watch(life) }
        return value
    }
}

extension RequestLife {
    /// This request, or the nearest outer one that is not over: a handler may start a task that asks later.
    private var firstOpen: RequestLife? {
        var life: RequestLife? = self
        while let candidate = life, candidate.outcome != nil { life = candidate.outer }
        return life
    }

    /// This request and those around it that are not over, the innermost first; at most one more than may be.
    ///
    /// One that is over waits for nobody: a task that its handler started goes on alone.
    var chain: [RequestLife] {
        var lives = [self]
        var next = outer
        while let life = next, lives.count <= Self.nestingLimit {
            if life.outcome == nil { lives.append(life) }
            next = life.outer
        }
        return lives
    }
}
