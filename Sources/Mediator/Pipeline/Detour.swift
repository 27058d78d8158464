import Synchronization

/// A detour: an interceptor sent the user to another page, such as a log-in, and the request waits for that page.
final class Detour: Sendable {
    let active: ActiveRequest
    let module: String
    /// The interceptor's later decision that ends the detour: any decision except another detour.
    let decision = Promise<Decision>()
    private let decideAgain: @Sendable () async -> Decision?

    init(of active: ActiveRequest, module: String, decideAgain: @escaping @Sendable () async -> Decision?) {
        self.active = active
        self.module = module
        self.decideAgain = decideAgain
    }

    /// Asks the interceptor again, within the request's time limit, and returns whether the detour is over.
    func isOver() async -> Bool {
        // An earlier call may have ended the detour before its page was on the stack.
        if decision.value != nil { return true }
        let answer = Promise<Decision?>()
        let work = ActiveRequest.$current.withValue(active) { Task { answer.fulfill(await decideAgain()) } }
        answer.fulfill(nil, after: active.deadline, on: active.deadlines)
        defer { work.cancel() }
        guard let decision = await answer.waitUnlessCancelled() ?? nil else { return false }
        if case .detour = decision.kind { return false }
        self.decision.fulfill(decision)
        return true
    }
}

/// The detours that requests wait for now, in the order in which the detours began.
final class Detours: Sendable {
    private let waiting = Mutex<[Detour]>([])
    private let count = Atomic(0)
    private let answers = Atomic(0)

    /// Registers a detour while the body, which waits for the user, runs.
    func with<Value>(
        _ detour: Detour, _ body: () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        waiting.withLock { $0.append(detour) }
        count.add(1, ordering: .relaxed)
        defer {
            waiting.withLock { $0.removeAll { $0 === detour } }
            count.subtract(1, ordering: .relaxed)
        }
        return try await body()
    }

    /// Runs the body, which answers a form or action and then dismisses its page; in that time, no call ends a detour.
    func answering<Value>(_ body: () async -> Value) async -> Value {
        answers.add(1, ordering: .relaxed)
        defer { answers.subtract(1, ordering: .relaxed) }
        return await body()
    }

    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// Whether a call may end detours.
    var mayEnd: Bool { !isEmpty && answers.load(ordering: .relaxed) == 0 }

    /// Returns the detours on which a module's interceptors decided; without a module, all detours.
    func of(_ module: String?) -> [Detour] { waiting.withLock { $0.filter { module == nil || $0.module == module } } }

    /// Returns whether a call has ended the detour of a request.
    func isOver(for request: ActiveRequest) -> Bool {
        waiting.withLock { $0.contains { $0.active === request && $0.decision.value != nil } }
    }
}

extension Switchboard {
    /// The longest time that a call waits for interceptors that are asked again; slower interceptors continue to run.
    private static let askingLimit = Duration.seconds(1)

    /// Asks interceptors again about the requests that they sent on a detour.
    ///
    /// The call may have made the detour's page unnecessary, for example by logging in.
    ///
    /// - Parameters:
    ///   - module: the module whose interceptors are asked, or `nil` for all modules.
    ///   - call: the call that ended. If an interceptor made the call, nothing happens: otherwise, the calls of two
    ///     interceptors could cause each other without end.
    func endDetours(of module: String? = nil, after call: ActiveRequest? = nil) async {
        let asked = detours.of(module)
        if asked.isEmpty || call?.isOfInterceptor == true { return }
        let done = Promise<Void>()
        Task {
            let answers = asked.map { detour in Task { await detour.isOver() } }
            for (detour, answer) in zip(asked, answers) where await answer.value {
                await leaveDetours(of: detour.active.id)
            }
            done.fulfill(())
        }
        done.fulfill((), after: Self.askingLimit, on: deadlines)
        _ = await done.waitUnlessCancelled()
    }
}

extension Request {
    /// The number of the request that waits for this request's page, if this request is a detour.
    @_spi(Host) public var detouring: RequestID? {
        guard let active = owner as? ActiveRequest, active.isDetour else { return nil }
        return active.parent
    }

    /// The URL and origin of the request that waits for this detour; `nil` if a repetition would also need other data.
    var opener: (url: RouteURL, origin: Origin)? {
        guard let active = (owner as? ActiveRequest)?.detouring, active.isAwaited, active.parent == nil,
            active.verb == .open, active.passedObject == nil, !active.awaitsResult, active.shownURL == active.url.text
        else { return nil }
        return (active.url, active.origin)
    }

    var isAwaited: Bool { (owner as? ActiveRequest)?.isAwaited ?? true }

    /// Sets the order in which two requests continue that wait for detours to the same page: first the request that
    /// waits for `earlier`, then the request that waits for this detour.
    func goOn(after earlier: Request) {
        guard let active = owner as? ActiveRequest, let other = earlier.owner as? ActiveRequest else { return }
        active.turn = other.detouring?.settlement
    }
}

extension ActiveRequest {
    /// Whether the code of an interceptor made the request, directly or through other requests.
    fileprivate var isOfInterceptor: Bool {
        for outer in chain.dropFirst() {
            // The interceptor that decided on a detour does not make the requests of the detour's page.
            if outer.isDetour { return false }
            if case .interceptor = outer.stage { return true }
        }
        return false
    }

    /// The promise that is fulfilled when the request has ended or waits for the user again.
    fileprivate var settlement: Promise<Void>? {
        let settlement = state.withLock { state in
            if state.record.settlement == nil { state.record.settlement = Promise() }
            return state.record.settlement
        }
        if !isAwaited { settle() }
        return settlement
    }

    /// The request that waits for the page of this request, if this request is a detour.
    fileprivate var detouring: ActiveRequest? { isDetour ? outer : nil }

    /// The `settlement` of the request that waits for an earlier detour to the same page. After this detour's page was
    /// answered, this detour awaits that settlement.
    fileprivate(set) var turn: Promise<Void>? {
        get { state.withLock { $0.existingRecord?.turn } }
        set { state.withLock { $0.record.turn = newValue } }
    }

    /// Fulfils the `settlement`, if a later detour to the same page awaits it.
    func settle() { state.withLock { $0.existingRecord?.settlement.take() }?.fulfill(()) }
}
