/// All declarations of a started module, as data: enough for the mediator of another process, which has the module's code
/// asked by the number of each declaration.
@_spi(Host) public struct DeclaredModule: Sendable, Codable {
    /// A declaration with a name, and the place of it.
    fileprivate struct Named: Sendable, Codable {
        let name: String
        let access: Access?
        let fileID: String
        let line: Int

        var location: DeclarationSite { DeclarationSite(fileID: fileID, line: line) }
    }

    /// An offered service.
    fileprivate struct Service: Sendable, Codable {
        let service: Named
        let version: String
        let type: String
    }

    /// The declarations of which a scan keeps a record.
    public let manifest: Manifest
    private let duplicateWindows: [Int: Duration]
    /// The numbers of the interceptors that see outcomes.
    private let witnesses: Set<Int>
    private let deadlines: [Duration]
    /// The types of the routes; a child in another language may leave them out.
    private let types: [Route.Types]?
    fileprivate let performers: [Named]
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
        performers = registration.performers.map { Named($0.name, $0.access, $0.location) }
        offers = registration.services.map {
            Service(service: Named($0.name, nil, $0.location), version: "\($0.version)", type: $0.type)
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
        registration.rewrites = manifest.rewrites.map(\.rewrite)
        registration.subscriptions = manifest.subscriptions.enumerated().map { number, event in
            let limit = number < deadlines.count ? deadlines[number] : .seconds(10)
            return Subscription(to: event, within: limit) { try await code.receive($0, by: firstSubscription + number) }
        }
        registration.performers = performers.enumerated().map { number, performer in
            Performer(performer.name, access: performer.access, location: performer.location) { argument, stack in
                try await code.commands(of: number, argument, stack)
            }
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
    /// Expands the command of a performer.
    func commands(of performer: Int, _ argument: Payload?, _ stack: [StackEntry]) async throws -> [NavigationCommand]
}

/// The code of a module in this process.
@_spi(Host) public struct RegisteredCode: ModuleCode {
    /// A number that no declaration of the module has.
    public struct UnknownNumber: Error, CustomStringConvertible {
        /// A sentence with the fault and the remedy.
        public var description: String { "the module has no declaration of that number; start it again" }
    }

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

    /// Expands the command of a performer.
    public func commands(
        of performer: Int, _ argument: Payload?, _ stack: [StackEntry]
    ) async throws -> [NavigationCommand] {
        try await Self.item(performer, of: registration.performers).commands(argument, stack)
    }

    private static func item<Item>(_ number: Int, of items: [Item]) throws(UnknownNumber) -> Item {
        guard items.indices.contains(number) else { throw UnknownNumber() }
        return items[number]
    }
}

/// The refusal of a service that is in another process than its taker.
@_spi(Host) public struct OtherProcess: Error, CustomStringConvertible {
    private let module: String

    /// Describes the refusal for a module that runs in a process of its own.
    public init(_ module: String) { self.module = module }

    /// A sentence with the fault and the remedy.
    public var description: String {
        "\(module) runs in a process of its own, and a Swift protocol or object needs one process; call a route with a "
            + "Codable value, or run it in the host's process with `module isolate \(module) --off`"
    }
}

extension DeclaredModule.Named {
    fileprivate init(_ name: String, _ access: Access?, _ location: DeclarationSite) {
        self.init(name: name, access: access, fileID: location.fileID, line: location.line)
    }
}

extension DeclaredModule.Service {
    fileprivate func offer(of owner: String) -> Offer {
        Offer(service.name, Version(version) ?? Version(0), type: type, location: service.location) {
            throw OtherProcess(owner)
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
