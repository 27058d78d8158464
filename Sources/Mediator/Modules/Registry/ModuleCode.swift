/// The code of a module. A number identifies a declaration: its index among the declarations of the same kind.
@_spi(Host) public protocol ModuleCode: Sendable {
    /// Runs the handler of a route.
    /// - Throws: the handler's error, or the error of the connection to the module's process.
    func answer(to request: Request, by route: Int) async throws -> Response
    /// Runs an interceptor.
    /// - Throws: the interceptor's error, or the error of the connection to the module's process.
    func decide(on request: Request, by interceptor: Int) async throws -> Decision
    /// Passes a request's outcome to an interceptor, and returns the outcome that the interceptor returns.
    func see(_ outcome: Outcome, of request: Request, by interceptor: Int) async -> Outcome
    /// Notifies a subscription of an event.
    /// - Throws: the subscriber's error, or the error of the connection to the module's process.
    func receive(_ value: Payload, by subscription: Int) async throws
}

/// The code of a module in this process.
@_spi(Host) extension Registration: ModuleCode {
    /// Runs the handler of a route.
    /// - Throws: the handler's error, or `DescribedError` for a number without a route.
    public func answer(to request: Request, by route: Int) async throws -> Response {
        try await Self.item(route, of: routes).handler.run(request)
    }

    /// Runs an interceptor.
    /// - Throws: the interceptor's error, or `DescribedError` for a number without an interceptor.
    public func decide(on request: Request, by interceptor: Int) async throws -> Decision {
        try await Self.item(interceptor, of: interceptors).handler.run(request)
    }

    /// Passes a request's outcome to an interceptor, and returns the outcome that the interceptor returns.
    public func see(_ outcome: Outcome, of request: Request, by interceptor: Int) async -> Outcome {
        guard let afterwards = try? Self.item(interceptor, of: interceptors).afterwards else { return outcome }
        // The closures of `afterwards` do not throw.
        return (try? await afterwards.run((request, outcome))) ?? outcome
    }

    /// Notifies a subscription of an event.
    /// - Throws: the subscriber's error, or `DescribedError` for a number without a subscription.
    public func receive(_ value: Payload, by subscription: Int) async throws {
        try await Self.item(subscription, of: subscriptions).handler(value)
    }

    private static func item<Item>(_ number: Int, of items: [Item]) throws(DescribedError) -> Item {
        guard items.indices.contains(number) else {
            throw DescribedError(description: "the module has no declaration of that number; start it again")
        }
        return items[number]
    }
}

extension HandlerBody {
    func run(_ input: Argument) async throws -> Output {
        switch self {
        case .synchronous(let code): try code(input)
        case .asynchronous(let code): try await code(input)
        }
    }
}

extension Manifest {
    /// Returns a registration whose handlers call `code`, which is in another process or on another host. For an idle
    /// module, `code` is `nil`, and the handlers do nothing.
    ///
    /// - Parameter firstInterceptor: the number of the first interceptor in `code`. The number is not 0 if a running
    ///   module has replaced its interceptors and subscriptions. `firstSubscription` is the same for subscriptions.
    public func registration(
        of owner: String, _ code: (any ModuleCode)? = nil, firstInterceptor: Int = 0, firstSubscription: Int = 0
    ) -> Registration {
        var registration = Registration(owner: owner)
        registration.isIsolated = code != nil
        registration.types = types
        registration.rewrites = rewrites
        registration.services = services.map { $0.offer(of: owner) }
        registration.routes = routes.enumerated().map { number, route in
            guard let code else { return route.route { _ in .declined } }
            return route.route { request async throws in try await code.answer(to: request, by: number) }
        }
        registration.interceptors = interceptors.enumerated().map { number, declared in
            declared.interceptor(firstInterceptor + number, code)
        }
        registration.subscriptions = subscriptions.enumerated().map { number, declared in
            Subscription(to: declared.event, within: declared.deadline) { value in
                try await code?.receive(value, by: firstSubscription + number)
            }
        }
        return registration
    }
}

extension ManifestInterceptor {
    fileprivate func interceptor(_ number: Int, _ code: (any ModuleCode)?) -> Interceptor {
        var handler: HandlerBody<Request, Decision> = .synchronous { _ in .pass }
        if let code { handler = .asynchronous { try await code.decide(on: $0, by: number) } }
        let interceptor = Interceptor(
            name, on: patterns, label: label, before: before, after: after, fileID: location.fileID,
            line: location.line, handler: handler)
        guard seesOutcome else { return interceptor }
        return interceptor.afterwards { await code?.see($1, of: $0, by: number) ?? $1 }
    }
}

extension ServiceDescription {
    fileprivate func offer(of owner: String) -> Offer {
        Offer(name, version, type: type, location: location) {
            throw DescribedError(
                description: "\(owner) runs in its own process, and a Swift protocol or object cannot leave "
                    + "its process; call a route with a Codable value, or run it in the host's process with "
                    + "`module isolate \(owner) --off`")
        }
    }
}
