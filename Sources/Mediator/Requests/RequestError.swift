/// The reason why a request was not answered; the text of each case ends with the remedy.
///
/// It is behind a reference, because every step of a request that may throw it keeps room for it.
public indirect enum RequestError: Error, Sendable {
    /// The text is not a URL; `redirectedFrom` is the URL that led to it, if it was not the caller's own.
    case invalidURL(String, reason: RouteURLError, redirectedFrom: String?)
    /// No module and no resolver answers; `asked` is the caller's URL if another one led to this one.
    ///
    /// `near` holds the nearest routes that the caller may ask for. The search costs more than the request: it is empty
    /// until the host describes the error to a person (`Switchboard.advised(_:for:origin:)`).
    case noRoute(url: String, asked: String?, near: [String])
    /// The route is not for this origin.
    case accessDenied(url: String, route: String, owner: String, access: Access, origin: Origin)
    /// The route answers the other verb.
    case wrongVerb(url: String, route: String, owner: String, expected: Verb)
    /// The module's handler threw.
    case handlerFailed(url: String, route: String, owner: String, reason: any Error)
    /// The verb cannot use the answer, such as a value for `open`.
    case unexpectedAnswer(url: String, answeredBy: Stage, verb: Verb, answer: String)
    /// The value is not of the caller's type.
    case unreadableValue(url: String, answeredBy: Stage, reason: PayloadError)
    /// The chain of rewrites and redirects is too long; it begins with the caller's URL, and `by` names its makers.
    case tooManyRedirects(chain: [String], by: [String])
    /// Requests in one another are too deep; the chain begins with the outermost.
    case tooDeep(chain: [String])
    /// The request had no outcome in time: its stage was abandoned.
    case deadline(url: String, stage: Stage, limit: Duration)
    /// The caller cancelled the request during the stage.
    case cancelled(url: String, during: Stage)
    /// An interceptor, the navigator or the person at a page refused the request.
    case refused(url: String, by: Stage, reason: String)
    /// A stage other than a handler threw.
    case stageFailed(url: String, stage: Stage, reason: any Error)
    /// A module that the request needs could not start.
    case moduleNotStarted(url: String, module: String, reason: any Error)
    /// The asking module was stopped, or did not start.
    case moduleLeft(url: String, module: String)
    /// A rewrite gave no URL.
    case rewriteFailed(url: String, rewrite: String, owner: String, reason: URLGenerationError)
    /// The origin may pass no object.
    case contextRefused(url: String, origin: Origin)
    /// A resolver failed, so it is unknown whether there is an answer.
    case remote(url: String, reason: ResolverError)
    /// A resolver says that the URL is gone.
    case gone(url: String, resolver: String, reason: String?)
    /// A resolver says that the caller may not have the URL.
    case denied(url: String, resolver: String, reason: String?)
    /// A module that is not installed would answer.
    case moduleOffered(url: String, resolver: String, offer: ModuleOffer)
    /// A module that could not be installed or started would answer.
    case moduleNotInstalled(url: String, resolver: String, offer: ModuleOffer, reason: ModuleOfferError)
    /// A module was installed to answer, and has no route for the URL.
    case moduleWithoutRoute(url: String, resolver: String, offer: ModuleOffer)
    /// A module's call to a web service is not sent.
    case callNotSent(service: String, reason: WebServiceError)
}

extension RequestError: CustomStringConvertible {
    /// A sentence with the fault, the URL and route, and the remedy; of requests in one another, that of the innermost.
    public var description: String {
        let chain = chain
        guard chain.count > 1, let cause = chain.last else { return sentence }
        return cause.sentence + "; " + Self.way(through: chain, to: cause)
    }

