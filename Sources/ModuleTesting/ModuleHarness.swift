@_spi(Host) import HostKit
@_exported @_spi(Host) public import ModuleKit

/// A test environment for one module: a real mediator, a recording navigator, and stubs for other modules' routes.
///
/// ```swift
/// let rent = try await ModuleHarness(RentModule.self, stubs: ["app://account/session": .value(Session.guest)])
/// await #expect(throws: HomeError.unknown(999)) { try await rent.open("app://rent/999") }
/// #expect(rent.commands.isEmpty)
/// ```
///
/// When the harness is released, the modules' background work is cancelled, and their storages close.
public struct ModuleHarness<Subject: Module>: Sendable {
    /// The module under test.
    public let module: Subject
    let mediator: Switchboard
    /// The navigator, which records its commands; `perform(_:)` acts as the user.
    public let navigator: RecordingNavigator
    /// The module's storage, in a temporary folder that is removed with the harness.
    public let storage: Storage
    let recorder = HarnessRecorder()
    /// The started modules in the order of their start, the module under test last.
    private let running: [RunningModule]
    private let setup: HarnessSetup<Subject>
    /// The connection to the module under test, if the module is treated as if it ran in another process.
    let connection: (any ModuleConnection)?
    var deadline: Duration { setup.deadline }

    /// Creates and starts the module as a host would, after other real modules.
    ///
    /// The module's web service `accounts`, for example, has the address `https://accounts.test`. A stub for its path
    /// `/user/login` therefore has the pattern `https://accounts.test/user/login`.
    ///
    /// - Parameters:
    ///   - type: the module under test.
    ///   - others: the other modules, in the order of their start.
    ///   - stubs: answers that replace other modules' routes and web services, keyed by pattern.
    ///   - guards: decisions that replace other modules' interceptors, keyed by a route label such as `needs-login`.
    ///   - services: the services of other modules.
    ///   - subscriptions: the subscriptions of other modules.
    ///   - settings: the values given for the module's settings, keyed by the settings' names.
    ///   - resolvers: the resolvers for URLs that no module answers, such as a `LookupTable`.
    ///   - deadline: the time limit of each request, of each page that waits for an answer, and of each `wait`.
    ///   - fileID: the file that warnings about unused stubs name.
    ///   - line: the line that these warnings name.
    ///   - make: creates the module; the default passes only the context.
    /// - Throws: a module's own error, `SettingsError`, `RegistrationError` or `HarnessError`.
    public init(
        _ type: Subject.Type, with others: [any Module.Type] = [], stubs: [String: Stub] = [:],
        guards: [String: Decision] = [:], services: [Offer] = [], subscriptions: [Subscription] = [],
        settings: [String: any Encodable & Sendable] = [:], resolvers: [any Resolver] = [],
        deadline: Duration = .seconds(60), fileID: String = #fileID, line: Int = #line,
        make: @escaping @Sendable (ModuleContext) throws -> Subject = { try Subject(context: $0) }
    ) async throws {
        let infos = others.map { $0.info } + [Subject.info]
        let storages = TemporaryStorages(of: infos.map(\.name))
        let given = try settings.sorted { $0.key < $1.key }.map { name, value in
            GivenSetting(name, try Payload(value).decode(), from: "settings of the test")
        }
        let faults = Subject.info.faults(of: given).map(\.text)
        if !faults.isEmpty { throw SettingsError(faults: faults) }
        var registration = Registration(owner: "stubs")
        registration.services = services
        registration.subscriptions = subscriptions
        registration.interceptors = guards.map { label, decision in
            Interceptor(label, onLabelled: label) { _ in decision }
        }
        try await self.init(
            HarnessSetup(
                others: others,
                stubs: StubSet(
                    stubs, of: Subject.info.name, at: DeclarationSite(fileID: fileID, line: line)),
                registration: registration, resolvers: resolvers + infos.map { TestServices($0) }, deadline: deadline,
                storages: storages, settings: [Subject.info.name: given], make: make))
    }

    private init(_ setup: HarnessSetup<Subject>) async throws {
        self.setup = setup
        navigator = RecordingNavigator(deadline: setup.deadline)
        mediator = Switchboard(navigator: navigator, resolvers: setup.resolvers, observer: recorder)
        var stubbed = setup.registration
        stubbed.routes = setup.stubs.routes
        try mediator.register(stubbed)
        var running: [RunningModule] = []
        for other in setup.others {
            let validity = ContextValidity { [recorder] use in
                if case .publication(let event, let value) = use { recorder.note(event, value, to: Subject.self) }
            }
            let context = setup.context(of: other.info, mediator, validity)
            running.append(RunningModule(module: try other.init(context: context), validity: validity))
            try await running.last?.start(mediator, within: setup.startLimit)
        }
        let validity = ContextValidity { [recorder] use in
            recorder.note(use)
            ContractRecorder.shared?.note(use, of: Subject.info.name)
        }
        connection = try ConnectionFactory.named()?.make((Subject.info, mediator))
        let context = setup.context(of: Subject.info, connection?.mediator ?? mediator, validity)
        storage = context.storage
        module = try setup.make(context)
        recorder.note(module.subscriptions)
        running.append(RunningModule(module: module, validity: validity))
        self.running = running
        try setup.stubs.check(beside: module.registration)
        try await running.last?.start(mediator, within: setup.startLimit, connection)
        let unknown = setup.registration.interceptors.map(\.name).filter {
            mediator.routes(labelled: $0, origin: .module(Subject.info.name)).isEmpty
        }
        if !unknown.isEmpty { throw HarnessError.unknownLabels(unknown.sorted()) }
    }

