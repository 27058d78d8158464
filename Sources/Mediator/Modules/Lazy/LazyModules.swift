/// The modules that are known by their manifests, so that a request can find the ones that it needs.
///
/// An immutable value, except for which modules need a start. Finding the modules that a request needs runs no code of a
/// module.
@_spi(Host) public struct LazyModules: Sendable {
    /// The patterns of interceptors, each with its module's number.
    private struct Intercepted: Sendable {
        let index: PatternIndex
        let modules: [Int]

        init(_ modules: [IdleModule], ownHosts: Set<String>) {
            let rows = modules.enumerated().flatMap { number, module in
                let types = module.types.map(\.type)
                return module.interceptedPatterns.compactMap { text in
                    (try? RoutePattern(text, types: types)).map { (pattern: IndexedPattern($0), module: number) }
                }
            }
            index = PatternIndex(rows.map(\.pattern), ownHosts: ownHosts)
            self.modules = rows.map(\.module)
        }
    }

    /// The modules; their places are their numbers.
    private let modules: [IdleModule]
    private let numbers: [String: Int]
    let starter: (any ModuleStarter)?
    private let ownHosts: Set<String>
    /// The patterns of interceptors, made at the first look-up.
    private let intercepted = Lazy<Intercepted>()
    /// Whether a request starts each module, because it has not started, or its start failed.
    private var needStart: [Bool]

    /// Creates a value with modules of which none has started.
    init(_ modules: [IdleModule] = [], startedBy starter: (any ModuleStarter)? = nil, ownHosts: Set<String> = []) {
        self.modules = modules
        self.starter = starter
        self.ownHosts = ownHosts
        numbers = Dictionary(modules.enumerated().map { ($1.name, $0) }) { first, _ in first }
        needStart = modules.map { _ in true }
    }

    /// The module of a name; `nil` if no manifest names it.
    subscript(name: String) -> IdleModule? { numbers[name].map { modules[$0] } }

    /// Returns the modules, of which one is started by requests from now on, or is not; an unknown one changes nothing.
    func setting(_ name: String, needsStart: Bool) -> LazyModules {
        guard let number = numbers[name], needStart[number] != needsStart else { return self }
        var modules = self
        modules.needStart[number] = needsStart
        return modules
    }

    /// Returns whether a request that needs a module has to request its start.
    func needsStart(_ name: String) -> Bool { numbers[name].map { needStart[$0] } ?? false }

    /// Whether some module that has not started yet has interceptors.
    var haveInterceptors: Bool {
        modules.indices.contains { needStart[$0] && modules[$0].intercepts }
    }

    /// Returns the modules that have not started and have an interceptor that covers a URL.
    func interceptingModules(of url: RouteURL) -> [String] {
        let intercepted = intercepted.value { Intercepted(modules, ownHosts: ownHosts) }
        let covering = intercepted.index.candidates(url).map { intercepted.modules[$0.number] }
        return idle(modules.indices.filter { modules[$0].interceptsEverything } + covering)
    }

    /// Returns the modules that have not started and have an interceptor that covers routes with one of some labels.
    func interceptingModules(of labels: [RouteLabel]) -> [String] {
        let names = Set(labels.map(\.name))
        return idle(modules.indices.filter { !names.isDisjoint(with: modules[$0].interceptedLabels) })
    }

    /// The manifests of the modules that have not started.
    var manifests: [(module: String, manifest: Manifest)] {
        zip(modules, needStart).filter(\.1).compactMap { module, _ in
            starter?.manifest(of: module.name).map { (module.name, $0) }
        }
    }

    /// Returns the parameters that the input of a route's handler names, by the manifest of its module.
    func inputs(of entry: RouteTable.Entry) -> [RouteOutline.Parameter]? {
        let (pattern, verb) = (entry.route.pattern, entry.route.verb)
        let routes = starter?.manifest(of: entry.owner)?.routes
        return routes?.first { $0.description.pattern == pattern && $0.description.verb == verb }?.inputs
    }

    /// Returns the names of those among some modules that have not started, without repetitions, in order.
    private func idle(_ numbers: [Int]) -> [String] {
        var seen: Set<Int> = []
        return numbers.filter { needStart[$0] && seen.insert($0).inserted }.map { modules[$0].name }
    }
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
