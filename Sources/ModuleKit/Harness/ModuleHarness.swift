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
        navigator = RecordingNavigator()
        mediator = Switchboard(navigator: navigator, resolvers: resolvers + [TestServices(Subject.info)])
        let name = Subject.info.name
        let context = ModuleContext(name: name, mediator: mediator, storage: .temporary(module: name))
        storage = context.storage
        module = try make(context.declaring(webServices: Subject.info.webServices))
        var others = Registration(owner: "stubs")
        others.routes = stubs.map(Self.route)
        others.services = services
        others.subscriptions = subscriptions
        try mediator.register(others)
        await mediator.publish(.moduleDidLoad, of: Subject.info)
        await mediator.publish(.moduleWillStart, of: Subject.info)
        try await module.start()
        try mediator.register(module.registration)
    }

    /// The commands that the navigator received, in order.
    public var commands: [NavigationCommand] { navigator.commands }

    /// The top page of the stack, if there is one.
    public var page: Page? { navigator.page }

    /// Opens a URL.
    ///
    /// - Throws: a handler's own error unchanged, or `RequestError` for any other failure.
    @discardableResult
    public func open(_ url: String, origin: Origin = .shell) async throws -> Feedback {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.open(url, origin: origin, options: Self.options)
        }
    }

    /// Calls a URL for a value.
    ///
    /// - Throws: a handler's own error unchanged, or `RequestError` for any other failure.
    public func call<Value: Decodable>(
        _ url: String, as type: Value.Type = Value.self, origin: Origin = .shell
    ) async throws -> Value {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.call(url, as: type, origin: origin, options: Self.options)
        }
    }

    /// Calls a URL with a body.
    ///
    /// - Throws: a handler's own error unchanged, or `RequestError` for any other failure.
    public func call<Value: Decodable>(
        _ url: String, _ body: some Encodable & Sendable, as type: Value.Type = Value.self, origin: Origin = .shell
    ) async throws -> Value {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.call(url, body: Payload(body), as: type, origin: origin, options: Self.options)
        }
    }

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

    /// Performs a command as the person, without a request, with the events of pages that come and go.
    @discardableResult
    public func perform(_ command: NavigationCommand) async -> Feedback { await mediator.perform(command) }

    /// A test must not fail because the machine is busy; a handler that never ends still fails it.
    static var options: RequestOptions { RequestOptions(deadline: .seconds(60)) }

    func unwrapped<Value>(_ body: () async throws(RequestError) -> Value) async throws -> Value {
        do {
            return try await body()
        } catch .handlerFailed(_, _, _, let reason) {
            throw reason
        }
    }

    private static func route(pattern: String, stub: Stub) -> Route { stub.route(pattern) }
}

extension ModuleHarness {
    /// Acts as the person: chooses the entry with a title on the top page, as the navigator would.
    ///
    /// - Parameter values: the input for a form, by the names of its fields.
    /// - Returns: the value of a call.
    /// - Throws: `HarnessError` if the page has no such title, `FormFault` if a value is invalid, and the error of the
    ///   request or of the page's module.
    @discardableResult
    public func choose(_ title: String, filling values: [String: String] = [:]) async throws -> Payload? {
        let choices = page?.choices ?? []
        guard let choice = choices.first(where: { $0.title == title }) else {
            throw HarnessError.nothingToChoose(title: title, choices: choices.map(\.title))
        }
        switch choice {
        case .open(_, let url): try await open(url)
        case .call(_, let url): return try await value(of: url, nil)
        case .signal(_, let signal, let callback): return try await send(signal, to: callback)
        case .form(let form, let callback):
            let body = try form.filled(with: values)
            guard let url = form.url else { return try await send(body, to: callback) }
            return try await value(of: url, body)
        }
        return nil
    }

    private func send(_ signal: Payload, to callback: Callback?) async throws -> Payload? {
        guard let callback else { throw HarnessError.nobodyTakes(signal: signal) }
        if let url = callback.url { return try await value(of: url, signal) }
        try await callback.receive(signal)
        return nil
    }

    private func value(of url: String, _ body: Payload?) async throws -> Payload {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.call(url, body: body, origin: .shell, options: Self.options)
        }
    }
}

/// The reason why a test cannot act as a person would.
public enum HarnessError: Error, Sendable, Equatable {
    /// The page has no entry with the title; `choices` holds its entries.
    case nothingToChoose(title: String, choices: [String])
    /// The page throws a signal, and has no callback for it.
    case nobodyTakes(signal: Payload)
}

extension HarnessError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .nothingToChoose(let title, let choices):
            "nothing on the page is called \"\(title)\"; choose one of: \(choices.joined(separator: ", "))"
        case .nobodyTakes: "no callback receives the page's signal; give the page or a container of it a callback"
        }
    }
}

/// The answer of a test in place of another module's route.
public struct Stub: Sendable {
    let verb: Verb
    /// Whether the stub may decline, so that only a request shows whether it answers.
    var mayDecline = false
    var labels: [RouteLabel] = []
    let handler: Route.Handler

    /// Returns the stub with a label, as another module's route has it.
    public func labelled(_ name: String, _ text: String? = nil) -> Stub {
        var stub = self
        stub.labels.append(RouteLabel(name, text))
        return stub
    }

    /// Returns a stub that answers a call with a value.
    public static func value(_ value: some Encodable & Sendable) -> Stub {
        Stub(verb: .call) { _ in .value(Payload(value)) }
    }

    /// Returns a stub that answers an opened URL with a page, a command or a redirect.
    public static func answer(_ answer: some ResponseConvertible) -> Stub {
        let response = answer.response
        let declines = if case .declined = response { true } else { false }
        return Stub(verb: .open, mayDecline: declines) { _ in response }
    }

    /// Returns a stub that fails.
    public static func failure(_ verb: Verb, _ error: any Error) -> Stub {
        Stub(verb: verb) { _ in throw error }
    }

    /// Returns a stub whose answer a closure makes from the request; the closure may decline, so `canOpen` is
    /// undecided.
    public static func handler(_ verb: Verb, _ handler: @escaping Route.Handler) -> Stub {
        Stub(verb: verb, mayDecline: true, handler: handler)
    }
}
