/// The pipeline of one request, from its URL to an answer that is no redirect: rewrites, look-up, access, interceptors,
/// handler or resolver.
///
/// It holds the registry of the request's beginning, so that all of its steps see one generation.
struct RequestPipeline {
    let active: ActiveRequest
    let mediator: Switchboard
    /// The registry of the request's beginning, or the newest one after the start of a module.
    var registry: Registry
    /// The modules that may answer another host, until one of them redirects; `nil` for all.
    var served: Set<String>?

    /// A request after its rewrites, its best route, and the interceptors that cover its URL.
    struct Target: Sendable {
        let request: Request
        let route: RouteTable.Entry?
        let interceptors: [CoveringInterceptor]
    }

    /// Returns the target of the caller's URL.
    @inline(__always)
    mutating func target(of url: RouteURL, body: Payload?) async throws(RequestError) -> Target {
        try Self.check(url, after: nil, showing: active.shown)
        return try await lookUp(try await rewritten(url), body: body)
    }

    /// Returns the target of a URL to which the request is redirected.
    mutating func target(
        redirectedTo next: RouteURL, by source: Request.Stage, body: Payload?
    ) async throws(RequestError) -> Target {
        served = nil
        try redirect(to: next, by: source.description)
        try checkLead(to: next, by: source)
        return try await lookUp(try await rewritten(next), body: body)
    }

    /// Returns whether an interceptor or the handler of a target may wait, as far as the pipeline can know.
    func mayWait(for target: Target) -> Bool {
        let answerMayWait =
            target.route?.route.handler.mayWait ?? !(mediator.resolvers.isEmpty && registry.fallbacks.isEmpty)
        return answerMayWait || target.interceptors.contains { $0.installed.interceptor.mayWait }
    }

    /// Runs a request from its target to its end.
    @inline(__always)
    mutating func complete(_ target: Target) async throws(RequestError) -> RequestOutcome {
        var answer = try await intercepted(target)
        while case .redirect(let next) = answer.response {
            answer = try await intercepted(
                try await self.target(redirectedTo: next, by: answer.answeredBy, body: answer.request.body))
        }
        return try await deliver(answer)
    }

    /// Runs a request that cannot wait from its target to its end, in memory of its own, which a request that waits
    /// does not hold.
    @inline(never)
    mutating func completeAtOnce(_ target: Target) async throws(RequestError) -> RequestOutcome {
        try await complete(target)
    }

    /// Begins a stage, unless the caller gave up during the one before, or the deadline has passed.
    @inline(__always) func enter(_ stage: @autoclosure () -> Request.Stage) throws(RequestError) {
        guard active.status == .open else { throw interruption }
        if active.recordsStages { active.record(stage()) }
    }

    /// The reason why no other stage begins.
    var interruption: RequestError {
        active.status == .cancelled
            ? RequestError(.cancelled(url: active.shownURL, during: active.stage))
            : RequestError(.deadline(url: active.shownURL, stage: active.stage, limit: active.deadline))
    }

    /// Runs the code of a module, with a note while it runs: directly if it cannot wait or if the rest of the pipeline
    /// has a task of its own, and otherwise in a task that the request can leave.
    @inline(__always) func runNoted<Input, Output>(
        _ body: HandlerBody<Input, Output>, with input: Input, of owner: some NotedCode, for request: Request
    ) async throws(RequestError) -> Output {
        let result: Result<Output, any Error>
        switch body {
        case .synchronous(let code):
            let slot = mediator.activities?.begin(owner, for: request, active, holdsThread: true)
            defer { mediator.activities?.end(slot) }
            do { return try code(input) } catch { throw failure(error, of: owner.stage, request) }
        case .asynchronous(let code) where active.isApart:
            let slot = mediator.activities?.begin(owner, for: request, active, holdsThread: false)
            defer { mediator.activities?.end(slot) }
            do { return try await code(input) } catch { throw failure(error, of: owner.stage, request) }
        case .asynchronous(let code):
            result = try await active.run(owner.stage) { [active, mediator] () async throws in
                let slot = mediator.activities?.begin(owner, for: request, active, holdsThread: false)
                defer { mediator.activities?.end(slot) }
                return try await code(input)
            }
        }
        do { return try result.get() } catch { throw failure(error, of: owner.stage, request) }
    }

