@_spi(Host) import ModuleKit

/// A mediator in its usual state: lazy modules, one of which has not started, two interceptors, and a navigator like
/// the command line's navigator.
struct UsersMediator: Sendable {
    /// The parameters of the routes.
    struct HomeReference: Decodable, Sendable {
        let id: Int
    }

    private let mediator: Switchboard

    /// Registers a module next to a module that has not started.
    ///
    /// - Parameters:
    ///   - isAsynchronous: whether handlers and interceptors are async closures, which never suspend.
    ///   - keepsStack: whether the navigator keeps the pages.
    ///   - notes: whether a note is kept while a module's code runs, as in the host.
    init(isAsynchronous: Bool = false, keepsStack: Bool = false, notes: Bool = false) throws {
        mediator = Switchboard(
            navigator: UsersNavigator(keepsStack: keepsStack), notingIn: notes ? Self.activities : nil)
        let rent = isAsynchronous ? Self.asynchronous : Self.synchronous
        let modules = [rent, Self.messages].map { (name: $0.owner, manifest: Manifest($0)) }
        mediator.declare(Registration.arrange(modules).modules, startedBy: AbsentStarter())
        try mediator.register(rent)
    }

    private static var activities: ActivityTable {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: ActivityTable.size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: ActivityTable.size)
        return ActivityTable(memory: memory)
    }

    func open(_ url: String) async throws -> Int {
        try await mediator.open(RouteURL(url), origin: .shell).outcome == .shown ? Self.home : 0
    }

    func call(_ url: String) async throws -> Int {
        try await mediator.call(RouteURL(url), as: Int.self, origin: .shell)
    }

    /// The number in each URL.
    static let home = 42
    /// The page of every `open` in this benchmark.
    static let page = Page("Home") {}

    private static var synchronous: Registration {
        var rent = Registration(owner: "Rent")
        rent.routes = [
            Open("/rent/:id<int>", taking: HomeReference.self) { _ in page }.route,
            Open("/rent/:id<int>/request") { (_: ModuleKit.Request) in page }.route,
            Call("/rent/:id<int>/number", taking: HomeReference.self) { reference in reference.id }.route,
            Call("/rent/:id<int>/count") { (_: ModuleKit.Request) in home }.route,
        ]
        rent.interceptors = ["first", "second"].map { name in
            Interceptor(name) { $0.url.text.isEmpty ? .refuse("an empty URL; write one") : .pass }
        }
        return rent
    }

    private static var asynchronous: Registration {
        var rent = Registration(owner: "Rent")
        rent.routes = [Call("/rent/:id<int>/count") { (_: ModuleKit.Request) async in home }.route]
        rent.interceptors = ["first", "second"].map { name in
            Interceptor(name) { (request: ModuleKit.Request) async in
                request.url.text.isEmpty ? .refuse("an empty URL; write one") : .pass
            }
        }
        return rent
    }

    /// A module whose routes are declared but never requested.
    private static var messages: Registration {
        var messages = Registration(owner: "Messages")
        messages.routes = [
            Open("/messages/list") { _ in Page("Messages") {} }.route,
            Open("/messages/:id<int>") { _ in Page("Message") {} }.route,
            Call("/messages/key/:word") { (_: ModuleKit.Request) in home }.sensitive("word").route,
        ]
        return messages
    }
}

/// A starter that cannot start a module.
private struct AbsentStarter: ModuleStarter {
    func requestStart(of module: String) async throws { throw BareRefusal() }
    func requestStart(ofSubscriber module: String) async throws { throw BareRefusal() }
    func manifest(of module: String) -> Manifest? { nil }
}

/// A navigator that suspends its callers, like the command line's navigator, but does not draw anything.
actor UsersNavigator: Navigator {
    /// The number of pages after which a new stack begins, so that each request finds a stack of about the same height.
    private static let limit = 8

    private let keepsStack: Bool
    private var pages = PageStack()
    private var count = 0
    private let results = PageResults()

    /// - Parameter keepsStack: whether the navigator keeps pages by the rules of a stack. Otherwise, a request measures
    ///   the mediator alone.
    init(keepsStack: Bool) { self.keepsStack = keepsStack }

    nonisolated var waitsForReaders: Bool { true }

    func forecast(_ command: NavigationCommand, for request: ModuleKit.Request?) async -> Feedback {
        pages.forecast(command, for: request)
    }

    func perform(_ command: NavigationCommand, for request: ModuleKit.Request?) async -> Feedback {
        guard keepsStack else { return Feedback(.shown, stack: []) }
        count += 1
        if count.isMultiple(of: Self.limit) { pages = PageStack() }
        return pages.apply(command, for: request, results: results)
    }
}
