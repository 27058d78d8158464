@_spi(Host) extension Switchboard {
    /// Returns whether a request would have an answer, without running module code or asking a remote service.
    ///
    /// It follows rewrites, and uses the declarations of lazy modules. The result is `undecided` if a handler may
    /// decline, or if only a remote service knows. Interceptors do not run, so a request may be refused after a `yes`.
    /// - Throws: `RequestError` (`invalidURL`, `rewriteFailed` or `tooManyRedirects`), or the error of the relay.
    public func availability(
        of url: RouteURL, for verb: Request.Verb = .open, origin: Origin
    ) throws(RequestError) -> Availability {
        if let relay { return try relay.availability(of: url.text, for: verb, origin: origin) }
        let registry = registry
        try url.checkIsValid(showing: shown)
        let parsed = try registry.way(of: url, showing: shown).target
        var mayBeDeclined = false
        for entry in registry.candidates(for: parsed).map(\.entry) {
            let route = entry.route
            if route.isFallback, route.verb != verb { continue }
            guard route.verb == verb, route.access.allows(origin, owner: entry.owner) else {
                return mayBeDeclined ? .undecided : .no
            }
            guard route.mayDecline else { return .yes }
            mayBeDeclined = true
        }
        let remote = remoteAvailability(parsed, verb: verb)
        return remote == .no && mayBeDeclined ? .undecided : remote
    }

    private func remoteAvailability(_ url: RouteURL, verb: Request.Verb) -> Availability {
        guard shown(url.text) == url.text else { return .no }
        let answers = resolvers.map { $0.canResolve(url, for: verb) }
        if answers.contains(.yes) { return .yes }
        return answers.allSatisfy { $0 == .no } ? .no : .undecided
    }

    /// Returns an explanation of the answer to a URL for an origin, without running module code.
    ///
    /// An external origin sees only the routes that it may open. With `near`, or if no route matches, the explanation
    /// also has the routes with the most similar patterns. The search for them is limited in time as in `advised`.
    /// - Throws: `RequestError` (`invalidURL`, `rewriteFailed` or `tooManyRedirects`).
    @_spi(Host) public func explain(
        _ url: RouteURL, origin: Origin = .shell, near: Bool = true
    ) throws(RequestError) -> URLExplanation {
        let registry = registry
        try url.checkIsValid(showing: shown)
        let (target, steps) = try registry.way(of: url, showing: shown)
        let isShown = { (entry: RouteTable.Entry) in
            origin != .external || entry.route.access.allows(origin, owner: entry.owner)
        }
        let chain = try? InterceptorChain(registry.allInterceptors, ownHosts: registry.routes.ownHosts)
        let best = registry.candidates(for: target).first
        let labels = best?.entry.route.labels ?? []
        let interceptors = (chain ?? registry.interceptors).covering(target, labels: labels).map(\.installed.fullName)
        return URLExplanation(
            rewrites: steps, target: target.text,
            routes: registry.explain(
                target, redacting: redaction.urlRedaction(of: target), near: near || best == nil ? 5 : 0,
                isShown: isShown),
            interceptors: origin == .external ? [] : interceptors,
            refusal: best?.entry.refusal(of: origin, url: shown(target.text)))
    }

    /// Returns whether a module that does not run has a route that matches a URL and that an origin may request.
    ///
    /// Fallbacks do not count, because they answer every URL. Complexity: linear in the number of the module's routes.
    @_spi(Host) public func hasRoute(
        for url: RouteURL, in manifest: Manifest, of module: String, origin: Origin
    ) -> Bool {
        let table = RouteTable(ownHosts: registry.routes.ownHosts)
            .adding(idle: Registration.arrange([(module, manifest)]).modules, areFallbacks: false)
        return table.candidates(for: url).contains { $0.entry.route.access.allows(origin, owner: module) }
    }

    /// Returns an error, and adds the nearest routes to it as advice if no route answered the URL.
    ///
    /// The same applies to the error of a handler whose own request found no route. An external caller gets no advice,
    /// because it does not see routes. The search takes at most some tens of milliseconds; if there are too many routes
    /// for this time, the search ignores the routes that were registered last.
    ///
    /// - Parameter verb: the verb of the request, or `nil` for both verbs.
    @_spi(Host) public func advised(_ error: RequestError, for verb: Request.Verb?, origin: Origin) -> RequestError {
        switch error.reason {
        case .noRoute(let text, let asked, let near):
            guard origin != .external, near.isEmpty, let url = try? RouteURL(parsing: text) else { return error }
            return RequestError(.noRoute(url: text, asked: asked, near: nearest(to: url, for: verb, origin: origin)))
        case .handlerFailed(let url, let route, let owner, let thrown):
            guard let reason = thrown.error as? RequestError else { return error }
            // An external caller also sees the error of a request that a module made on its behalf.
            let asking = origin == .external ? origin : .module(owner)
            let advised = advised(reason, for: nil, origin: asking)
            return RequestError(.handlerFailed(url: url, route: route, owner: owner, reason: Thrown(advised)))
        default: return error
        }
    }

    /// Returns the routes that an origin may request and that are nearest to a URL, including routes of lazy modules.
    private func nearest(to url: RouteURL, for verb: Request.Verb?, origin: Origin) -> [String] {
        let registry = registry
        var nearest = NearestPatterns(to: url)
        nearest.add(registry.routes.patterns(allowing: origin, verb: verb))
        return nearest.nearest(3)
    }

    /// The web hosts whose URLs also match patterns without a scheme.
    @_spi(Host) public var ownHosts: Set<String> { registry.routes.ownHosts }

    /// Returns a URL for messages and lists, without the values of sensitive parameters.
    @_spi(Host) public func shown(_ url: String) -> String { redaction.redactedURL(url) }

    /// Returns a sentence, or a line of a shell, with each URL in it redacted as by `shown(_:)`.
    @_spi(Host) public func redacted(_ text: String) -> String { redaction.redacted(text) }

    /// Returns a word of a shell line with the value after each sensitive name redacted, even if the path is mistyped.
    @_spi(Host) public func hidingNamedValues(in word: String) -> String { redaction.hidingNamedValues(in: word) }

    /// Returns whether a text is, or was meant as, the URL of a route with sensitive parameters in its URL or body.
    @_spi(Host) public func isSensitive(_ url: String) -> Bool {
        Redaction.parsed(url).map { !redaction.urlRedaction(of: $0).names.isEmpty } ?? false
    }
}

