/// The modules that are known by what they declare, and which of them a request needs.
///
/// A value that never changes but for the states of its modules. Finding out what a request needs runs no code of a module.
@_spi(Host) public struct LazyModules: Sendable {
    /// Where a module is, as far as requests are concerned.
    public enum State: Sendable, Equatable {
        /// It starts when a request needs it.
        case idle
        /// It was to be started and failed: who needs it is told so.
        case failed
        /// It is registered.
        case started
        /// It is stopped, or it was taken away: nobody starts it for a request.
        case gone
    }

    /// What modules declare, which never changes.
    public let declarations: Declarations
    let starter: (any ModuleStarter)?
    private var states: [State]
    /// Whether nothing waits for a request.
    private(set) var isEmpty: Bool

    /// No modules.
    init() { self.init(.none, startedBy: nil) }

    /// Modules of which none is started yet.
    public init(_ declarations: Declarations, startedBy starter: (any ModuleStarter)?) {
        self.declarations = declarations
        self.starter = starter
        states = declarations.names.map { _ in .idle }
        isEmpty = declarations.names.isEmpty
    }

    /// The same with a module in another state; one that is not known changes nothing.
    func setting(_ name: String, _ state: State) -> LazyModules {
        guard let number = declarations.numbers[name], states[number] != state else { return self }
        var modules = self
        modules.states[number] = state
        modules.isEmpty = !modules.states.contains { $0.needsStart }
        return modules
    }

    /// The names of those that are in a state.
    func names(_ state: State) -> [String] {
        zip(declarations.names, states).filter { $0.1 == state }.map(\.0)
    }

    /// Whether a module is still to be started.
    func needsStart(_ name: String) -> Bool { declarations.numbers[name].map { states[$0].needsStart } ?? false }

    /// Whether some module that is still to be started has interceptors.
    var haveInterceptors: Bool {
        (declarations.everywhere + declarations.interceptors.rows).contains { states[$0].needsStart }
    }

    /// The modules with an interceptor that covers a URL.
    func interceptingModules(of url: RouteURL) -> [String] {
        let covering = declarations.interceptors.candidates(url).map(\.row)
        return idle(declarations.everywhere + covering)
    }

    /// What those declare that are still to be started.
    var manifests: [(module: String, manifest: Manifest)] {
        names(.idle).compactMap { name in starter?.manifest(of: name).map { (name, $0) } }
    }

    /// Those of some modules that are still to be started, each once, in order.
    private func idle(_ modules: [Int]) -> [String] {
        var seen: Set<Int> = []
        return modules.filter { states[$0].needsStart && seen.insert($0).inserted }.map { declarations.names[$0] }
    }
}

extension LazyModules.State {
    /// Whether a request that needs the module has to ask for its start.
    var needsStart: Bool { self == .idle || self == .failed }
}

/// Who starts modules when a request needs them; the host.
@_spi(Host) public protocol ModuleStarter: Sendable {
    /// Starts a module, with all that it requires, and registers it; nothing where it is started already.
    ///
    /// Many may wait for one start.
    ///
    /// - Throws: why it does not run, in words that end with what to do.
    func start(_ module: String) async throws

    /// What a module declares, by its name.
    func manifest(of module: String) -> Manifest?
}
