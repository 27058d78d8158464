extension Switchboard {
    /// Whether `open`, or another verb, would find somebody to answer; runs no code of a module and asks no remote.
    ///
    /// Rewrites are followed, and of a module that is not started yet its declarations count. `undecided` where a handler
    /// may decline, or where only a remote knows. Interceptors are not asked, and may refuse what is answered `yes`.
    public func canOpen(
        _ url: String, for verb: Verb = .open, origin: Origin
    ) throws(RequestError) -> Availability {
        let registry = registry
        let parsed = try registry.follow(try Mediation.parse(url, after: nil))
        var mayBeDeclined = false
        for prospect in registry.prospects(for: parsed) {
            if prospect.isFallback, prospect.verb != verb { continue }
            guard prospect.verb == verb, prospect.access.allows(origin, owner: prospect.owner) else {
                return mayBeDeclined ? .undecided : .no
            }
            guard prospect.mayDecline else { return .yes }
            mayBeDeclined = true
        }
        let remote = remoteAvailability(parsed, verb: verb)
        return remote == .no && mayBeDeclined ? .undecided : remote
    }

    private func remoteAvailability(_ url: RouteURL, verb: Verb) -> Availability {
        let answers = resolvers.map { $0.canResolve(url) }
        // What a resolver answers is never a value, but it may redirect to one.
        if verb == .open, answers.contains(.yes) { return .yes }
        return answers.allSatisfy { $0 == .no } ? .no : .undecided
    }

    /// Why a URL goes where it goes, behind the rewrites, without running anything. Linear in the number of routes.
    @_spi(Host) public func explain(_ url: String) throws(RequestError) -> RouteExplanation {
        let registry = registry
        let url = try registry.follow(try Mediation.parse(url, after: nil))
        return registry.complete.explain(url, concealing: registry.concealment(of: url))
    }

    /// A URL for messages and lists, without the values of sensitive parameters.
    @_spi(Host) public func shown(_ url: String) -> String { registry.shown(url) }
}

extension Registry {
    /// Where the rewrites lead a URL to, without being counted.
    func follow(_ url: RouteURL) throws(RequestError) -> RouteURL {
        var url = url
        var chain = [url.text]
        var movers: [String] = []
        while let (rewrite, match) = rewrites.match(url) {
            let next = try rewrite.target(of: match, url: url)
            url = try Mediation.parse(next, after: chain.last.map(shown))
            chain.append(next)
            movers.append(rewrite.name)
            guard chain.count <= Mediation.stepLimit + 1 else {
                throw .tooManyRedirects(chain: chain.map(shown), by: movers.withoutRepetition)
            }
        }
        return url
    }
}
