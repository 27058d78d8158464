extension RequestError {
    /// The kinds of errors, each with the values for its text, for the mediator and the host.
    @_spi(Host) public indirect enum Reason: Sendable, Codable {
        /// `redirectedFrom` is the URL that redirects to the invalid text; `nil` if the caller wrote the text.
        case invalidURL(String, reason: String, redirectedFrom: String?)
        /// `asked` is the caller's URL, or `nil` if the caller's URL is `url`.
        ///
        /// `near` contains the nearest routes that the caller may request. It is empty until the host describes the
        /// error to a person (`Switchboard.advised(_:for:origin:)`), because the search costs more than the request.
        case noRoute(url: String, asked: String?, near: [String])
        case accessDenied(url: String, route: String, owner: String, access: Access, origin: Origin)
        case wrongVerb(url: String, route: String, owner: String, expected: Request.Verb)
        case handlerFailed(url: String, route: String, owner: String, reason: Thrown)
        case unexpectedAnswer(url: String, answeredBy: Request.Stage, verb: Request.Verb, answer: String)
        case unreadableValue(url: String, answeredBy: Request.Stage, reason: PayloadError)
        /// The chain begins with the caller's URL; `by` names the rewrites and stages that changed the URL.
        case tooManyRedirects(chain: [String], by: [String])
        /// The chain begins with the outermost request.
        case tooDeep(chain: [String])
        case deadline(url: String, stage: Request.Stage, limit: Duration)
        case cancelled(url: String, during: Request.Stage)
        case refused(url: String, by: Request.Stage, reason: String)
        case stageFailed(url: String, stage: Request.Stage, reason: Thrown)
        case moduleNotStarted(url: String, module: String, reason: Thrown)
        case moduleLeft(url: String, module: String)
        case rewriteFailed(url: String, rewrite: String, owner: String, reason: String)
        case contextRefused(url: String, origin: Origin)
        /// `module` is the module whose call to a web service failed.
        case remote(url: String, reason: ResolverError, module: String? = nil)
        case gone(url: String, resolver: String, reason: String?)
        case denied(url: String, resolver: String, reason: String?)
        case moduleOffered(url: String, resolver: String, offer: ModuleOffer)
        case moduleNotInstalled(url: String, resolver: String, offer: ModuleOffer, reason: ModuleOfferError)
        case moduleWithoutRoute(url: String, resolver: String, offer: ModuleOffer)
        case callNotSent(service: String, reason: String)
    }
}

extension RequestError.Reason: CustomStringConvertible {
    /// A sentence with the fault, the URL and route, and the remedy.
    public var description: String { row.text() }

    /// The code, the URL, the stage and the text of an error.
    struct Row {
        let code: RequestError.Code
        /// The URL of the request.
        let url: String?
        /// The stage at which the request failed, if it reached a stage.
        let stage: Request.Stage?
        let text: () -> String

        init(
            _ code: RequestError.Code, _ url: String?, at stage: Request.Stage? = nil,
            _ text: @escaping @autoclosure () -> String
        ) {
            (self.code, self.url, self.stage, self.text) = (code, url, stage, text)
        }
    }

