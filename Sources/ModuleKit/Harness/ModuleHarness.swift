@_spi(Host) import Mediator

/// A test environment for one module: a real mediator, a navigator that records, and stubs for other modules' routes.
///
/// ```swift
/// let rent = try await ModuleHarness(RentModule.self, stubs: ["app://account/session": .value(Session.guest)])
/// await #expect(throws: HomeError.unknown(999)) { try await rent.open("app://rent/999") }
/// #expect(rent.commands.isEmpty)
/// ```
public struct ModuleHarness<Subject: Module>: Sendable {
    /// The module under test.
    public let module: Subject
    let mediator: Switchboard
    /// The navigator, which records its commands; `perform(_:)` acts as the person.
    public let navigator: RecordingNavigator
    /// The module's storage, in a temporary folder that goes with the harness and the module.
    public let storage: Storage
    let recorder = HarnessRecorder()
    /// The started modules in their order, the module under test last.
    private let running: [RunningModule]
    let deadline: Duration

    /// Makes and starts the module as the host would, with stubs by pattern, and with the services and subscriptions of
    /// other modules.
    ///
    /// A web service `accounts` of the module has the address `https://accounts.test`, so a stub for its path `/user/login` is
    /// the one for `https://accounts.test/user/login`.
    ///
    /// - Parameter make: makes the module, for a module with more parameters than its context in tests.
    /// - Throws: the module's own error, or `RegistrationError`.
    public init(
        _ type: Subject.Type, stubs: [String: Stub] = [:], services: [Offer] = [],
        subscriptions: [Subscription] = [], resolvers: [any Resolver] = [],
        make: (ModuleContext) throws -> Subject = { try Subject(context: $0) }
    ) async throws {
        try await self.init(
            type, with: [], stubs: stubs, services: services, subscriptions: subscriptions, resolvers: resolvers,
            deadline: .seconds(60), make: make)
    }

    /// Makes and starts the module after other real modules.
    ///
    /// - Parameters:
    ///   - others: the other modules, in the order of their start.
    ///   - resolvers: the remotes for URLs that no module answers, such as a `LookupTable`.
    ///   - deadline: the time limit of each request, of each page that waits for an answer, and of each condition.
    ///   - make: makes the module, for a module with more parameters than its context in tests.
    /// - Throws: the error of a module, or `RegistrationError`.
    public init(
        _ type: Subject.Type, with others: [any Module.Type] = [], stubs: [String: Stub] = [:],
        services: [Offer] = [], subscriptions: [Subscription] = [], resolvers: [any Resolver] = [],
        deadline: Duration = .seconds(60), make: (ModuleContext) throws -> Subject = { try Subject(context: $0) }
    ) async throws {
        self.deadline = deadline
        navigator = RecordingNavigator()
        navigator.setDeadline(deadline)
        var resolvers = resolvers
        for other in others { resolvers.append(TestServices(other.info)) }
        resolvers.append(TestServices(Subject.info))
        mediator = Switchboard(navigator: navigator, resolvers: resolvers, observer: recorder)
        var stubbed = Registration(owner: "stubs")
        stubbed.routes = stubs.map { pattern, stub in stub.route(pattern) }
        stubbed.services = services
        stubbed.subscriptions = subscriptions
        try mediator.register(stubbed)
        var running: [RunningModule] = []
        for other in others {
            let validity = ContextValidity()
            let context = Self.context(of: other.info, mediator, validity)
            running.append(RunningModule(module: try other.init(context: context), validity: validity))
            try await running.last?.start(mediator)
        }
        let validity = ContextValidity(sent: recorder.sent)
        let context = Self.context(of: Subject.info, mediator, validity)
        storage = context.storage
        module = try make(context)
        running.append(RunningModule(module: module, validity: validity))
        self.running = running
        try await running.last?.start(mediator)
    }

    /// Returns the context of a module, with a temporary storage.
    private static func context(
        of info: ModuleInfo, _ mediator: Switchboard, _ validity: ContextValidity
    ) -> ModuleContext {
        ModuleContext(
            name: info.name, mediator: mediator, validity: validity, storage: .temporary(module: info.name)
        )
        .declaring(webServices: info.webServices)
    }

    /// Stops the module, and then the other real modules, as the host does: their routes are gone, and their contexts
    /// refuse requests.
    public func stop() async {
        for module in running.reversed() { await module.stop(mediator) }
    }

    /// The commands that the navigator received, in order.
    public var commands: [NavigationCommand] { navigator.commands }

    /// The requests that the module under test sent, in order, also those that failed.
    public var requests: [SentRequest] { recorder.requests }

    /// The traces of all requests that have ended, in the order of their ends.
    public var traces: [Trace] { recorder.traces }

    /// The log of all modules, of every level.
    public var log: [LogRecord] { recorder.log }

    /// Returns whether a module or resolver would answer.
    public func canOpen(_ url: String, for verb: Verb = .open, origin: Origin = .shell) throws -> Availability {
        try mediator.canOpen(url, for: verb, origin: origin)
    }

    /// Returns the routes with a label that an origin may request, of the module and of its stubs.
    public func routes(labelled label: String, origin: Origin = .shell) -> [LabelledRoute] {
        mediator.routes(labelled: label, origin: origin)
    }

    /// Returns a service that the module offers, or makes with an adapter.
    public func service<Value: Sendable>(
        _ name: String, _ range: String, as type: Value.Type
    ) throws(ServiceError) -> Value {
        try mediator.service(name, range, as: type)
    }

    /// Publishes an event as another module would.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        await mediator.publish(event, value)
    }
}

/// A module that the harness has started, with the right of its context.
private struct RunningModule {
    let module: any Module
    let validity: ContextValidity

    private var info: ModuleInfo { type(of: module).info }

    func start(_ mediator: Switchboard) async throws {
        await mediator.publish(.moduleDidLoad, of: info)
        await mediator.publish(.moduleWillStart, of: info)
        try await module.start()
        try mediator.register(module.registration)
    }

    func stop(_ mediator: Switchboard) async {
        await mediator.publish(.moduleWillStop, of: info)
        mediator.unregister(owner: info.name)
        await module.stop()
        validity.end()
    }
}