    private var sentence: String {
        switch self {
        case .invalidURL(let text, let reason, let source):
            (source.map { "\($0) redirects to \"\(text)\", which is not a URL: " } ?? "not a URL: ") + "\(reason)"
        case .noRoute(let url, let asked, let near):
            Self.without(routeFor: url, asked: asked) + "; " + Self.advice(near)
        case .accessDenied(let url, let route, let owner, let access, let origin):
            "\(url) is refused: \(owner)'s route \(route) is for \(access.audience), not for \(origin); "
                + "ask a public route of \(owner), or have it declare access .public"
        case .wrongVerb(let url, let route, let owner, let expected):
            "\(owner)'s route \(route) answers `\(expected)` only; write `\(expected) \(url)`"
        case .handlerFailed(let url, let route, let owner, let reason):
            "\(owner)'s route \(route) failed for \(url): \(Self.words(reason))"
        case .unexpectedAnswer(let url, let answeredBy, let verb, let answer):
            "\(answeredBy) answered `\(verb) \(url)` with \(answer), which \(verb) cannot use; "
                + (verb == .open
                    ? "change it to answer a page or a command" : "open it, or change it to answer a value")
        case .unreadableValue(let url, let stage, let reason):
            "the value of \(url) from \(stage) cannot be read: \(reason)"
        case .tooManyRedirects(let chain, let redirectSources):
            "more than \(RequestLimits.redirects) rewrites and redirects, by \(redirectSources.joined(separator: " and ")): "
                + "\(chain.joined(separator: " → ")); break the loop"
        case .tooDeep(let chain):
            "more than \(RequestLimits.nesting) requests in one another: \(Self.line(chain)); break the loop"
        case .deadline(let url, let stage, let limit):
            "no outcome of \(url) within \(limit.secondsText) s: \(stage) did not end; "
                + "try again, or allow more time with --deadline SECONDS"
        case .cancelled(let url, let stage):
            "the request for \(url) was cancelled during \(stage); ask again"
        case .refused(let url, let stage, let reason):
            "\(url) is refused by \(stage): \(reason)"
        case .stageFailed(let url, let stage, let reason):
            "\(stage) failed for \(url): \(Self.words(reason))"
        case .moduleNotStarted(let url, let module, let reason):
            "\(url) needs \(module), which does not run: \(Self.words(reason))"
        case .moduleLeft(let url, let module):
            "\(module) may not ask for \(url): it was stopped, or did not start; start it again"
        case .rewriteFailed(let url, let rewrite, let owner, let reason):
            "\(owner)'s rewrite \(rewrite) gives no URL for \(url): \(reason)"
        case .contextRefused(let url, let origin):
            "\(url) is refused: \(origin) may give no object along; send a body"
        case .remote(let url, let reason):
            "no module answers \(url), and \(reason)"
        case .gone(let url, let resolver, let reason):
            "\(url) is gone, says the remote \(resolver)\(Self.tail(reason)); do not ask for it any more"
        case .denied(let url, let resolver, let reason):
            "\(url) is denied by the remote \(resolver)\(Self.tail(reason)); ask its operator for access"
        case .moduleOffered(let url, let resolver, let offer):
            "\(url) needs the module \(offer.name) \(offer.version), which the remote \(resolver) would have installed from "
                + "\(offer.url) with SHA-256 \(offer.sha256); add --allow-install to allow that for requests that are not "
                + "external"
        case .moduleNotInstalled(let url, let resolver, let offer, let reason):
            "\(url) needs the module \(offer.name) \(offer.version), says the remote \(resolver), and \(reason)"
        case .moduleWithoutRoute(let url, let resolver, let offer):
            "\(url) needs the module \(offer.name) \(offer.version), says the remote \(resolver), which runs and has no route "
                + "for it; have the remote corrected, or ask for another URL of the module"
        case .callNotSent(let service, let reason):
            "the call to the web service \(service) is not sent: \(reason)"
        }
    }
}

extension RequestError {
    /// Returns the beginning of the message for a URL without an answer, for callers that know more of the reason.
    @_spi(Host) public static func without(routeFor url: String, asked: String?) -> String {
        "no route for \(url)" + (asked.map { ", where \($0) leads to" } ?? "")
    }

    /// Returns the remedy for a URL without an answer, with the near routes.
    @_spi(Host) public static func advice(_ near: [String]) -> String {
        if near.isEmpty { return "see what there is with `routes`" }
        // The mark of a wildcard must not look like that of the question.
        return "did you mean \(near.map { $0.hasSuffix("?") ? "`\($0)`" : $0 }.joined(separator: ", "))?"
    }

    /// Returns a module's error in its own words; an error without words has its type, and whom to ask.
    @_spi(Host) public static func words(_ reason: any Error) -> String {
        let words = String(describing: reason)
        if reason is any CustomStringConvertible, !words.isEmpty { return words }
        let type = String(describing: Swift.type(of: reason))
        let told = words.isEmpty ? type : words.hasPrefix(type) ? words : "\(type).\(words)"
        return "\(told); ask the module's author what it means"
    }

    private static func tail(_ reason: String?) -> String { reason.map { ": \($0)" } ?? "" }
}

extension RequestError {
    /// This error, and those of the requests in it, down to the cause.
    @_spi(Host) public var chain: [RequestError] {
        var chain = [self]
        while let inner = chain[chain.count - 1].thrown?.reason as? RequestError { chain.append(inner) }
        return chain
    }

    /// The requests that the error went through, from the caller's to the one that failed.
    public var requests: [FailedRequest] {
        chain.map { FailedRequest(code: $0.outline.code, url: $0.outline.url, module: $0.thrown?.by.module) }
    }

    /// The code that threw, and its error.
    private var thrown: (by: Stage, reason: any Error)? {
        switch self {
        case .handlerFailed(_, let route, let owner, let reason): (.handler(route: route, module: owner), reason)
        case .stageFailed(_, let stage, let reason): (stage, reason)
        default: nil
        }
    }

