extension ModuleContext {
    /// Goes to a route and gives the navigator's feedback.
    @discardableResult
    public func open(
        _ route: RouteReference, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await open(try url(of: route), options: options)
    }

    /// Goes to a route for the value that its page is dismissed with; `nil` where it is left without one.
    public func open<Value: Decodable>(
        _ route: RouteReference, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await open(try url(of: route), awaiting: type, options: options)
    }

    /// Asks a route for a value of the given type.
    public func call<Value: Decodable>(
        _ route: RouteReference, as type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await call(try url(of: route), as: type, options: options)
    }

    /// Sends a body to a route and asks for a value of the given type.
    public func call<Value: Decodable>(
        _ route: RouteReference, _ body: some Encodable & Sendable, as type: Value.Type,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await call(try url(of: route), body, as: type, options: options)
    }

    /// Asks a route for an object of the process, which is handed over as it is.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ route: RouteReference, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await call(try url(of: route), as: type, options: options)
    }

    /// Asks a route for values that come one after the other.
    public func stream<Value: Decodable & Sendable>(
        _ route: RouteReference, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await stream(try url(of: route), of: type, options: options)
    }

    /// Whether somebody would answer; nothing is run and nobody is asked.
    public func canOpen(_ route: RouteReference, for verb: Verb = .open) throws(RequestError) -> Availability {
        try canOpen(try url(of: route), for: verb)
    }

    private func url(of route: RouteReference) throws(RequestError) -> String {
        do {
            return try route.url
        } catch {
            throw .unwritableURL(route: route.pattern, reason: error)
        }
    }
}