    /// The table of all errors: a new error needs a case, a code, and a row here.
    var row: Row {
        switch self {
        case .invalidURL(let text, let reason, let source):
            Row(
                .invalidURL, text,
                (source.map { "\($0) redirects to \"\(text)\", which is not a URL: " } ?? "not a URL: ") + reason)
        case .noRoute(let url, let asked, let near):
            Row(
                .noRoute, url, at: .lookUp,
                RequestError.without(routeFor: url, asked: asked) + "; " + RequestError.advice(near))
        case .accessDenied(let url, let route, let owner, let access, let origin):
            Row(
                .accessDenied, url, at: .lookUp,
                "\(url) is refused: \(owner)'s route \(route) is for \(access.audience), not for \(origin); "
                    + "ask a public route of \(owner), or have it declare access .public")
        case .wrongVerb(let url, let route, let owner, let expected):
            Row(
                .wrongVerb, url, at: .lookUp,
                "\(owner)'s route \(route) answers `\(expected)` only; write `\(expected) \(url)`")
        case .handlerFailed(let url, let route, let owner, let reason):
            Row(
                .handlerFailed, url, at: .handler(route: route, module: owner),
                "\(owner)'s route \(route) failed for \(url): \(RequestError.words(reason.error))")
        case .unexpectedAnswer(let url, let stage, let verb, let answer):
            Row(
                .unexpectedAnswer, url, at: stage,
                "\(stage) answered `\(verb) \(url)` with \(answer), which \(verb) cannot use; "
                    + (verb == .open
                        ? "change it to answer a page or a command" : "open it, or change it to answer a value"))
        case .unreadableValue(let url, let stage, let reason):
            Row(.unreadableValue, url, at: stage, Self.unreadable(url, from: stage, reason))
        case .tooManyRedirects(let chain, let makers):
            Row(
                .tooManyRedirects, chain.first,
                "more than \(RequestLimits.redirects) rewrites and redirects, by \(makers.joined(separator: " and ")): "
                    + "\(chain.joined(separator: " → ")); break the loop")
        case .tooDeep(let chain):
            Row(
                .tooDeep, chain.first,
                "more than \(RequestLimits.nesting) nested requests: \(RequestError.line(chain)); "
                    + "break the loop")
        case .deadline(let url, let stage, let limit):
            Row(
                .deadline, url, at: stage,
                "no outcome of \(url) within \(limit.secondsText) s: \(stage) did not end; "
                    + "try again, or allow more time with --deadline SECONDS")
        case .cancelled(let url, let stage):
            Row(.cancelled, url, at: stage, "the request for \(url) was cancelled during \(stage); ask again")
        case .refused(let url, let stage, let reason):
            Row(.refused, url, at: stage, "\(url) is refused by \(stage): \(reason)")
        case .stageFailed(let url, let stage, let reason):
            Row(.stageFailed, url, at: stage, "\(stage) failed for \(url): \(RequestError.words(reason.error))")
        case .moduleNotStarted(let url, let module, let reason):
            Row(
                .moduleNotStarted, url, at: .activation(module: module),
                "\(url) needs \(module), which does not run: \(RequestError.words(reason.error))")
        case .moduleLeft(let url, let module):
            Row(
                .moduleLeft, url,
                "\(module) may not ask for \(url): it was stopped, or did not start; start it again")
        case .rewriteFailed(let url, let rewrite, let owner, let reason):
            Row(
                .rewriteFailed, url, at: .rewriting,
                "\(owner)'s rewrite \(rewrite) cannot produce a URL for \(url): \(reason)")
        case .contextRefused(let url, let origin):
            Row(.contextRefused, url, "\(url) is refused: \(origin) cannot pass objects; send a body")
        case .remote(let url, let reason, let module):
            Row(
                .remoteUnavailable, url, at: .resolver(reason.resolver),
                module.map(reason.words(for:)) ?? "no module answers \(url), and \(reason)")
        case .gone(let url, let resolver, let reason):
            Row(
                .gone, url, at: .resolver(resolver),
                "\(url) is gone, as the remote \(resolver) reports\(Self.tail(reason)); do not ask for it again")
        case .denied(let url, let resolver, let reason):
            Row(
                .denied, url, at: .resolver(resolver),
                "\(url) is denied by the remote \(resolver)\(Self.tail(reason)); ask its operator for access")
        case .moduleOffered(let url, let resolver, let offer):
            Row(
                .moduleOffered, url, at: .resolver(resolver),
                "\(url) needs the module \(offer.name) \(offer.version), which the remote \(resolver) offers "
                    + "at \(offer.url) with SHA-256 \(offer.sha256); add --allow-install to install it for "
                    + "requests that are not external")
        case .moduleNotInstalled(let url, let resolver, let offer, let reason):
            Row(
                .moduleNotInstalled, url, at: .installation(module: offer.name),
                "\(url) needs the module \(offer.name) \(offer.version) of the remote \(resolver), and \(reason)")
        case .moduleWithoutRoute(let url, let resolver, let offer):
            Row(
                .moduleWithoutRoute, url, at: .resolver(resolver),
                "\(url) needs the module \(offer.name) \(offer.version) of the remote \(resolver), but the running "
                    + "module has no route for it; have the remote corrected, or ask for another URL of the module")
        case .callNotSent(let service, let reason):
            Row(.callNotSent, nil, "the call to the web service \(service) is not sent: \(reason)")
        }
    }

    private static func unreadable(_ url: String, from stage: Request.Stage, _ reason: PayloadError) -> String {
        guard case .resolver(let service) = stage else {
            return "the value of \(url) from \(stage) cannot be read: \(reason)"
        }
        return "the answer of \(service) to \(url) cannot be read: \(reason.fault); "
            + "correct the type of the answer, or the service"
    }

    private static func tail(_ reason: String?) -> String { reason.map { ": \($0)" } ?? "" }
}

extension Access {
    fileprivate var audience: String {
        switch self {
        case .public: "anyone"
        case .modules: "modules and the shell"
        case .internal: "its own module"
        }
    }
}
