@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The other hosts of a fleet, the manifests of their modules, and the hosts that answer for each module.
final class HostDirectory: Sendable {
    /// A host that runs a module.
    private struct Serving {
        let host: FleetHost
        let module: HostCard.ServedModule
        let version: Version
    }

    private struct State {
        /// The hosts, keyed by identity.
        var hosts: [String: FleetHost] = [:]
        /// The number of hosts at which forgettable hosts are removed.
        var pruning = HostDirectory.pruningStep
        /// The manifests, with the verbs and patterns of their routes, keyed by hash.
        var manifests: [ContentHash: (manifest: Manifest, routes: Set<String>)] = [:]
        /// The hashes of manifests that were requested and have not arrived.
        var awaited: Set<ContentHash> = []
        /// The hashes of the manifests that cards offered at the last `renewed()`.
        var offered: Set<ContentHash> = []
        /// The hashes of manifests that cannot be used together with the other manifests.
        var refused: Set<ContentHash> = []
        /// The hosts that run the highest major version of each module, keyed by module name, as of the last
        /// `renewed()`.
        var serving: [String: [Serving]] = [:]
    }

    /// The largest number of known hosts.
    private static let limit = 1 << 16
    private static let pruningStep = 1 << 10

    private let state = Mutex(State())

    var hosts: [FleetHost] { state.withLock { Array($0.hosts.values) } }

    subscript(_ identity: String) -> FleetHost? { state.withLock { $0.hosts[identity] } }

    /// Returns a host, which is created if it is new; `nil` if there are too many hosts.
    func host(_ identity: String, else make: () -> FleetHost) -> (host: FleetHost, isNew: Bool)? {
        state.withLock { state in
            if let host = state.hosts[identity] { return (host, false) }
            if state.hosts.count >= state.pruning {
                // A removed host that asks again is added again.
                state.hosts = state.hosts.filter { !$0.value.isForgettable }
                state.pruning = min(state.hosts.count + Self.pruningStep, Self.limit)
            }
            guard state.hosts.count < Self.limit else { return nil }
            let host = make()
            state.hosts[identity] = host
            return (host, true)
        }
    }

    /// Removes a host, unless another object has replaced it.
    func remove(_ host: FleetHost) {
        let identity = host.card.id
        state.withLock { if $0.hosts[identity] === host { $0.hosts[identity] = nil } }
    }

    // MARK: Manifests

    /// Whether no requested manifest is still awaited.
    var isComplete: Bool { state.withLock(\.awaited.isEmpty) }

    /// Returns whether a manifest has to be requested, and records the request.
    func needs(_ content: ContentHash) -> Bool {
        state.withLock { $0.manifests[content] == nil && $0.awaited.insert(content).inserted }
    }

    /// Stores a manifest that has arrived, or records that it will not arrive.
    func keep(_ manifest: Manifest?, as content: ContentHash) {
        state.withLock { state in
            state.awaited.remove(content)
            guard let manifest else { return }
            state.manifests[content] = (manifest, Set(manifest.routes.map { "\($0.verb) \($0.pattern)" }))
        }
    }

    // MARK: Modules

    /// Returns the modules of other hosts according to their present cards. From then on, `host(of:with:excluding:)`
    /// uses these cards as well.
    ///
    /// - Parameter code: creates the code of a module from its manifest.
    func renewed(_ code: (_ module: String, _ manifest: Manifest) -> any ModuleCode) -> [String: FleetModule] {
        state.withLock { state in
            let offered = Set(state.hosts.values.flatMap { $0.card.modules.map(\.manifest) })
            if offered != state.offered {
                (state.offered, state.refused) = (offered, [])
                state.manifests = state.manifests.filter { offered.contains($0.key) }
            }
            state.serving = Self.serving(state)
            return state.serving.compactMapValues { all -> FleetModule? in
                guard let newest = all.max(by: { ($0.version, $0.module.manifest) < ($1.version, $1.module.manifest) }),
                    let manifest = state.manifests[newest.module.manifest]?.manifest
                else { return nil }
                let name = newest.module.name
                return FleetModule(
                    name: name, version: newest.version, summary: newest.module.summary,
                    hosts: all.map(\.host.card.name).sorted(), content: newest.module.manifest, manifest: manifest,
                    code: code(name, manifest))
            }
        }
    }

    /// Ignores modules with these manifests, which cannot be used, until the set of offered manifests changes.
    func refuse(_ manifests: [ContentHash]) { state.withLock { $0.refused.formUnion(manifests) } }

    private static func serving(_ state: State) -> [String: [Serving]] {
        var serving: [String: [Serving]] = [:]
        for host in state.hosts.values {
            let card = host.card
            for module in card.modules where !card.isLeaving && state.manifests[module.manifest] != nil {
                guard !state.refused.contains(module.manifest), let version = Version(parsing: module.version)
                else { continue }
                serving[module.name, default: []].append(Serving(host: host, module: module, version: version))
            }
        }
        return serving.mapValues { all in
            let major = all.map(\.version.major).max()
            return all.filter { $0.version.major == major }
        }
    }

    /// Returns a host that runs a module with a route; `nil` if there is none. Picks two random hosts, and takes the
    /// host that owes this host fewer answers. The time does not grow with the number of hosts, unless many hosts lack
    /// the route.
    func host(of module: String, with route: RouteDescription, excluding tried: Set<String>) -> FleetHost? {
        let key = "\(route.verb) \(route.pattern)"
        return state.withLock { state in
            guard let all = state.serving[module] else { return nil }
            func isEligible(_ serving: Serving) -> Bool {
                let card = serving.host.card
                return !card.isLeaving && !tried.contains(card.id) && state.hosts[card.id] === serving.host
                    && state.manifests[serving.module.manifest]?.routes.contains(key) == true
            }
            let picked = (0..<2).compactMap { _ in all.randomElement() }.filter(isEligible)
            let found = picked.isEmpty ? all.filter(isEligible) : picked
            return found.min { $0.host.peer.asks.count < $1.host.peer.asks.count }?.host
        }
    }
}
