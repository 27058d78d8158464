/// All services that can be taken, frozen.
struct ServiceTable: Sendable {
    /// What modules offer themselves, in order of registration.
    let offers: [InstalledService]
    let adapters: [InstalledAdapter]
    /// What adapters make of the offers that are there: used where no offer will do.
    private let adapted: [Adapted]

    private struct Adapted: Sendable {
        let adapter: InstalledAdapter
        let source: InstalledService
        let service: InstalledService
    }

    init() { (offers, adapters, adapted) = ([], [], []) }

    /// The services of these offers and adapters; what was made before and is still there is kept.
    init(offers: [InstalledService], adapters: [InstalledAdapter], before: ServiceTable) {
        self.offers = offers
        self.adapters = adapters
        adapted = adapters.compactMap { adapter in
            guard let source = Self.newest(offers.filter { adapter.takes($0.description) }) else { return nil }
            return before.adapted.first { $0.adapter === adapter && $0.source === source }
                ?? Adapted(adapter: adapter, source: source, service: InstalledService(adapter, of: source))
        }
    }

    /// All that can be taken, offers first.
    var services: [InstalledService] { offers + adapted.map(\.service) }

    /// The highest version in a range: that of an offer, where there is one, otherwise that of an adapter.
    func service(_ name: String, _ range: VersionRange) throws(ServiceError) -> InstalledService {
        let fits = { (service: InstalledService) in
            service.description.name == name && range.contains(service.description.version)
        }
        if let service = Self.newest(offers.filter(fits)) ?? Self.newest(adapted.map(\.service).filter(fits)) {
            return service
        }
        let found = services.map(\.description).filter { $0.name == name }
        guard found.isEmpty else { throw .wrongVersion(service: name, range: range, found: found) }
        throw .missing(service: name, range: range, near: near(name))
    }

    /// The one with the highest version; of several the one that came first.
    private static func newest(_ services: [InstalledService]) -> InstalledService? {
        services.reduce(nil) { best, next in
            guard let best, best.description.version >= next.description.version else { return next }
            return best
        }
    }

    /// Those with the nearest names, if they are near at all.
    private func near(_ name: String) -> [ServiceDescription] {
        let ranked = services.map { service in
            (service: service.description, distance: EditDistance.between(service.description.name, name))
        }
        return ranked.filter { $0.distance <= max(2, name.utf8.count / 2) }
            .sorted { ($0.distance, $0.service.name) < ($1.distance, $1.service.name) }.prefix(3).map(\.service)
    }
}
