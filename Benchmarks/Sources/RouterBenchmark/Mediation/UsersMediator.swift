@_spi(Host) import ModuleKit

/// A mediator in the state in which its users have it: modules that start when they are needed, one of which has not
/// started, two interceptors, and a navigator with the shape of the command line's.
struct UsersMediator: Sendable {
    /// The parameters of the routes.
    struct HomeReference: Decodable, Sendable {
        let id: Int
    }

    private let mediator: Switchboard

    /// Registers a module beside one that has not started.
    ///
    /// - Parameters:
    ///   - isAsynchronous: whether handlers and interceptors are async closures, which never suspend.
    ///   - keepsStack: whether the navigator keeps the pages.
    ///   - notes: whether the code of modules is noted while it runs, as the host has it.
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
    /// What every `open` of this benchmark shows.
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

    /// Its routes are declared; no request needs it.
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

/// Starts nothing.
private struct AbsentStarter: ModuleStarter {
    func requestStart(of module: String) async throws { throw BareRefusal() }
    func manifest(of module: String) -> Manifest? { nil }
}

/// A navigator that has to be waited for, as the one of the command line; it draws nothing.
actor UsersNavigator: Navigator {
    /// More pages than that begin a new stack, so that each request finds one of about the same height.
    private static let limit = 8

    private let keepsStack: Bool
    private var pages = PageStack()
    private var count = 0
    private let results = PageResults()

    /// - Parameter keepsStack: whether it keeps pages by the rules of a stack; otherwise a request measures the
    ///   mediator alone.
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
