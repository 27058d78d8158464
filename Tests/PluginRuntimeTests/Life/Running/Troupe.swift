@_spi(Host) import ModuleTesting
import Synchronization

@testable import Platform
@testable import PluginRuntime

/// Modules without a library, whose starts and stops a test observes.
final class Troupe: Sendable {
    /// What a module does when it starts and stops.
    struct Part: Sendable {
        var requirements: [Requirement] = []
        var routes: [Route] = []
        var rewrites: [Rewrite] = []
        var interceptors: [Interceptor] = []
        var subscriptions: [Subscription] = []
        var startsWithHost = false
        var start: @Sendable (ModuleContext) async throws -> Void = { _ in }
        var stop: @Sendable () async -> Void = {}
    }

    let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [])
    let runtime: ModuleRuntime
    private let parts: [String: Part]
    private let told = Mutex<[String]>([])
    /// The modules whose storage was closed while their code may still run.
    let closed = Mutex<Set<String>>([])

    /// Makes modules known without a start; each answers a call of its name.
    init(_ parts: KeyValuePairs<String, Part>, limits: ModuleLimits = ModuleLimits()) async {
        self.parts = Dictionary(parts.map { ($0.key, $0.value) }) { first, _ in first }
        let stage = Stage()
        runtime = ModuleRuntime(
            mediator: mediator, runners: { module, _, _ in stage.runner(for: module) }, limits: limits)
        stage.troupe.withLock { $0 = self }
        let modules = parts.map { name, part in
            (name: name, manifest: Manifest(Self.registration(of: name, part)))
        }
        let catalogue = ModuleCatalogue(
            modules: parts.map { Self.known($0.key, $0.value) }, records: [], names: Set(parts.map(\.key)),
            idleModules: Registration.arrange(modules).modules)
        await runtime.begin(catalogue)
    }

    /// The loads, starts and stops of the modules, in order.
    var events: [String] { told.withLock(\.self) }

    func tell(_ what: String) { told.withLock { $0.append(what) } }

    /// The answer of a module's route, or its error.
    func call(_ name: String) async -> Result<String, RequestError> {
        do throws(RequestError) {
            let options = RequestOptions(deadline: .seconds(300))
            return .success(try await mediator.call("app://\(name)", as: String.self, origin: .shell, options: options))
        } catch {
            return .failure(error)
        }
    }

    /// The error of a module's route, if it has one.
    func failure(of name: String) async -> RequestError? {
        if case .failure(let error) = await call(name) { error } else { nil }
    }

    /// The state of a module.
    func state(_ name: String) async -> ModuleState? { await runtime.records(of: name).first?.state }

    fileprivate func runner(for module: ModuleDescriptor) -> any ModuleRunner {
        Player(name: module.name, part: parts[module.name] ?? Part(), troupe: self)
    }

    fileprivate static func registration(of name: String, _ part: Part) -> Registration {
        var registration = Registration(owner: name)
        registration.routes = [Call("/\(name)") { _ in name }.route] + part.routes
        registration.rewrites = part.rewrites
        registration.interceptors = part.interceptors
        registration.subscriptions = part.subscriptions
        return registration
    }

    static func known(_ name: String, _ part: Part) -> ModuleDescriptor {
        ModuleDescriptor(
            info: ModuleInfo(name, "1.0", "", requirements: part.requirements), file: name, source: .option,
            library: ModuleLibrary(path: name),
            content: SHA256.hash(Array(name.utf8)), startsWithHost: part.startsWithHost,
            isDisabled: false, problem: nil, manifest: Manifest(registration(of: name, part)))
    }
}

/// Connects a runtime to its troupe, which is created after the runtime.
private final class Stage: Sendable {
    let troupe = Mutex<Troupe?>(nil)

    func runner(for module: ModuleDescriptor) -> any ModuleRunner {
        guard let troupe = troupe.withLock(\.self) else { preconditionFailure("the troupe is there before it plays") }
        return troupe.runner(for: module)
    }
}

/// One generation of a module.
private final class Player: ModuleRunner {
    let name: String
    let part: Troupe.Part
    let troupe: Troupe
    private let validity = ContextValidity()

    init(name: String, part: Troupe.Part, troupe: Troupe) {
        self.name = name
        self.part = part
        self.troupe = troupe
    }

    func load() throws(PluginProblem) { troupe.tell("load \(name)") }

    func start() async throws -> Registration {
        troupe.tell("start \(name)")
        try await part.start(ModuleContext(name: name, mediator: troupe.mediator, validity: validity))
        return Troupe.registration(of: name, part)
    }

    func invalidate() { validity.end() }

    func stop() async {
        await part.stop()
        troupe.tell("stop \(name)")
    }

    func close() async { troupe.closed.withLock { _ = $0.insert(name) } }
}
