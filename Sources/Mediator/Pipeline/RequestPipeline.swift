/// The way of one request, from its URL to an answer that is no redirect: rewrites, look-up, access, interceptors, handler
/// or resolver.
///
/// It holds the registry that the request began with, so that all of its steps see one generation.
struct RequestPipeline {
    let life: ActiveRequest
    let mediator: Switchboard
    private(set) var registry: Registry
    /// Who led the request on, step by step.
    private var redirectSources: [String] = []
    /// The modules that were installed for it.
    var installed: Set<String> = []

    init(_ life: ActiveRequest, mediator: Switchboard, registry: Registry) {
        self.life = life
        self.mediator = mediator
        self.registry = registry
    }

    /// Whether the request has left its caller's URL.
    var isRedirected: Bool { !life.redirectChain.isEmpty }

    /// A request behind its rewrites, the best route for it, and the interceptors that cover its URL.
    struct Target: Sendable {
        let request: Request
        let route: RouteTable.Entry?
        let interceptors: [InstalledInterceptor]
    }

    /// Finds the target of the caller's URL.
    @inline(__always)
    mutating func target(of url: String, body: Payload?) async throws(RequestError) -> Target {
        let url = try await rewritten(try Self.parse(url, after: nil, showing: life.shown))
        return try await lookUp(url, body: body)
    }

    /// Finds the target of a URL that the request is led on to.
    mutating func target(redirectedTo next: String, by redirectSource: String, body: Payload?)
        async throws(RequestError)
        -> Target
    {
        let url = try await rewritten(try redirected(to: next, by: redirectSource))
        return try await lookUp(url, body: body)
    }

    /// Whether an interceptor or the handler ahead may wait, as far as it can be known.
    func mayWait(for target: Target) -> Bool {
        let answerMayWait =
            target.route?.route.handler.mayWait ?? !(mediator.resolvers.isEmpty && registry.fallbacks.isEmpty)
        return answerMayWait || target.interceptors.contains { $0.interceptor.mayWait }
    }

    /// Takes a request from its target to its end.
    @inline(__always)
    mutating func conclude(_ target: Target) async throws(RequestError) -> RequestOutcome {
        var answer = try await intercepted(target)
        while case .redirect(let next) = answer.response {
            let redirectSource = answer.answeredBy.description
            answer = try await intercepted(
                try await self.target(redirectedTo: next, by: redirectSource, body: answer.request.body))
        }
        return try await conclude(answer)
    }

    /// Begins a stage, unless the caller gave up while the one before was waited for, or the time is up.
    @inline(__always) func enter(_ stage: @autoclosure () -> Stage) throws(RequestError) {
        guard life.status == .open else { throw interruption }
        if life.recordsStages { life.record(stage()) }
    }

    /// Why no other stage begins.
    var interruption: RequestError {
        life.status == .cancelled
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
    mutating func redirected(to next: String, by redirectSource: String) throws(RequestError) -> RouteURL {
        let url = try Self.parse(next, after: life.shown(life.redirectChain.last ?? life.url), showing: life.shown)
        life.redirect(to: next)
        redirectSources.append(redirectSource)
        guard redirectSources.count <= RequestLimits.redirects else {
            throw .tooManyRedirects(
                chain: ([life.url] + life.redirectChain).map(life.shown), by: redirectSources.withoutRepetition)
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

    /// The URL behind all rewrites that are for it, with the modules started whose interceptors cover it.
    @inline(__always)
    mutating func rewritten(_ original: RouteURL) async throws(RequestError) -> RouteURL {
        var url = original
        while let (rewrite, match) = registry.rewrites.match(url) {
            try enter(.rewriting)
            let (next, isFirst) = try registry.apply(rewrite, match, to: url, showing: life.shown)
            life.decide("to \(life.shown(next)), by \(rewrite.words)")
            if isFirst { report(rewrite, url, next) }
            url = try redirected(to: next, by: rewrite.name)
        }
        // No interceptor is bypassed because its module has not started.
        guard registry.hasIdleInterceptors else { return url }
        for module in registry.lazyModules.interceptingModules(of: url) { try await start(module, for: url) }
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

extension RequestPipeline {
    /// Starts a module; what it registers is seen, so the request takes the registry that it waited for.
    mutating func start(_ module: String, for url: RouteURL) async throws(RequestError) {
        guard let starter = registry.lazyModules.starter else { return }
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