    /// A stable word for programs, and the URL of the request.
    @_spi(Host) public var outline: (code: String, url: String?) {
        switch self {
        case .invalidURL(let text, _, _): ("invalidURL", text)
        case .noRoute(let url, _, _): ("noRoute", url)
        case .accessDenied(let url, _, _, _, _): ("accessDenied", url)
        case .wrongVerb(let url, _, _, _): ("wrongVerb", url)
        case .handlerFailed(let url, _, _, _): ("handlerFailed", url)
        case .unexpectedAnswer(let url, _, _, _): ("unexpectedAnswer", url)
        case .unreadableValue(let url, _, _): ("unreadableValue", url)
        case .tooManyRedirects(let chain, _): ("tooManyRedirects", chain.first)
        case .tooDeep(let chain): ("tooDeep", chain.first)
        case .deadline(let url, _, _): ("deadline", url)
        case .cancelled(let url, _): ("cancelled", url)
        case .refused(let url, _, _): ("refused", url)
        case .stageFailed(let url, _, _): ("stageFailed", url)
        case .moduleNotStarted(let url, _, _): ("moduleNotStarted", url)
        case .moduleLeft(let url, _): ("moduleLeft", url)
        case .rewriteFailed(let url, _, _, _): ("rewriteFailed", url)
        case .contextRefused(let url, _): ("contextRefused", url)
        case .remote(let url, _): ("remoteUnavailable", url)
        case .gone(let url, _, _): ("gone", url)
        case .denied(let url, _, _): ("denied", url)
        case .moduleOffered(let url, _, _): ("moduleOffered", url)
        case .moduleNotInstalled(let url, _, _, _): ("moduleNotInstalled", url)
        case .moduleWithoutRoute(let url, _, _): ("moduleWithoutRoute", url)
        case .callNotSent: ("callNotSent", nil)
        }
    }

    /// Returns who asked for the request that failed, unless its own code threw, and the URLs on the way to it.
    private static func way(through chain: [RequestError], to cause: RequestError) -> String {
        let urls = chain.compactMap(\.outline.url)
        let way = urls.count == 1 ? "for \(urls[0])" : "through \(urls.count) requests (\(line(urls)))"
        guard cause.thrown == nil, let asking = chain.dropLast().last?.thrown?.by else { return way }
        return switch cause {
        case .tooDeep: "asked by \(asking)"
        case .deadline: "asked by \(asking), which may set the limit itself, \(way)"
        default: "asked by \(asking), \(way)"
        }
    }

    /// Returns URLs on one line, without those in the middle if there are many.
    private static func line(_ urls: [String]) -> String {
        let shown = urls.count <= 6 ? urls : urls.prefix(3) + ["\(urls.count - 4) more"] + urls.suffix(1)
        return shown.joined(separator: " → ")
    }
}

/// A request that an error went through, for programs.
public struct FailedRequest: Sendable, Equatable, Encodable {
    /// The kind of the error, as one word, such as `noRoute`.
    public let code: String
    /// The URL, with sensitive values redacted; `nil` for a call that was not sent.
    public let url: String?
    /// The module whose code threw; `nil` if the mediator itself refused the request.
    public let module: String?
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

/// The reason why a resolver could not say whether it has an answer.
public enum ResolverError: Error, Sendable, Equatable {
    /// The service was not reached, or failed.
    case unavailable(resolver: String, reason: String)
    /// No whole answer came in time; the limit is in whole seconds.
    case timedOut(resolver: String, seconds: Int)
    /// The response is not an answer.
    case invalidAnswer(resolver: String, reason: String)
    /// The caller cancelled the question.
    case cancelled(resolver: String)
    /// No remote may be asked, and no answer is cached.
    case offline(resolver: String)
    /// A web service refused a call, or failed; `excerpt` is the redacted beginning of its answer's body, or the target of a
    /// redirect that is not followed.
    case status(resolver: String, code: Int, excerpt: String)
}

extension ResolverError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .unavailable(let resolver, let reason):
            "the remote \(resolver) is not available: \(reason); check its address, that it runs and that it admits you"
        case .timedOut(let resolver, let seconds):
            "the remote \(resolver) gave no answer within \(seconds) s; try again"
        case .invalidAnswer(let resolver, let reason):
            "the remote \(resolver) gave an answer that cannot be used: \(reason); "
                + "correct the service"
        case .cancelled(let resolver):
            "the question to the remote \(resolver) was cancelled; ask again"
        case .offline(let resolver):
            "the remote \(resolver) is not asked with --offline, and no answer of it is kept; leave out --offline"
        case .status(let resolver, let code, let excerpt):
            "the web service \(resolver) answered with status \(code)\(excerpt.isEmpty ? "" : ": \(excerpt)"); "
                + Self.remedy(for: code)
        }
    }

    private static func remedy(for status: Int) -> String {
        switch status {
        case 300..<400: "correct the address of the service"
        case 401, 403: "check the credentials of the call"
        case 408, 425, 429, 500...: "try again later, or ask the operator of the service"
        default: "correct the call"
        }
    }
}
