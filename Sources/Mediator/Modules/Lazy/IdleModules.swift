/// The modules that are known by their manifests, and which of them start when a request needs them.
///
/// An immutable value. Finding the modules that a request needs runs no code of a module.
struct IdleModules: Sendable {
    /// The declarations of all modules, without code.
    private let declared: [Registration]
    private let places: [String: Int]
    let starter: (any ModuleStarter)?
    private let ownHosts: Set<String>
    private let intercepting: Set<String>
    /// The interceptors of all modules, made at the first look-up.
    private let chain = Lazy<InterceptorChain>()
    /// The modules that a request starts.
    private var idle: Set<String>

    /// Creates a value with modules of which none has started.
    init(_ declared: [Registration] = [], startedBy starter: (any ModuleStarter)? = nil, ownHosts: Set<String> = []) {
        self.declared = declared
        self.starter = starter
        self.ownHosts = ownHosts
        places = Dictionary(declared.enumerated().map { ($1.owner, $0) }) { first, _ in first }
        intercepting = Set(declared.filter { !$0.interceptors.isEmpty }.map(\.owner))
        idle = Set(places.keys)
    }

    /// The declarations of a module; `nil` if no manifest names it.
    subscript(name: String) -> Registration? { places[name].map { declared[$0] } }

    func isIdle(_ name: String) -> Bool { idle.contains(name) }

    /// Returns the modules with one of them idle or not; an unknown one changes nothing.
    func setting(_ name: String, isIdle: Bool) -> IdleModules {
        guard places[name] != nil, idle.contains(name) != isIdle else { return self }
        var modules = self
        if isIdle { modules.idle.insert(name) } else { modules.idle.remove(name) }
        return modules
    }

    var haveInterceptors: Bool { !intercepting.isDisjoint(with: idle) }

    func interceptingModules(of url: RouteURL) -> [String] { owners(of: interceptors.covering(url)) }

    /// Returns the idle modules that have an interceptor for routes with one of some labels.
    func interceptingModules(of labels: [RouteLabel]) -> [String] { owners(of: interceptors.covering(labels)) }

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

    /// Returns the route of an entry with its types, which only the manifest of its module has.
    func route(of entry: RouteTable.Entry) -> Route {
        let routes = starter?.manifest(of: entry.owner)?.routes
        let described = routes?.first { $0.pattern == entry.route.pattern && $0.verb == entry.route.verb }
        return described?.route { _ in .declined } ?? entry.route
    }
}

/// The starter of modules that a request needs: the host.
@_spi(Host) public protocol ModuleStarter: Sendable {
    /// Starts a module, with all that it requires, and registers it; does nothing if it has started already.
    ///
    /// Several requests may wait for one start.
    /// - Throws: the reason why it does not run, in words that end with the remedy.
    func requestStart(of module: String) async throws

    /// Returns the manifest of a module, by its name.
    func manifest(of module: String) -> Manifest?
}
