/// The modules that are known by their declarations, so that a request can find the ones that it needs.
///
/// An immutable value, except for the states of its modules. Finding the modules that a request needs runs no code of a
/// module.
@_spi(Host) public struct LazyModules: Sendable {
    /// The state of a module from the view of requests.
    public enum State: Sendable, Equatable {
        /// It has not started, and starts when a request needs it.
        case idle
        /// Its start failed: a request that needs it gets the error.
        case failed
        /// It is registered.
        case started
        /// It is stopped or removed: no request starts it.
        case gone
    }

    /// The declarations of the modules, which never change.
    public let declarations: Declarations
    let starter: (any ModuleStarter)?
    /// The declared interceptors, for the app's own web hosts.
    private let interceptors: DeclaredTable<Int>
    private var states: [State]
    /// Whether no module has to start for a request.
    private(set) var isEmpty: Bool

    /// Creates a value without modules.
    init() { self.init(.none, startedBy: nil) }

    /// Creates a value with modules of which none has started.
    public init(
        _ declarations: Declarations, startedBy starter: (any ModuleStarter)?, ownHosts: Set<String> = []
    ) {
        self.declarations = declarations
        self.starter = starter
        interceptors = declarations.interceptors.answering(ownHosts)
        states = declarations.names.map { _ in .idle }
        isEmpty = declarations.names.isEmpty
    }

    /// Returns the modules with one of them in another state; an unknown one changes nothing.
    func setting(_ name: String, _ state: State) -> LazyModules {
        guard let number = declarations.numbers[name], states[number] != state else { return self }
        var modules = self
        modules.states[number] = state
        modules.isEmpty = !modules.states.contains { $0.needsStart }
        return modules
    }

    /// Returns the names of the modules in a state.
    func names(_ state: State) -> [String] {
        zip(declarations.names, states).filter { $0.1 == state }.map(\.0)
    }

    /// Returns whether a module has not started yet.
    func needsStart(_ name: String) -> Bool { declarations.numbers[name].map { states[$0].needsStart } ?? false }

    /// Whether some module that has not started yet has interceptors.
    var haveInterceptors: Bool {
        (declarations.everywhere + interceptors.rows + declarations.labelled.map(\.module)).contains {
            states[$0].needsStart
        }
    }

    /// Returns the modules that have not started and have an interceptor that covers a URL.
    func interceptingModules(of url: RouteURL) -> [String] {
        let covering = interceptors.candidates(url).map(\.row)
        return idle(declarations.everywhere + covering)
    }

    /// Returns the modules that have not started and have an interceptor that covers routes with one of some labels.
    func interceptingModules(of labels: [RouteLabel]) -> [String] {
        let names = Set(labels.map(\.name))
        return idle(declarations.labelled.filter { names.contains($0.label) }.map(\.module))
    }

    /// The manifests of the modules that have not started.
    var manifests: [(module: String, manifest: Manifest)] {
        names(.idle).compactMap { name in starter?.manifest(of: name).map { (name, $0) } }
    }

    /// Returns the parameters that the input of a route's handler names, by the manifest of its module.
    func inputs(of entry: RouteTable.Entry) -> [RouteOutline.Parameter]? {
        let (pattern, verb) = (entry.route.pattern, entry.route.verb)
        let routes = starter?.manifest(of: entry.owner)?.routes
        return routes?.first { $0.description.pattern == pattern && $0.description.verb == verb }?.inputs
    }

    /// Returns the names of those among some modules that have not started, without repetitions, in order.
    private func idle(_ modules: [Int]) -> [String] {
        var seen: Set<Int> = []
        return modules.filter { states[$0].needsStart && seen.insert($0).inserted }.map { declarations.names[$0] }
    }
}

extension LazyModules.State {
    /// Whether a request that needs the module has to request its start.
    var needsStart: Bool { self == .idle || self == .failed }
}

/// The starter of modules that a request needs: the host.
@_spi(Host) public protocol ModuleStarter: Sendable {
    /// Starts a module, with all that it requires, and registers it; does nothing if it has started already.
    ///
    /// Several requests may wait for one start.
    ///
    /// - Throws: the reason why it does not run, in words that end with the remedy.
    func start(_ module: String) async throws

    /// Returns the manifest of a module, by its name.
    func manifest(of module: String) -> Manifest?
}
