import Synchronization

/// All available services, frozen.
struct ServiceTable: Sendable {
    /// The services that modules offer themselves, in order of registration.
    let offers: [InstalledService]
    let adapters: [InstalledAdapter]
    /// The results of adapters, which apply if no offer is suitable.
    private let adapted: [Adapted]

    private struct Adapted: Sendable {
        let adapter: InstalledAdapter
        let source: InstalledService
        let service: InstalledService
    }

    init() { (offers, adapters, adapted) = ([], [], []) }

    /// Creates the services of offers and adapters; objects that were created before are kept if their services remain.
    init(offers: [InstalledService], adapters: [InstalledAdapter], before: ServiceTable) {
        self.offers = offers
        self.adapters = adapters
        adapted = adapters.compactMap { adapter in
            guard let source = Self.newest(offers.filter { adapter.takes($0.description) }) else { return nil }
            return before.adapted.first { $0.adapter === adapter && $0.source === source }
                ?? Adapted(adapter: adapter, source: source, service: InstalledService(adapter, of: source))
        }
    }

    /// All available services, offers first.
    var services: [InstalledService] { offers + adapted.map(\.service) }

    /// Returns the highest version in a range: that of an offer, if any, otherwise that of an adapter.
    func service(_ name: String, _ range: Range<Version>) throws(ServiceError) -> InstalledService {
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

    /// Returns the service with the highest version; of several, the first one.
    private static func newest(_ services: [InstalledService]) -> InstalledService? {
        services.reduce(nil) { best, next in
            guard let best, best.description.version >= next.description.version else { return next }
            return best
        }
    }

    /// Returns the services with the nearest names, if any are near.
    private func near(_ name: String) -> [ServiceDescription] {
        let ranked = services.map { service in
            (service: service.description, distance: EditDistance.between(service.description.name, name))
        }
        return ranked.filter { $0.distance <= max(2, name.utf8.count / 2) }
            .sorted { ($0.distance, $0.service.name) < ($1.distance, $1.service.name) }.prefix(3).map(\.service)
    }
}

extension ServiceTable {
    /// Returns the table with a module's offers and adapters, and adds faults to the earlier ones.
    func adding(_ registration: Registration, faults: inout [RegistrationFault]) -> ServiceTable {
        guard !registration.services.isEmpty || !registration.adapters.isEmpty else { return self }
        var (offers, adapters) = (offers, adapters)
        for offer in registration.services {
            let service = InstalledService(offer, owner: registration.owner)
            if let other = offers.first(where: { $0.collides(with: service) }) {
                faults.append(
                    .duplicateService(
                        offer.name, offer.version, declared: offer.location, otherOwner: other.description.owner,
                        otherDeclared: other.location))
            }
            offers.append(service)
        }
        for declared in registration.adapters {
            do throws(RegistrationFault) {
                let adapter = try InstalledAdapter(declared, owner: registration.owner)
                if let other = adapters.first(where: adapter.competes) { throw adapter.fault(with: other) }
                adapters.append(adapter)
            } catch {
                faults.append(error)
            }
        }
        return ServiceTable(offers: offers, adapters: adapters, before: self)
    }

    /// Returns the table without the services of a module.
    func removing(owner: String) -> ServiceTable {
        ServiceTable(
            offers: offers.filter { $0.description.owner != owner }, adapters: adapters.filter { $0.owner != owner },
            before: self)
    }
}

extension InstalledService {
    fileprivate func collides(with other: InstalledService) -> Bool {
        description.name == other.description.name && description.version == other.description.version
    }
}

extension InstalledAdapter {
    fileprivate func fault(with other: InstalledAdapter) -> RegistrationFault {
        .duplicateAdapter(
            "\(adapter.source) → \(adapter.target) \(adapter.version)", declared: adapter.location,
            otherOwner: other.owner, otherDeclared: other.adapter.location)
    }
}

/// An adapter of a module, with its range parsed.
final class InstalledAdapter: Sendable {
    let adapter: Adapter
    let owner: String
    private let range: Range<Version>

    init(_ adapter: Adapter, owner: String) throws(RegistrationFault) {
        self.adapter = adapter
        self.owner = owner
        do {
            range = try Range(notation: adapter.range)
        } catch {
            throw .invalidAdapter(adapter.target, declared: adapter.location, reason: error)
        }
    }

    /// Returns whether it accepts a service.
    func takes(_ service: ServiceDescription) -> Bool {
        service.name == adapter.source && range.contains(service.version)
    }

    /// Returns whether both adapters could make their service of some common source.
    func competes(with other: InstalledAdapter) -> Bool {
        adapter.source == other.adapter.source && range.overlaps(other.range)
            && adapter.target == other.adapter.target && adapter.version == other.adapter.version
    }
}

/// A service of a module: created when it is first taken, and then one object for all modules.
final class InstalledService: Sendable {
    private enum State {
        case unmade
        case making(ServiceFactory)
        case made(any Sendable)
    }

    private enum Part {
        case take(any Sendable)
        case make(ServiceFactory)
        case wait(ServiceFactory)
    }

    let description: ServiceDescription
    let location: SourceLocation
    private let make: @Sendable () throws -> any Sendable
    private let state = Mutex(State.unmade)

    init(_ offer: Offer, owner: String) {
        description = ServiceDescription(
            name: offer.name, version: offer.version, owner: owner, type: offer.type, adaptedFrom: nil)
        location = offer.location
        make = offer.make
    }

    /// Creates the result of an adapter for another service.
    init(_ adapter: InstalledAdapter, of source: InstalledService) {
        description = ServiceDescription(
            name: adapter.adapter.target, version: adapter.adapter.version, owner: adapter.owner,
            type: adapter.adapter.type, adaptedFrom: source.description.owner)
        location = adapter.adapter.location
        make = { try adapter.adapter.make(source) }
    }

    /// Returns the object as a value of a type.
    func value<Value>(as type: Value.Type) throws(ServiceError) -> Value {
        guard let value = try object() as? Value else {
            throw .wrongType(description, expected: String(reflecting: type))
        }
        return value
    }

    /// Returns the object, which the first caller creates; simultaneous callers wait.
    private func object() throws(ServiceError) -> any Sendable {
        switch part() {
        case .take(let object): return object
        case .make(let making): return try run(making)
        case .wait(let making): return try making.wait()
        }
    }

    private func part() -> Part {
        state.withLock { state in
            switch state {
            case .made(let object): return .take(object)
            case .making(let making): return .wait(making)
            case .unmade:
                let making = ServiceFactory(description)
                state = .making(making)
                return .make(making)
            }
        }
    }

    /// Runs the provider's code under no lock, since it may take services itself.
    private func run(_ making: ServiceFactory) throws(ServiceError) -> any Sendable {
        let result = making.run(make)
        state.withLock { state in
            if case .success(let object) = result { state = .made(object) } else { state = .unmade }
        }
        making.end(result)
        return try result.get()
    }
}