    /// Refuses an invalid URL.
    @inline(__always) static func check(
        _ url: RouteURL, after source: @autoclosure () -> String?, showing shown: (String) -> String
    ) throws(RequestError) {
        guard let fault = url.fault else { return }
        throw RequestError(.invalidURL(shown(url.text), reason: "\(fault.showing(shown))", redirectedFrom: source()))
    }

    /// Checks that a caller with a limit leads its own request only to what it may ask for itself.
    func checkLead(to url: RouteURL, by stage: Request.Stage) throws(RequestError) {
        if let mayLead = active.mayLead, let module = stage.module, active.origin == .module(module) {
            try mayLead(url)
        }
    }

    /// Redirects the request to a URL, as often as requests may be.
    ///
    /// - Parameter redirectSource: the name of the redirect's source.
    func redirect(to next: RouteURL, by redirectSource: String) throws(RequestError) {
        try Self.check(
            next, after: active.shown(active.redirects.last?.url ?? active.url.text), showing: active.shown)
        active.record(redirect: (next.text, redirectSource))
        let redirects = active.redirects
        guard redirects.count <= RequestLimits.redirects else {
            throw RequestError(
                .tooManyRedirects(
                    chain: ([active.url.text] + redirects.map(\.url)).map(active.shown),
                    by: redirects.map(\.source).withoutRepetition))
        }
    }

    /// Reports the first use of a deprecated rewrite.
    private func report(_ rewrite: InstalledRewrite, _ url: RouteURL, _ next: String) {
        guard let date = rewrite.rewrite.deprecation else { return }
        let source = "deprecated from \(date) by \(rewrite.owner)'s rewrite \(rewrite.rewrite.pattern)"
        let remedy = "\(active.origin) asked for it; ask for \(active.shown(next))"
        active.observer?.noticed(
            MediationNote("deprecated", "\(active.shown(url)) is \(source), and \(remedy)"))
    }

    /// Returns the URL after all its rewrites.
    @inline(__always)
    mutating func rewritten(_ original: RouteURL) async throws(RequestError) -> RouteURL {
        var url = original
        while let (rewrite, match) = registry.rewrites.rewrite(for: url) {
            try enter(.rewriting)
            let next = try registry.nextURL(after: url, by: rewrite, match, showing: active.shown)
            active.decide("to \(active.shown(next)), by \(rewrite.words)")
            if rewrite.countUse() { report(rewrite, url, next) }
            url = RouteURL(next)
            try redirect(to: url, by: rewrite.name)
        }
        return url
    }

    /// Starts the modules that have an interceptor for a URL and have not started: none is bypassed.
    ///
    /// While one starts, another may have ended: the newest registry counts.
    @inline(__always)
    mutating func startInterceptors(for url: RouteURL, _ started: inout Set<String>) async throws(RequestError) {
        while registry.hasIdleInterceptors,
            let module = registry.idleModules.interceptingModules(of: url).first(where: { !started.contains($0) })
        {
            started.insert(module)
            try await activate(module, for: url)
        }
    }

    /// Starts a module and takes the newest registry, since the request waited for the new registrations.
    mutating func activate(_ module: String, for url: RouteURL) async throws(RequestError) {
        guard let starter = registry.idleModules.starter else { return }
        let stage = Request.Stage.activation(module: module)
        try enter(stage)
        let result = try await active.run(stage) { () async throws in
            try await starter.requestStart(of: module)
        }
        try checkIsAwaited(after: stage)
        if case .failure(let reason) = result {
            throw RequestError(.moduleNotStarted(url: active.shown(url), module: module, reason: Thrown(reason)))
        }
        active.decide("started")
        registry = mediator.registry
    }
}

extension [String] {
    /// The texts without repetitions, in order of their first occurrence.
    var withoutRepetition: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
