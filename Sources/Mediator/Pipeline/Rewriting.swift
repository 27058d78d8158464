extension RequestPipeline {
    /// Returns the URL after all its rewrites.
    @inline(__always)
    func rewrite(_ original: RouteURL) throws(RequestError) -> RouteURL {
        var url = original
        while let (rewrite, match) = registry.rewrites.rewrite(for: url) {
            try enter(.rewriting)
            let next = try registry.nextURL(after: url, by: rewrite, match, showing: active.shown)
            active.decide("to \(active.shown(next)), by \(rewrite.words)")
            if rewrite.countUse() { report(rewrite, url, next) }
            url = RouteURL(next)
            try record(redirect: url, by: rewrite.name)
        }
        return url
    }

    /// Returns the target of a URL to which an answer or an interceptor redirects the request.
    mutating func redirect(
        to next: RouteURL, by source: Request.Stage, body: Payload?
    ) async throws(RequestError) -> Target {
        answerers = .all
        try record(redirect: next, by: source.description)
        try checkDestination(next, chosenBy: source)
        return try await lookUp(try rewrite(next), body: body)
    }

    /// Records a redirect; fails if its URL is invalid, or if the request was redirected too often.
    private func record(redirect next: RouteURL, by source: String) throws(RequestError) {
        try next.checkIsValid(after: active.shown(active.redirects.last?.url ?? active.url.text), showing: active.shown)
        active.record(redirect: (next.text, source))
        let redirects = active.redirects
        guard redirects.count <= RequestLimits.redirects else {
            throw RequestError(
                .tooManyRedirects(
                    chain: ([active.url.text] + redirects.map(\.url)).map(active.shown),
                    by: redirects.map(\.source).withoutRepetition))
        }
    }

    /// Checks a URL with the request's `checkDestination`, if a module redirects a request that it made itself.
    func checkDestination(_ url: RouteURL, chosenBy stage: Request.Stage) throws(RequestError) {
        if let check = active.checkDestination, let module = stage.module, active.origin == .module(module) {
            try check(url)
        }
    }

    /// Reports the first use of a deprecated rewrite.
    private func report(_ rewrite: InstalledRewrite, _ url: RouteURL, _ next: String) {
        guard let date = rewrite.rewrite.deprecation else { return }
        let source = "deprecated from \(date) by \(rewrite.owner)'s rewrite \(rewrite.rewrite.pattern)"
        let remedy = "\(active.origin) asked for it; ask for \(active.shown(next))"
        active.observer?.noticed(MediationNote("deprecated", "\(active.shown(url)) is \(source), and \(remedy)"))
    }
}

extension RouteURL {
    /// Fails if the URL is invalid; the error names the URL from which the request was redirected, if any.
    @inline(__always)
    func checkIsValid(
        after source: @autoclosure () -> String? = nil, showing shown: (String) -> String
    ) throws(RequestError) {
        guard let fault else { return }
        throw RequestError(.invalidURL(shown(text), reason: "\(fault.showing(shown))", redirectedFrom: source()))
    }
}

extension [String] {
    var withoutRepetition: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