extension Registry {
    /// Returns the URL after its rewrites, and the list of the rewrites, without counting their uses.
    func way(
        of url: RouteURL, showing shown: (String) -> String
    ) throws(RequestError) -> (target: RouteURL, steps: [URLExplanation.Step]) {
        var url = url
        var chain = [url.text]
        var redirectSources: [String] = []
        var steps: [URLExplanation.Step] = []
        while let (rewrite, match) = rewrites.rewrite(for: url) {
            let next = try nextURL(after: url, by: rewrite, match, showing: shown)
            url = RouteURL(next)
            try url.checkIsValid(after: chain.last.map(shown), showing: shown)
            chain.append(next)
            redirectSources.append(rewrite.name)
            steps.append(URLExplanation.Step(url: shown(next), by: rewrite.words))
            guard chain.count <= RequestLimits.redirects + 1 else {
                throw RequestError(.tooManyRedirects(chain: chain.map(shown), by: redirectSources.withoutRepetition))
            }
        }
        return (url, steps)
    }

    /// Returns the explanation of the routes for a URL, followed by the fallbacks.
    fileprivate func explain(
        _ url: RouteURL, redacting urlRedaction: URLRedaction, near limit: Int, isShown: (RouteTable.Entry) -> Bool
    ) -> RouteExplanation {
        let routes = routes.explain(url, redacting: urlRedaction, near: limit, isShown: isShown, onlyNear: true)
        let others = fallbacks.explain(url, redacting: urlRedaction, near: 0, isShown: isShown).candidates
        return routes.with(fallbacks: others)
    }
}

extension RouteExplanation {
    /// Returns the explanation with fallbacks after the routes.
    fileprivate func with(fallbacks: [Pattern]) -> RouteExplanation {
        let others = fallbacks.enumerated().map { place, fallback in
            var explained = fallback
            let isTaken = candidates.isEmpty && place == 0
            explained.reason = isTaken ? "taken, as a fallback" : "a fallback, asked if all before it decline"
            return explained
        }
        return RouteExplanation(url: url, candidates: candidates + others, near: near)
    }
}

/// Whether a URL has an answer.
public enum Availability: String, Sendable, Codable {
    /// The URL has an answer.
    case yes
    /// The URL has no answer.
    case no
    /// Only a request can decide whether the URL has an answer.
    case undecided
}
