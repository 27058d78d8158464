/// The way of one request, from its URL to an answer that is no redirect: rewrites, look-up, access, interceptors, handler
/// or resolver.
///
/// It holds the registry that the request began with, so that all of its steps see one generation.
struct Mediation {
    /// How many rewrites, redirects and changes of URL a request may go through.
    static let stepLimit = 16

    let life: RequestLife
    let mediator: Switchboard
    private(set) var registry: Registry
    /// The URLs that the request was led on to.
    private var further: [String] = []
    /// Who led the request on, step by step.
    private var movers: [String] = []
    /// The modules that were installed for it.
    var installed: Set<String> = []

    init(_ life: RequestLife, mediator: Switchboard, registry: Registry) {
        self.life = life
        self.mediator = mediator
        self.registry = registry
    }

    /// Whether the request has left its caller's URL.
    var isLedOn: Bool { !further.isEmpty }

    /// Whether code is ahead that may wait, as far as it can be known.
    func mayWait(for request: Request, _ route: RouteTable.Entry?, at standpoint: Standpoint) -> Bool {
        switch standpoint {
        case .declined, .answered, .performed, .concluded: return false
        case .lookedUp, .interceptor, .intercepted: break
        }
        let answerMayWait =
            route?.route.handler.mayWait ?? !(mediator.resolvers.isEmpty && registry.fallbacks.isEmpty)
        return answerMayWait || registry.interceptors.mayWait(for: request.url)
    }

    /// What comes of a request that was stopped on its way.
    mutating func conclude(
        _ first: Request, _ found: RouteTable.Entry?, from standpoint: Standpoint
    ) async throws(RequestError) -> Conclusion {
        if case .performed(let command, let feedback, let answer) = standpoint {
            return try await conclude(command, feedback, answer)
        }
        var answer = try await answer(first, found, from: standpoint)
        while case .redirect(let next) = answer.response {
            let url = try await rewritten(try moved(to: next, by: answer.answeredBy.description))
            let (request, route) = try lookUp(url, body: answer.request.body)
            answer = try await intercepted(request, route)
        }
        return try await conclude(answer)
    }

    private mutating func answer(
        _ request: Request, _ route: RouteTable.Entry?, from standpoint: Standpoint
    ) async throws(RequestError) -> Answer {
        switch standpoint {
        case .answered(let answer): return answer
        case .interceptor(let interceptor, let decision, var met):
            return try await intercepted(request, route, &met, from: (interceptor, decision))
        case .intercepted: return try await answer(request, route)
        case .declined: return try await answerInstead(of: route, request)
        case .lookedUp, .performed, .concluded: return try await intercepted(request, route)
        }
    }

    /// Begins a stage, unless the caller gave up while the one before was waited for, or the time is up.
    @inline(__always) func enter(_ stage: @autoclosure () -> Stage) throws(RequestError) {
        guard life.standing == .open else { throw interruption }
        if life.recordsStages { life.record(stage()) }
    }

    /// Why no other stage begins.
    var interruption: RequestError {
        life.standing == .cancelled
            ? .cancelled(url: life.shownURL, during: life.stage)
            : .deadline(url: life.shownURL, stage: life.stage, limit: life.deadline)
    }

    /// Runs the code of a stage: as it is where it cannot wait or all that is ahead has a task of its own, and otherwise in
    /// a task that can be left behind.
    @inline(__always) func run<Input, Output>(
        _ body: StageBody<Input, Output>, with input: Input, as stage: @autoclosure () -> Stage, for request: Request
    ) async throws(RequestError) -> Output {
        let result: Result<Output, any Error>
        switch body {
        case .synchronous(let code) where life.isApart:
            do { return try code(input) } catch { throw failure(error, of: stage(), request) }
        case .synchronous(let code):
            result = life.asCurrent { try code(input) }
        case .asynchronous(let code) where life.isApart:
            do { return try await code(input) } catch { throw failure(error, of: stage(), request) }
        case .asynchronous(let code):
            result = try await life.run(stage(), mediator.deadlines) { () async throws in try await code(input) }
        }
        do { return try result.get() } catch { throw failure(error, of: stage(), request) }
    }

    static func parse(_ text: String, after source: String?) throws(RequestError) -> RouteURL {
        do {
            return try RouteURL(text)
        } catch {
            throw .invalidURL(text, reason: error, redirectedFrom: source)
        }
    }

    /// The URL that the request is led on to.
    ///
    /// - Parameter mover: who leads it there.
    mutating func moved(to next: String, by mover: String) throws(RequestError) -> RouteURL {
        let url = try Self.parse(next, after: registry.shown(further.last ?? life.url))
        further.append(next)
        movers.append(mover)
        guard further.count <= Self.stepLimit else {
            throw .tooManyRedirects(
                chain: ([life.url] + further).map(registry.shown), by: movers.withoutRepetition)
        }
        return url
    }

    /// Takes the newest registry in place of the one that the request began with.
    mutating func renewRegistry() { registry = mediator.registry }

    /// Reports the first use of a rewrite that nobody should use from some day on.
    private func report(_ rewrite: InstalledRewrite, _ url: RouteURL, _ next: String) {
        guard let date = rewrite.rewrite.deprecation else { return }
        life.observer?.noticed(
            .deprecated(
                url: registry.shown(url.text), replacement: registry.shown(next), rewrite: rewrite.rewrite.pattern,
                module: rewrite.owner, from: date, origin: life.origin))
    }

    /// Whether a URL can be looked up as it is: no rewrite is for it, and no module has to start.
    func isReady(for url: RouteURL) -> Bool {
        if registry.looksUpAtOnce { return true }
        return registry.rewrites.match(url) == nil && registry.dormant.guards(of: url).isEmpty
            && registry.dormant.owner(of: url) == nil
    }

    /// The URL after all rewrites that are for it, with the modules started that its look-up needs.
    mutating func rewritten(_ url: RouteURL) async throws(RequestError) -> RouteURL {
        isReady(for: url) ? url : try await rewriting(url)
    }

    /// The same where it is not ready.
    mutating func rewriting(_ original: RouteURL) async throws(RequestError) -> RouteURL {
        var url = original
        while let (rewrite, match) = registry.rewrites.match(url) {
            try enter(.rewriting)
            let (next, isFirst) = try registry.apply(rewrite, match, to: url)
            life.decide("to \(registry.shown(next)), by \(rewrite.words)")
            if isFirst { report(rewrite, url, next) }
            url = try moved(to: next, by: rewrite.name)
        }
        try await startGuards(of: url)
        try await startOwner(of: url)
        return url
    }
}

extension [String] {
    /// The texts without those that were there before.
    var withoutRepetition: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
