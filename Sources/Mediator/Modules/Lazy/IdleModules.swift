/// The modules whose manifests are known. A module that has not started is idle.
///
/// The value is immutable. Finding the modules that a request needs does not run module code.
struct IdleModules: Sendable {
    /// The declarations of all modules, without code.
    private let declared: [Registration]
    private let places: [String: Int]
    let starter: (any ModuleStarter)?
    private let ownHosts: Set<String>
    private let intercepting: Set<String>
    /// The names of the modules that subscribe to each event.
    private let subscribing: [String: [String]]
    /// The interceptors of all modules, built at the first look-up.
    private let chain = Lazy<InterceptorChain>()
    /// The names of the modules that start when a request needs them.
    private var idle: Set<String>

    /// Creates a value whose modules are all idle.
    init(_ declared: [Registration] = [], startedBy starter: (any ModuleStarter)? = nil, ownHosts: Set<String> = []) {
        self.declared = declared
        self.starter = starter
        self.ownHosts = ownHosts
        places = Dictionary(declared.enumerated().map { ($1.owner, $0) }) { first, _ in first }
        intercepting = Set(declared.filter { !$0.interceptors.isEmpty }.map(\.owner))
        let pairs = declared.flatMap { module in Set(module.subscriptions.map(\.event)).map { ($0, [module.owner]) } }
        subscribing = Dictionary(pairs, uniquingKeysWith: +)
        idle = Set(places.keys)
    }

    /// The declarations of a module; `nil` without a manifest of the module.
    subscript(name: String) -> Registration? { places[name].map { declared[$0] } }

    func isIdle(_ name: String) -> Bool { idle.contains(name) }

    /// Returns a copy in which a module is idle, or is no longer idle. An unknown name changes nothing.
    func setting(_ name: String, isIdle: Bool) -> IdleModules {
        guard places[name] != nil, idle.contains(name) != isIdle else { return self }
        var modules = self
        if isIdle { modules.idle.insert(name) } else { modules.idle.remove(name) }
        return modules
    }

    var haveInterceptors: Bool { !intercepting.isDisjoint(with: idle) }

    func interceptingModules(of url: RouteURL) -> [String] { owners(of: interceptors.covering(url)) }

    /// Returns the idle modules with an interceptor for at least one of the labels.
    func interceptingModules(of labels: [RouteLabel]) -> [String] { owners(of: interceptors.covering(labels)) }

    func subscribers(of event: String) -> [String] { subscribing[event]?.filter(idle.contains) ?? [] }

    var concernPages: Bool { !subscribing.isEmpty && PageChange.eventNames.contains { !subscribers(of: $0).isEmpty } }

    private func owners(of interceptors: [CoveringInterceptor]) -> [String] {
        interceptors.map(\.installed.owner).filter(idle.contains)
    }

    private var interceptors: InterceptorChain {
        chain.value {
            InterceptorChain(ordered: declared.flatMap(\.installedInterceptors), ownHosts: ownHosts)
        }
    }

    var idleInterceptors: [InstalledInterceptor] {
        declared.filter { idle.contains($0.owner) }.flatMap(\.installedInterceptors)
    }

    var manifests: [(module: String, manifest: Manifest)] {
        declared.map(\.owner).filter(idle.contains).compactMap { name in starter?.manifest(of: name).map { (name, $0) }
        }
    }

    /// Returns the route of an entry, with the types that the module's manifest contains for the route.
    func route(of entry: RouteTable.Entry) -> Route {
        let routes = starter?.manifest(of: entry.owner)?.routes
        let described = routes?.first { $0.pattern == entry.route.pattern && $0.verb == entry.route.verb }
        return described?.route { _ in .declined } ?? entry.route
    }
}

/// The part of the host that starts modules when requests need them.
@_spi(Host) public protocol ModuleStarter: Sendable {
    /// Starts and registers a module and its required modules; does nothing if the module has already started.
    ///
    /// Several requests may wait for one start.
    /// - Throws: the reason why the module does not run, as text that ends with the remedy.
    func requestStart(of module: String) async throws

    /// Starts and registers a module for an event; does nothing if the module stops or may not start.
    func requestStart(ofSubscriber module: String) async throws

    /// Returns the manifest of a module.
    func manifest(of module: String) -> Manifest?
}
