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
    /// Who led the request on, step by step.
    private var redirectSources: [String] = []
    /// The modules that were installed for it.
    var installed: Set<String> = []

    init(_ life: RequestLife, mediator: Switchboard, registry: Registry) {
        self.life = life
        self.mediator = mediator
        self.registry = registry
    }

    /// Whether the request has left its caller's URL.
    var isLedOn: Bool { !life.further.isEmpty }

    /// A request behind its rewrites, and the best route for it.
    struct Target: Sendable {
        let request: Request
        let route: RouteTable.Entry?
    }

    /// Finds the target of the caller's URL.
    mutating func target(of url: String, body: Payload?) async throws(RequestError) -> Target {
        // The look-up sees what the modules brought that were started for the URL.
        let url = try await rewritten(try Self.parse(url, after: nil, showing: life.shown))
        return try lookUp(url, body: body)
    }

    /// Finds the target of a URL that the request is led on to.
    mutating func target(movedTo next: String, by redirectSource: String, body: Payload?) async throws(RequestError)
        -> Target
    {
        let url = try moved(to: next, by: redirectSource)
        let target = try await rewritten(url)
        return try lookUp(target, body: body)
    }

    /// Whether an interceptor or the handler ahead may wait, as far as it can be known.
    func mayWait(for target: Target) -> Bool {
        let answerMayWait =
            target.route?.route.handler.mayWait ?? !(mediator.resolvers.isEmpty && registry.fallbacks.isEmpty)
        return answerMayWait || registry.interceptors.mayWait(for: target.request.url)
    }

    /// Takes a request from its target to its end.
    mutating func conclude(_ target: Target) async throws(RequestError) -> Conclusion {
        var answer = try await intercepted(target)
        while case .redirect(let next) = answer.response {
            let redirectSource = answer.answeredBy.description
            answer = try await intercepted(
                try await self.target(movedTo: next, by: redirectSource, body: answer.request.body))
        }
        return try await conclude(answer)
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
        _ body: HandlerBody<Input, Output>, with input: Input, as stage: @autoclosure () -> Stage, for request: Request
    ) async throws(RequestError) -> Output {
        let result: Result<Output, any Error>
        switch body {
        case .synchronous(let code):
            do { return try code(input) } catch { throw failure(error, of: stage(), request) }
        case .asynchronous(let code) where life.isApart:
            do { return try await code(input) } catch { throw failure(error, of: stage(), request) }
        case .asynchronous(let code):
            result = try await life.run(stage()) { () async throws in try await code(input) }
        }
        do { return try result.get() } catch { throw failure(error, of: stage(), request) }
    }

    static func parse(
        _ text: String, after source: String?, showing shown: (String) -> String
    ) throws(RequestError) -> RouteURL {
        do {
            return try RouteURL(text)
        } catch {
            throw .invalidURL(shown(text), reason: error.showing(shown), redirectedFrom: source)
        }
    }

    /// The URL that the request is led on to.
    ///
    /// - Parameter redirectSource: who leads it there.
    mutating func moved(to next: String, by redirectSource: String) throws(RequestError) -> RouteURL {
        let url = try Self.parse(next, after: life.shown(life.further.last ?? life.url), showing: life.shown)
        life.lead(to: next)
        redirectSources.append(redirectSource)
        guard redirectSources.count <= Self.stepLimit else {
            throw .tooManyRedirects(
                chain: ([life.url] + life.further).map(life.shown), by: redirectSources.withoutRepetition)
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
                url: life.shown(url.text), replacement: life.shown(next), rewrite: rewrite.rewrite.pattern,
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
            let (next, isFirst) = try registry.apply(rewrite, match, to: url, showing: life.shown)
            life.decide("to \(life.shown(next)), by \(rewrite.words)")
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

extension Mediation {
    /// Starts the modules whose interceptors cover a URL: none is bypassed.
    mutating func startGuards(of url: RouteURL) async throws(RequestError) {
        try await start(registry.dormant.guards(of: url), for: url)
    }

    /// Starts the module of the best route for a URL.
    mutating func startOwner(of url: RouteURL) async throws(RequestError) {
        guard let owner = registry.dormant.owner(of: url) else { return }
        try await start([owner], for: url)
    }

    /// Starts modules, one after the other; what they register is seen, so the request takes the generation that it
    /// waited for.
    mutating func start(_ modules: [String], for url: RouteURL) async throws(RequestError) {
        guard let starter = registry.dormant.starter else { return }
        for module in modules {
            let stage = Stage.activation(module: module)
            try enter(stage)
            let result = try await life.run(stage) { () async throws in
                try await starter.start(module)
            }
            try checkIsAwaited(after: stage)
            if case .failure(let reason) = result {
                throw .moduleNotStarted(url: life.shown(url.text), module: module, reason: reason)
            }
            life.decide("started")
            renewRegistry()
        }
    }
}
