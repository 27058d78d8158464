@_spi(Host) import Mediator

/// Runs one module alone, in a test: a real mediator, a navigator that records, and stubs for other modules' routes.
///
/// ```swift
/// let rent = try await ModuleHarness(RentModule.self, stubs: ["app://account/session": .value(Session.guest)])
/// await #expect(throws: HomeError.unknown(999)) { try await rent.open("app://rent/999") }
/// #expect(rent.commands.isEmpty)
/// ```
public struct ModuleHarness<Subject: Module>: Sendable {
    /// The module itself.
    public let module: Subject
    let mediator: Switchboard
    /// Records what it is given; `perform(_:)` plays the person.
    public let navigator: RecordingNavigator

    /// Makes and starts the module as the host would, with stubs by the pattern that they answer, and with the services
    /// and subscriptions that other modules would have.
    ///
    /// - Parameter make: makes the module, for one that takes more than its context in tests.
    /// - Throws: what the module threw, or `RegistrationError`.
    public init(
        _ type: Subject.Type, stubs: [String: Stub] = [:], services: [Offer] = [],
        subscriptions: [Subscription] = [], resolvers: [any Resolver] = [],
        make: (ModuleContext) throws -> Subject = { try Subject(context: $0) }
    ) async throws {
        navigator = RecordingNavigator()
        mediator = Switchboard(navigator: navigator, resolvers: resolvers)
        let name = Subject.info.name
        module = try make(ModuleContext(name: name, mediator: mediator))
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

    /// The commands that the navigator was given, in order.
    public var commands: [NavigationCommand] { navigator.commands }

    /// The page on top of the stack, if there is one.
    public var page: Page? { navigator.page }

    /// Opens a URL; a handler's own error is thrown as it is, any other failure as `RequestError`.
    @discardableResult
    public func open(_ url: String, origin: Origin = .shell) async throws -> Feedback {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.open(url, origin: origin, options: Self.options)
        }
    }

    /// Calls a URL for a value; a handler's own error is thrown as it is, any other failure as `RequestError`.
    public func call<Value: Decodable>(
        _ url: String, as type: Value.Type = Value.self, origin: Origin = .shell
    ) async throws -> Value {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.call(url, as: type, origin: origin, options: Self.options)
        }
    }

    /// Calls a URL with a body; a handler's own error is thrown as it is, any other failure as `RequestError`.
    public func call<Value: Decodable>(
        _ url: String, _ body: some Encodable & Sendable, as type: Value.Type = Value.self, origin: Origin = .shell
    ) async throws -> Value {
        try await unwrapped { () async throws(RequestError) in
            try await mediator.call(url, body: Payload(body), as: type, origin: origin, options: Self.options)
        }
    }

    /// Whether somebody would answer.
    public func canOpen(_ url: String, for verb: Verb = .open, origin: Origin = .shell) throws -> Availability {
        try mediator.canOpen(url, for: verb, origin: origin)
    }

    /// Takes a service that the module offers, or makes with an adapter.
    public func service<Value: Sendable>(
        _ name: String, _ range: String, as type: Value.Type
    ) throws(ServiceError) -> Value {
        try mediator.service(name, range, as: type)
    }

    /// Plays another module that publishes an event.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        await mediator.publish(event, value)
    }

    /// Plays the person: performs a command that no request led to, with the events of pages that come and go.
    @discardableResult
    public func perform(_ command: NavigationCommand) async -> Feedback { await mediator.perform(command) }

    /// A machine under load is no reason for a test to fail; a handler that never ends still does.
    static var options: RequestOptions { RequestOptions(deadline: .seconds(60)) }

    func unwrapped<Value>(_ body: () async throws(RequestError) -> Value) async throws -> Value {
        do {
            return try await body()
        } catch .handlerFailed(_, _, _, let reason) {
            throw reason
        }
    }

    private static func route(pattern: String, stub: Stub) -> Route {
        let location = SourceLocation(fileID: #fileID, line: #line)
        var route = Route(pattern, verb: stub.verb, access: .modules, location: location, handler: stub.handler)
        route.mayDecline = stub.mayDecline
        return route
    }
}

extension ModuleHarness {
    /// Plays the person: does what stands on the page on top under a title, as the navigator would.
    ///
    /// - Parameter values: what is typed into the form, by the names of its fields.
    /// - Returns: the value of a call.
    /// - Throws: `HarnessError` where nothing of that title is on the page, `FormFault` where a value is wrong, and what the
    ///   request or the page's module throws.
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

/// Why a test cannot do what a person would.
public enum HarnessError: Error, Sendable, Equatable {
    /// Nothing on the page has the title; `choices` holds what there is.
    case nothingToChoose(title: String, choices: [String])
    /// The page throws a signal, and nothing on it says who takes it.
    case nobodyTakes(signal: Payload)
}

extension HarnessError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .nothingToChoose(let title, let choices):
            "nothing on the page is called \"\(title)\"; choose one of: \(choices.joined(separator: ", "))"
        case .nobodyTakes: "nobody takes the page's signal; give the page or a container of it a callback"
        }
    }
}

/// What a test answers in place of another module's route.
public struct Stub: Sendable {
    let verb: Verb
    /// Whether only asking it tells whether it answers.
    var mayDecline = false
    let handler: Route.Handler

    /// Answers a call with a value.
    public static func value(_ value: some Encodable & Sendable) -> Stub {
        Stub(verb: .call) { _ in .value(Payload(value)) }
    }

    /// Answers an opened URL with a page, a command or a redirect.
    public static func answer(_ answer: some ResponseConvertible) -> Stub {
        let response = answer.response
        let declines = if case .declined = response { true } else { false }
        return Stub(verb: .open, mayDecline: declines) { _ in response }
    }

    /// Fails.
    public static func failure(_ verb: Verb, _ error: any Error) -> Stub {
        Stub(verb: verb) { _ in throw error }
    }

    /// Answers with what the closure makes of the request, which may decline; so `canOpen` is undecided.
    public static func handler(_ verb: Verb, _ handler: @escaping Route.Handler) -> Stub {
        Stub(verb: verb, mayDecline: true, handler: handler)
    }
}
