/// All declarations of a started module, as data: enough for the mediator of another process, which has the module's code
/// asked by the number of each declaration.
@_spi(Host) public struct DeclaredModule: Sendable, Codable {
    /// An offered service.
    fileprivate struct Service: Sendable, Codable {
        let name: String
        let version: String
        let type: String
        let fileID: String
        let line: Int
    }

    /// The declarations of which a scan keeps a record.
    public let manifest: Manifest
    private let duplicateWindows: [Int: Duration]
    /// The numbers of the interceptors that see outcomes.
    private let witnesses: Set<Int>
    private let deadlines: [Duration]
    /// The types of the routes; a child in another language may leave them out.
    private let types: [Route.Types]?
    fileprivate let offers: [Service]

    /// Describes the declarations of a module.
    public init(_ registration: Registration) {
        manifest = Manifest(registration)
        let windows = registration.routes.enumerated().compactMap { number, route in
            route.duplicateWindow.map { (number, $0) }
        }
        duplicateWindows = Dictionary(uniqueKeysWithValues: windows)
        witnesses = Set(registration.interceptors.indices.filter { registration.interceptors[$0].afterwards != nil })
        deadlines = registration.subscriptions.map(\.deadline)
        types = registration.routes.map { Route.Types($0) }
        offers = registration.services.map {
            Service(
                name: $0.name, version: "\($0.version)", type: $0.type, fileID: $0.location.fileID,
                line: $0.location.line)
        }
    }

    /// Returns the declarations with code that is elsewhere.
    ///
    /// - Parameter firstInterceptor: the number of the first interceptor, and of the first subscription, for a module that
    ///   declares them anew.
    public func registration(
        of owner: String, _ code: any ModuleCode, firstInterceptor: Int = 0, firstSubscription: Int = 0
    ) -> Registration {
        var registration = Registration(owner: owner)
        registration.isIsolated = true
        registration.types = manifest.types.map(\.type)
        registration.routes = manifest.routes.enumerated().map { route($1, number: $0, code) }
        registration.interceptors = manifest.interceptors.enumerated().map { number, declared in
            declared.interceptor(firstInterceptor + number, seesOutcome: witnesses.contains(number), code)
        }
        registration.rewrites = manifest.rewrites
        registration.subscriptions = manifest.subscriptions.enumerated().map { number, event in
            let limit = number < deadlines.count ? deadlines[number] : .seconds(10)
            return Subscription(to: event, within: limit) { try await code.receive($0, by: firstSubscription + number) }
        }
        registration.services = offers.map { $0.offer(of: owner) }
        return registration
    }

    private func route(_ declared: ManifestRoute, number: Int, _ code: any ModuleCode) -> Route {
        let description = declared.description
        var route = Route(
            description.pattern, verb: description.verb, access: description.access, location: declared.location
        ) { request async throws in try await code.answer(to: request, by: number) }
        route.priority = declared.priority
        route.mayDecline = declared.mayDecline
        route.isFallback = declared.isFallback
        route.sensitiveParameters = declared.sensitiveParameters
        route.name = description.name
        route.valueForm = description.form
        route.labels = description.labels
        route.duplicateWindow = duplicateWindows[number]
        let isDescribed = types.map { number < $0.count } ?? false
        route.distantTypes =
            isDescribed ? types?[number] : Route.Types(input: description.input, value: description.value)
        return route
    }
}

/// The code behind a module's declarations, each by its number among those of its kind.
@_spi(Host) public protocol ModuleCode: Sendable {
    /// Runs the handler of a route.
    func answer(to request: Request, by route: Int) async throws -> Response
    /// Runs an interceptor.
    func decide(on request: Request, by interceptor: Int) async throws -> Decision
    /// Shows an outcome to an interceptor, and returns its replacement.
    func see(_ outcome: Outcome, of request: Request, by interceptor: Int) async -> Outcome
    /// Notifies a subscription of an event.
    func receive(_ value: Payload, by subscription: Int) async throws
}

/// The code of a module in this process.
@_spi(Host) public struct RegisteredCode: ModuleCode {
    private let registration: Registration

    /// Describes the code of a module's declarations.
    public init(_ registration: Registration) { self.registration = registration }

    /// Runs the handler of a route.
    public func answer(to request: Request, by route: Int) async throws -> Response {
        try await Self.item(route, of: registration.routes).handler.run(request)
    }

    /// Runs an interceptor.
    public func decide(on request: Request, by interceptor: Int) async throws -> Decision {
        try await Self.item(interceptor, of: registration.interceptors).handler.run(request)
    }

    /// Shows an outcome to an interceptor, and returns its replacement.
    public func see(_ outcome: Outcome, of request: Request, by interceptor: Int) async -> Outcome {
        guard let afterwards = try? Self.item(interceptor, of: registration.interceptors).afterwards else {
            return outcome
        }
        // The closures of `afterwards` do not throw.
        return (try? await afterwards.run((request, outcome))) ?? outcome
    }

    /// Notifies a subscription of an event.
    public func receive(_ value: Payload, by subscription: Int) async throws {
        try await Self.item(subscription, of: registration.subscriptions).handler(value)
    }

    private static func item<Item>(_ number: Int, of items: [Item]) throws(DescribedError) -> Item {
        guard items.indices.contains(number) else {
            throw DescribedError(description: "the module has no declaration of that number; start it again")
        }
        return items[number]
    }
}

extension DeclaredModule.Service {
    fileprivate func offer(of owner: String) -> Offer {
        Offer(
            name, Version(parsing: version) ?? Version(0), type: type,
            location: DeclarationSite(fileID: fileID, line: line)
        ) {
            throw DescribedError(
                description:
                    "\(owner) runs in a process of its own, and a Swift protocol or object needs one process; call a route "
                    + "with a Codable value, or run it in the host's process with `module isolate \(owner) --off`")
        }
    }
}

extension ManifestInterceptor {
    fileprivate func interceptor(_ number: Int, seesOutcome: Bool, _ code: any ModuleCode) -> Interceptor {
        let interceptor = Interceptor(
            name, on: patterns, label: label, before: before, after: after, fileID: fileID, line: line,
            handler: .asynchronous { try await code.decide(on: $0, by: number) })
        guard seesOutcome else { return interceptor }
        return interceptor.afterwards { await code.see($1, of: $0, by: number) }
    }
}

extension HandlerBody {
    fileprivate func run(_ input: Input) async throws -> Output {
        switch self {
        case .synchronous(let code): try code(input)
        case .asynchronous(let code): try await code(input)
        }
    }
}
