extension RequestPipeline {
    /// Installs an offered module, and continues the request from look-up on, with its origin.
    ///
    /// A module that was installed for the request and has no route for it is not installed again.
    mutating func install(
        _ offer: ModuleOffer, from resolver: String, by installer: any ModuleInstaller, _ request: Request
    ) async throws(RequestError) -> Answer {
        guard active.recordInstallation(of: offer.name) else {
            throw RequestError(.moduleWithoutRoute(url: request.shownURL, resolver: resolver, offer: offer))
        }
        let stage = Request.Stage.installation(module: offer.name)
        try enter(stage)
        // Fetching, inspecting and starting a module have limits of their own, and take longer than a request may.
        let failure = await active.pausingClock { await Self.failure(of: offer, by: installer) }
        try checkIsAwaited(after: stage)
        if let failure {
            throw RequestError(
                .moduleNotInstalled(url: request.shownURL, resolver: resolver, offer: offer, reason: failure))
        }
        active.decide("\(offer.name) \(offer.version) runs")
        renewRegistry()
        return Answer(request: request, response: .redirect(to: request.url), answeredBy: stage)
    }

    private static func failure(of offer: ModuleOffer, by installer: any ModuleInstaller) async -> ModuleOfferError? {
        do {
            try await installer.install(offer)
            return nil
        } catch {
            return error
        }
    }
}
