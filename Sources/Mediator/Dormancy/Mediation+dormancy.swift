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
            let shownURL = registry.shown(url.text)
            if shownURL != url.text { life.show(shownURL) }
            let stage = Stage.activation(module: module)
            try enter(stage)
            let result = try await life.run(stage, mediator.deadlines) { () async throws in
                try await starter.start(module)
            }
            try checkIsAwaited(after: stage)
            if case .failure(let reason) = result {
                throw .moduleNotStarted(url: shownURL, module: module, reason: reason)
            }
            life.decide("started")
            renewRegistry()
        }
    }
}
