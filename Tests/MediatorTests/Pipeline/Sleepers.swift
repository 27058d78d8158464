@_spi(Host) import ModuleKit
import Synchronization

/// Modules whose declarations are known, and which start when a request needs them.
final class Sleepers: ModuleStarter {
    private let registrations: [Registration]
    private let mediator: Switchboard
    private let begin: @Sendable (String) async throws -> Void
    private let starts = Mutex<[String]>([])

    /// Declares modules to a mediator.
    ///
    /// - Parameter begin: called in a start before the module is registered.
    init(
        _ registrations: [Registration], in mediator: Switchboard,
        begin: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) {
        self.registrations = registrations
        self.mediator = mediator
        self.begin = begin
        let modules = registrations.map { (name: $0.owner, manifest: Manifest($0)) }
        mediator.declare(Registration.arrange(modules).modules, startedBy: self)
    }

    /// The started modules in order; a module appears once for each start.
    var started: [String] { starts.withLock(\.self) }

    func requestStart(ofSubscriber module: String) async throws { try await requestStart(of: module) }

    func requestStart(of module: String) async throws {
        starts.withLock { $0.append(module) }
        try await begin(module)
        for registration in registrations where registration.owner == module { try mediator.register(registration) }
    }

    func manifest(of module: String) -> Manifest? { registrations.first { $0.owner == module }.map { Manifest($0) } }
}

extension Registration {
    /// The declarations of a module, for tests.
    init(
        _ owner: String, _ routes: [any RouteDeclaration] = [], interceptors: [Interceptor] = [],
        rewrites: [Rewrite] = []
    ) {
        self.init(owner: owner)
        self.routes = routes.flatMap { $0.routes }
        self.interceptors = interceptors
        self.rewrites = rewrites
    }
}
