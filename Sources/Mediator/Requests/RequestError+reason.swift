extension RequestError {
    /// The kinds of errors with the values of their texts, for the mediator and the host.
    @_spi(Host) public indirect enum Reason: Sendable, Codable {
        /// `redirectedFrom` is the URL that led to the text, if it was not the caller's own.
        case invalidURL(String, reason: String, redirectedFrom: String?)
        /// `asked` is the caller's URL if another one led to this one.
        ///
        /// `near` holds the nearest routes that the caller may ask for. The search costs more than the request: it is
        /// empty until the host describes the error to a person (`Switchboard.advised(_:for:origin:)`).
        case noRoute(url: String, asked: String?, near: [String])
        case accessDenied(url: String, route: String, owner: String, access: Access, origin: Origin)
        case wrongVerb(url: String, route: String, owner: String, expected: Request.Verb)
        case handlerFailed(url: String, route: String, owner: String, reason: Thrown)
        case unexpectedAnswer(url: String, answeredBy: Request.Stage, verb: Request.Verb, answer: String)
        case unreadableValue(url: String, answeredBy: Request.Stage, reason: PayloadError)
        /// The chain begins with the caller's URL, and `by` names the makers of its URLs.
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
        /// `module` is the one whose call to a web service failed.
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
    public var description: String {
        switch self {
        case .invalidURL(let text, let reason, let source):
            (source.map { "\($0) redirects to \"\(text)\", which is not a URL: " } ?? "not a URL: ") + reason
        case .noRoute(let url, let asked, let near):
            RequestError.without(routeFor: url, asked: asked) + "; " + RequestError.advice(near)
        case .accessDenied(let url, let route, let owner, let access, let origin):
            "\(url) is refused: \(owner)'s route \(route) is for \(access.audience), not for \(origin); "
                + "ask a public route of \(owner), or have it declare access .public"
        case .wrongVerb(let url, let route, let owner, let expected):
            "\(owner)'s route \(route) answers `\(expected)` only; write `\(expected) \(url)`"
        case .handlerFailed(let url, let route, let owner, let reason):
            "\(owner)'s route \(route) failed for \(url): \(RequestError.words(reason.error))"
        case .unexpectedAnswer(let url, let answeredBy, let verb, let answer):
            "\(answeredBy) answered `\(verb) \(url)` with \(answer), which \(verb) cannot use; "
                + (verb == .open
                    ? "change it to answer a page or a command" : "open it, or change it to answer a value")
        case .unreadableValue(let url, .resolver(let service), let reason):
            "the answer of \(service) to \(url) cannot be read: \(reason.fault); "
                + "correct the type of the answer, or the service"
        case .unreadableValue(let url, let stage, let reason):
            "the value of \(url) from \(stage) cannot be read: \(reason)"
        case .tooManyRedirects(let chain, let redirectSources):
            "more than \(RequestLimits.redirects) rewrites and redirects, by "
                + "\(redirectSources.joined(separator: " and ")): "
                + "\(chain.joined(separator: " → ")); break the loop"
        case .tooDeep(let chain):
            "more than \(RequestLimits.nesting) requests in one another: \(RequestError.line(chain)); break the loop"
        case .deadline(let url, let stage, let limit):
            "no outcome of \(url) within \(limit.secondsText) s: \(stage) did not end; "
                + "try again, or allow more time with --deadline SECONDS"
        case .cancelled(let url, let stage): "the request for \(url) was cancelled during \(stage); ask again"
        case .refused(let url, let stage, let reason): "\(url) is refused by \(stage): \(reason)"
        case .stageFailed(let url, let stage, let reason):
            "\(stage) failed for \(url): \(RequestError.words(reason.error))"
        case .moduleNotStarted(let url, let module, let reason):
            "\(url) needs \(module), which does not run: \(RequestError.words(reason.error))"
        case .moduleLeft(let url, let module):
            "\(module) may not ask for \(url): it was stopped, or did not start; start it again"
        case .rewriteFailed(let url, let rewrite, let owner, let reason):
            "\(owner)'s rewrite \(rewrite) gives no URL for \(url): \(reason)"
        case .contextRefused(let url, let origin):
            "\(url) is refused: \(origin) may give no object along; send a body"
        case .remote(let url, let reason, let module):
            module.map(reason.words(for:)) ?? "no module answers \(url), and \(reason)"
        case .gone(let url, let resolver, let reason):
            "\(url) is gone, says the remote \(resolver)\(Self.tail(reason)); do not ask for it any more"
        case .denied(let url, let resolver, let reason):
            "\(url) is denied by the remote \(resolver)\(Self.tail(reason)); ask its operator for access"
        case .moduleOffered(let url, let resolver, let offer):
            "\(url) needs the module \(offer.name) \(offer.version), which the remote \(resolver) would have installed "
                + "from "
                + "\(offer.url) with SHA-256 \(offer.sha256); add --allow-install to allow that for requests that are "
                + "not "
                + "external"
        case .moduleNotInstalled(let url, let resolver, let offer, let reason):
            "\(url) needs the module \(offer.name) \(offer.version), says the remote \(resolver), and \(reason)"
        case .moduleWithoutRoute(let url, let resolver, let offer):
            "\(url) needs the module \(offer.name) \(offer.version), says the remote \(resolver), which runs and has "
                + "no route "
                + "for it; have the remote corrected, or ask for another URL of the module"
        case .callNotSent(let service, let reason):
            "the call to the web service \(service) is not sent: \(reason)"
        }
    }

    private static func tail(_ reason: String?) -> String { reason.map { ": \($0)" } ?? "" }

    /// The kind of the error, and the URL of the request.
    var outline: (code: RequestError.Code, url: String?) {
        switch self {
        case .invalidURL(let text, _, _): (.invalidURL, text)
        case .noRoute(let url, _, _): (.noRoute, url)
        case .accessDenied(let url, _, _, _, _): (.accessDenied, url)
        case .wrongVerb(let url, _, _, _): (.wrongVerb, url)
        case .handlerFailed(let url, _, _, _): (.handlerFailed, url)
        case .unexpectedAnswer(let url, _, _, _): (.unexpectedAnswer, url)
        case .unreadableValue(let url, _, _): (.unreadableValue, url)
        case .tooManyRedirects(let chain, _): (.tooManyRedirects, chain.first)
        case .tooDeep(let chain): (.tooDeep, chain.first)
        case .deadline(let url, _, _): (.deadline, url)
        case .cancelled(let url, _): (.cancelled, url)
        case .refused(let url, _, _): (.refused, url)
        case .stageFailed(let url, _, _): (.stageFailed, url)
        case .moduleNotStarted(let url, _, _): (.moduleNotStarted, url)
        case .moduleLeft(let url, _): (.moduleLeft, url)
        case .rewriteFailed(let url, _, _, _): (.rewriteFailed, url)
        case .contextRefused(let url, _): (.contextRefused, url)
        case .remote(let url, _, _): (.remoteUnavailable, url)
        case .gone(let url, _, _): (.gone, url)
        case .denied(let url, _, _): (.denied, url)
        case .moduleOffered(let url, _, _): (.moduleOffered, url)
        case .moduleNotInstalled(let url, _, _, _): (.moduleNotInstalled, url)
        case .moduleWithoutRoute(let url, _, _): (.moduleWithoutRoute, url)
        case .callNotSent: (.callNotSent, nil)
        }
    }

    /// The stage at which the request failed, if it had come to one.
    var stage: Request.Stage? {
        switch self {
        case .noRoute, .accessDenied, .wrongVerb: .lookUp
        case .handlerFailed(_, let route, let owner, _): .handler(route: route, module: owner)
        case .unexpectedAnswer(_, let stage, _, _), .unreadableValue(_, let stage, _), .deadline(_, let stage, _),
            .cancelled(_, let stage), .refused(_, let stage, _), .stageFailed(_, let stage, _):
            stage
        case .moduleNotStarted(_, let module, _): .activation(module: module)
        case .rewriteFailed: .rewriting
        case .remote(_, let error, _): .resolver(error.resolver)
        case .gone(_, let resolver, _), .denied(_, let resolver, _), .moduleOffered(_, let resolver, _),
            .moduleWithoutRoute(_, let resolver, _):
            .resolver(resolver)
        case .moduleNotInstalled(_, _, let offer, _): .installation(module: offer.name)
        case .invalidURL, .tooManyRedirects, .tooDeep, .moduleLeft, .contextRefused, .callNotSent: nil
        }
    }
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
