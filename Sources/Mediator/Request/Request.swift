/// What a handler is asked: a URL with its parameters, an optional body, and who asks.
public struct Request: Sendable {
    /// A request is handed on many times and changes seldom, so that its parts stand in one place.
    private final class Storage: Sendable {
        let url: RouteURL
        /// The parameters of the path.
        let captures: [QueryItem]
        let body: Payload?
        let concealment: Concealment

        init(url: RouteURL, captures: [QueryItem], body: Payload?, concealment: Concealment) {
            self.url = url
            self.captures = captures
            self.body = body
            self.concealment = concealment
        }
    }

    private let storage: Storage
    let life: RequestLife

    init(
        url: RouteURL, captures: [QueryItem] = [], body: Payload?, concealment: Concealment = Concealment(),
        life: RequestLife
    ) {
        storage = Storage(url: url, captures: captures, body: body, concealment: concealment)
        self.life = life
    }

    /// A request for a route; what others before it kept to themselves is not shown either.
    init(
        url: RouteURL, _ match: RouteMatch, body: Payload?, concealment: Concealment = Concealment(), life: RequestLife
    ) {
        var concealment = concealment
        concealment.add(match)
        self.init(url: url, captures: match.captures, body: body, concealment: concealment, life: life)
    }

    /// The URL that led to this route; after a redirect or a rewrite, the one that it led to.
    public var url: RouteURL { storage.url }
    /// The parameters of path and query.
    public var parameters: Parameters { Parameters(path: storage.captures, storage.url) }
    /// The body of a call.
    public var body: Payload? { storage.body }
    /// What is not to be shown, by all routes that the URL was given to.
    var concealment: Concealment { storage.concealment }

    /// The request's number.
    public var id: RequestID { life.id }
    /// The number of the request whose handler made this one, if one did.
    public var parent: RequestID? { life.parent }
    /// What the caller wants.
    public var verb: Verb { life.verb }
    /// Who asks; neither a redirect nor an interceptor changes it.
    public var origin: Origin { life.origin }
    /// Whether the caller waits for the value that the opened page is dismissed with.
    public var awaitsResult: Bool { life.awaitsResult }

    /// The object that the caller gave along within the process, where it gave one of the type.
    public func context<Object>(as type: Object.Type = Object.self) -> Object? { life.context as? Object }

    /// The body as a value of the given type.
    ///
    /// - Throws: `ParameterError.missingBody` without one, `PayloadError` where it does not fit.
    public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        guard let body else { throw ParameterError.missingBody(expected: String(describing: type)) }
        return try body.decode(as: type)
    }

    /// The same request for another URL, for an interceptor that changes it.
    public func with(url: RouteURL) -> Request { Request(url: url, body: body, life: life) }

    /// The same request with another body, for an interceptor that changes it.
    public func with(body: Payload?) -> Request {
        Request(url: url, captures: storage.captures, body: body, concealment: concealment, life: life)
    }

    func with(_ match: RouteMatch) -> Request {
        Request(url: url, match, body: body, concealment: concealment, life: life)
    }
}
