extension RequestPipeline {
    /// Asks the resolvers in order until one answers; for a call to a web service, only the resolver with that service.
    mutating func resolve(_ request: Request) async throws(RequestError) -> Answer? {
        guard let question = try question(for: request) else { return nil }
        for resolver in mediator.resolvers {
            if let call = question.call, resolver.webServices[call.service] == nil { continue }
            let stage = Request.Stage.resolver(resolver.name)
            try enter(stage)
            let result = try await active.run(stage) { () async throws(ResolverError) in
                try await resolver.resolve(question)
            }
            let resolution: Resolution?
            do throws(ResolverError) {
                resolution = try result.get()
            } catch {
                if Task.isCancelled { throw RequestError(.cancelled(url: request.shownURL, during: stage)) }
                throw RequestError(.remote(url: request.shownURL, reason: error, module: question.call?.module))
            }
            active.decide(resolution?.words ?? "no answer")
            guard let resolution else { continue }
            // An external caller never causes an installation; its error names the offered module instead.
            if case .module(let offer) = resolution, request.origin != .external,
                let installer = mediator.moduleInstaller
            {
                return try await install(offer, from: resolver.name, by: installer, request)
            }
            return Answer(
                request: request, response: try resolution.response(to: request, from: resolver.name),
                answeredBy: stage)
        }
        return nil
    }

    /// Returns the question, or `nil` if the URL holds a sensitive value, which a resolver might send and store.
    private func question(for request: Request) throws(RequestError) -> Question? {
        var question = Question(request.url, origin: request.origin, verb: request.verb, host: mediator.hostDescription)
        if let call = active.webService {
            question.call = call
            question.body = try mediator.check(call, request, shown: active.shown)
        } else if active.isSensitive(request.url) {
            active.decide("not given to resolvers, since it holds a sensitive value")
            return nil
        }
        return question
    }

    /// Installs an offered module, and redirects the request to its own URL, so that the look-up finds the module.
    ///
    /// The request fails if it has already installed the module, because the module then lacks a route for the URL.
    private mutating func install(
        _ offer: ModuleOffer, from resolver: String, by installer: any ModuleInstaller, _ request: Request
    ) async throws(RequestError) -> Answer {
        guard active.recordInstallation(of: offer.name) else {
            throw RequestError(.moduleWithoutRoute(url: request.shownURL, resolver: resolver, offer: offer))
        }
        let stage = Request.Stage.installation(module: offer.name)
        try enter(stage)
        // Fetching, inspecting and starting a module have their own, longer time limits.
        let failure: ModuleOfferError? = await active.pausingClock {
            do throws(ModuleOfferError) {
                try await installer.install(offer)
                return nil
            } catch {
                return error
            }
        }
        try checkIsAwaited(after: stage)
        if let failure {
            throw RequestError(
                .moduleNotInstalled(url: request.shownURL, resolver: resolver, offer: offer, reason: failure))
        }
        active.decide("\(offer.name) \(offer.version) runs")
        registry = mediator.registry
        return Answer(request: request, response: .redirect(to: request.url), answeredBy: stage)
    }
}
