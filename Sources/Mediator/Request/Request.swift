/// What a handler is asked: a URL with its parameters, an optional body, and who asks.
public struct Request: Sendable {
    /// The URL that led to this route; after a redirect, the one that was redirected to.
    public let url: RouteURL
    /// What the caller wants.
    public let verb: Verb
    /// Who asks; a redirect does not change it.
    public let origin: Origin
    /// The parameters of path and query.
    public let parameters: Parameters
    /// The body of a call.
    public let body: Payload?

    init(url: RouteURL, verb: Verb, origin: Origin, parameters: Parameters? = nil, body: Payload? = nil) {
        self.url = url
        self.verb = verb
        self.origin = origin
        self.parameters = parameters ?? Parameters(url)
        self.body = body
    }

    /// The body as a value of the given type.
    ///
    /// - Throws: `ParameterError.missingBody` without one, `PayloadError` where it does not fit.
    public func body<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        guard let body else { throw ParameterError.missingBody(expected: String(describing: type)) }
        return try body.decode(as: type)
    }

    func with(parameters: Parameters) -> Request {
        Request(url: url, verb: verb, origin: origin, parameters: parameters, body: body)
    }

    func with(url: RouteURL) -> Request {
        Request(url: url, verb: verb, origin: origin, body: body)
    }
}
