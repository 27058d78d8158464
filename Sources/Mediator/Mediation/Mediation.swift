/// The way of one request, from its URL to an answer that is no redirect: look-up, access, handler or resolver.
///
/// It holds the table that the request began with, so that all of its steps see one generation.
struct Mediation {
    /// How many redirects a request may take.
    static let redirectLimit = 16

    let table: RouteTable
    let resolvers: [any Resolver]

    func answer(_ url: String, verb: Verb, body: Payload?, origin: Origin) async throws(RequestError) -> Answer {
        var chain = [url]
        var request = Request(url: try Self.parse(url, after: []), verb: verb, origin: origin, body: body)
        while true {
            let answer = try await answerOnce(request)
            guard case .redirect(let next) = answer.response else { return answer }
            guard chain.count <= Self.redirectLimit else { throw .tooManyRedirects(chain: chain) }
            request = request.with(url: try Self.parse(next, after: chain))
            chain.append(next)
        }
    }

    static func parse(_ text: String, after chain: [String]) throws(RequestError) -> RouteURL {
        do {
            return try RouteURL(text)
        } catch {
            throw .invalidURL(text, reason: error, redirectedFrom: chain.last)
        }
    }

    /// Asks the best candidate, and where it declines the next one, then the resolvers.
    private func answerOnce(_ request: Request) async throws(RequestError) -> Answer {
        guard let best = table.match(request.url) else { return try await askResolvers(request) }
        let answer = try await ask(best, request)
        guard case .declined = answer.response else { return answer }
        for match in table.candidates(request.url) where match.number != best.number {
            let answer = try await ask(match, request)
            if case .declined = answer.response { continue }
            return answer
        }
        return try await askResolvers(request)
    }

    private func ask(_ match: RouteMatch, _ request: Request) async throws(RequestError) -> Answer {
        let entry = match.entry
        guard entry.route.access.allows(request.origin, owner: entry.owner) else {
            throw .accessDenied(
                url: request.url.text, route: entry.route.pattern, owner: entry.owner, access: entry.route.access,
                origin: request.origin)
        }
        guard entry.route.verb == request.verb else {
            throw .wrongVerb(
                url: request.url.text, route: entry.route.pattern, owner: entry.owner, expected: entry.route.verb)
        }
        return try await handle(request.with(parameters: match.parameters), by: entry)
    }

    private func handle(_ request: Request, by entry: RouteTable.Entry) async throws(RequestError) -> Answer {
        do {
            let response = try await entry.route.handler(request)
            return Answer(request: request, response: response, answeredBy: entry.owner)
        } catch {
            throw .handlerFailed(
                url: request.url.text, route: entry.route.pattern, owner: entry.owner, reason: error)
        }
    }

    private func askResolvers(_ request: Request) async throws(RequestError) -> Answer {
        for resolver in resolvers {
            do throws(ResolverError) {
                guard let resolution = try await resolver.resolve(request.url) else { continue }
                return Answer(request: request, response: resolution.response, answeredBy: resolver.name)
            } catch {
                throw .remote(url: request.url.text, reason: error)
            }
        }
        throw .noRoute(url: request.url.text, near: table.nearest(to: request))
    }
}

extension Resolution {
    fileprivate var response: Response {
        switch self {
        case .web(let url): .command(.web(url: url))
        case .redirect(let url): .redirect(url)
        }
    }
}
