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
    /// The URLs that the request has taken, the caller's first.
    private(set) var chain: [String]
    /// Who led the request on, step by step.
    private var movers: [String] = []
    /// What of it was the first of its kind, so that the next ones are duplicates.
    var admitted: [Request] = []
    /// The modules that were installed for it.
    var installed: Set<String> = []

    init(_ life: RequestLife, mediator: Switchboard, registry: Registry) {
        self.life = life
        self.mediator = mediator
        self.registry = registry
        chain = [life.url]
    }

    mutating func answer(body: Payload?) async throws(RequestError) -> Answer {
        var request = Request(url: try Self.parse(life.url, after: nil), body: body, life: life)
        while true {
            request = try await rewritten(request)
            let answer = try await intercepted(request)
            guard case .redirect(let next) = answer.response else { return answer }
            request = try moved(request, to: next, by: answer.answeredBy.description)
        }
    }

    /// Begins a stage, unless the caller gave up or was answered: nothing may happen behind its back.
    func enter(_ stage: Stage) throws(RequestError) {
        guard !Task.isCancelled, life.enter(stage) else {
            throw .cancelled(url: life.shownURL, during: life.stage)
        }
    }

    static func parse(_ text: String, after source: String?) throws(RequestError) -> RouteURL {
        do {
            return try RouteURL(text)
        } catch {
            throw .invalidURL(text, reason: error, redirectedFrom: source)
        }
    }

    /// The request on its way to another URL.
    ///
    /// - Parameter mover: who leads it there.
    mutating func moved(_ request: Request, to next: String, by mover: String) throws(RequestError) -> Request {
        let url = try Self.parse(next, after: chain.last.map(registry.shown))
        chain.append(next)
        movers.append(mover)
        guard chain.count <= Self.stepLimit + 1 else {
            throw .tooManyRedirects(chain: chain.map(registry.shown), by: movers.withoutRepetition)
        }
        return request.with(url: url)
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

    /// The request after all rewrites that are for its URL, with the modules started that its look-up needs.
    mutating func rewritten(_ request: Request) async throws(RequestError) -> Request {
        var request = request
        while let (rewrite, match) = registry.rewrites.match(request.url) {
            try enter(.rewriting)
            let (next, isFirst) = try rewrite.apply(match, to: request.url)
            life.decide("to \(registry.shown(next)), by \(rewrite.words)")
            if isFirst { report(rewrite, request.url, next) }
            request = try moved(request, to: next, by: rewrite.name)
        }
        try await startGuards(of: request.url)
        try await startOwner(of: request.url)
        return request
    }
}

extension [String] {
    /// The texts without those that were there before.
    var withoutRepetition: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