    /// Stops the module, then the other real modules, as a host does: routes are removed, and contexts refuse requests.
    /// - Throws: `HarnessError.unusedStubs` if a stub was not requested, unless the stub is `optional`.
    public func stop() async throws {
        await stopModules()
        if !unusedStubs.isEmpty { throw HarnessError.unusedStubs(unusedStubs) }
    }

    private func stopModules() async {
        for module in running.reversed() { await module.stop(mediator) }
    }

    /// Stops the modules and starts new instances in a new harness, which replaces this one.
    ///
    /// As after a restart of a host, the modules find their storage but no other state.
    ///
    /// - Parameter stubs: further stubs, which replace earlier stubs with the same patterns.
    /// - Throws: like `init`.
    public func restart(stubs: [String: Stub] = [:]) async throws -> ModuleHarness {
        await stopModules()
        setup.stubs.replace(stubs)
        return try await ModuleHarness(setup)
    }

    /// The patterns of the stubs that were not requested, sorted, without `optional` stubs.
    public var unusedStubs: [String] { setup.stubs.unused }

    /// Moves the mediator's clock forward; the system's clock does not change.
    ///
    /// This also affects deadlines of requests and subscribers, `context.clock`, `context.every` and the window of
    /// duplicates.
    public func advance(by time: Duration) {
        mediator.deadlines.advance(by: time)
        connection?.mediator.deadlines.advance(by: time)
    }

    /// The commands that the navigator received, in order.
    public var commands: [NavigationCommand] { navigator.commands }

    /// The requests that the module under test sent, in order, including failed requests.
    public var requests: [SentRequest] { recorder.requests }

    /// The traces of all requests that have ended, in the order in which they ended.
    public var traces: [Trace] { recorder.traces }

    /// The log of all modules, of every level.
    public var log: [LogRecord] { recorder.log }

    /// Returns whether a URL may have an answer; `true` if only a request could decide.
    public func canOpen(_ url: RouteURL, for verb: Request.Verb = .open, origin: Origin = .shell) -> Bool {
        availability(of: url, for: verb, origin: origin) != .no
    }

    /// Returns whether a URL has an answer: `yes`, `no`, or `undecided` if only a request could decide.
    public func availability(of url: RouteURL, for verb: Request.Verb = .open, origin: Origin = .shell) -> Availability
    {
        (try? mediator.availability(of: url, for: verb, origin: origin)) ?? .no
    }

    /// Returns the routes of the module and of its stubs that have a label and that an origin may request.
    public func routes(labelled label: String, origin: Origin = .shell) -> [LabelledRoute] {
        mediator.routes(labelled: label, origin: origin)
    }

    /// Returns a service that the module offers, in an accepted version.
    /// - Throws: `ServiceError` if the module does not offer such a version or type, or cannot make the service.
    public func service<Value: Sendable>(
        _ key: ServiceKey<Value>, _ versions: Range<Version>? = nil
    ) throws(ServiceError) -> Value {
        try mediator.service(key, versions)
    }

    /// Publishes an event as another module would.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        recorder.note(event.name, Payload(value), to: Subject.self)
        return await mediator.publish(event, value)
    }
}

/// The set-up of a harness, which the harnesses of its restarts share.
private struct HarnessSetup<Subject: Module>: Sendable {
    let others: [any Module.Type]
    let stubs: StubSet
    /// The declarations of the test, without the stubs.
    let registration: Registration
    let resolvers: [any Resolver]
    let deadline: Duration
    let storages: TemporaryStorages
    let settings: [String: [GivenSetting]]
    let make: @Sendable (ModuleContext) throws -> Subject
    /// The time limit of `start()`, at least 10 seconds as in a host: a test with a short deadline must not fail on a
    /// busy machine.
    var startLimit: Duration { max(deadline, .seconds(10)) }

    func context(of info: ModuleInfo, _ mediator: Switchboard, _ validity: ContextValidity) -> ModuleContext {
        let storage = storages.sources[info.name] ?? .temporary(module: info.name)
        return ModuleContext(
            name: info.name, mediator: mediator, validity: validity, storage: storage,
            settings: settings[info.name] ?? []
        ).of(info)
    }
}

/// The storages of a harness's modules, keyed by the modules' names.
///
/// The storages close when the harness and all harnesses of its restarts are released. Otherwise, the folder of a
/// module that was not stopped would remain, because the mediator's routes hold the module's context.
private final class TemporaryStorages: Sendable {
    let sources: [String: StorageSource]

    init(of modules: [String]) {
        sources = Dictionary(modules.map { ($0, StorageSource.temporary(module: $0)) }) { $1 }
    }

    deinit { Task.detached { [sources] in for source in sources.values { await source.close() } } }
}

/// A started module with the validity of its context; the module's background work ends with the harness.
private final class RunningModule: Sendable {
    let module: any Module
    let validity: ContextValidity

    init(module: any Module, validity: ContextValidity) { (self.module, self.validity) = (module, validity) }

    deinit { validity.endTasks() }

    private var info: ModuleInfo { type(of: module).info }

    func start(
        _ mediator: Switchboard, within limit: Duration, _ connection: (any ModuleConnection)? = nil
    ) async throws {
        await mediator.publish(.moduleDidLoad, of: info)
        await mediator.publish(.moduleWillStart, of: info)
        guard let end = await Promise.run(within: limit, { [module] in try await module.start() }) else {
            throw HarnessError.noStart(module: info.name, limit)
        }
        try end.get()
        let registration = module.registration
        try mediator.register(await connection?.arrived(registration) ?? registration)
    }

    func stop(_ mediator: Switchboard) async {
        await mediator.publish(.moduleWillStop, of: info)
        mediator.unregister(owner: info.name)
        validity.endTasks()
        await module.stop()
        validity.end()
    }
}
