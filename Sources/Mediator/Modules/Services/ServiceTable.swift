import Synchronization

/// All available services, frozen.
struct ServiceTable: Sendable {
    /// The services that modules offer, in order of registration.
    private(set) var services: [InstalledService] = []

    /// Returns the highest version in a range.
    func service(_ name: String, _ range: Range<Version>) throws(ServiceError) -> InstalledService {
        let named = services.filter { $0.description.name == name }
        if let service = Self.newest(named.filter { range.contains($0.description.version) }) { return service }
        guard named.isEmpty else {
            throw ServiceError(.wrongVersion(service: name, range: range, found: named.map(\.description)))
        }
        throw ServiceError(.missing(service: name, range: range, near: near(name)))
    }

    /// Returns the service with the highest version; of several, the first one.
    private static func newest(_ services: [InstalledService]) -> InstalledService? {
        services.reduce(nil) { best, next in
            guard let best, best.description.version >= next.description.version else { return next }
            return best
        }
    }

    /// Returns the services with the nearest name, if one is near.
    private func near(_ name: String) -> [ServiceDescription] {
        let near = EditDistance.nearest(to: name, among: services.map(\.description.name))
        return services.map(\.description).filter { $0.name == near }
    }
}

extension ServiceTable {
    /// Returns the table with a module's offers, and adds faults to the earlier ones.
    func adding(_ registration: Registration, faults: inout [RegistrationFault]) -> ServiceTable {
        var table = self
        for offer in registration.services {
            let service = InstalledService(offer, owner: registration.owner)
            if !offer.version.isReadable {
                faults.append(.unreadableVersion(service: offer.name, declared: offer.location))
            }
            let other = table.services.map(\.description).first { $0.name == offer.name && $0.version == offer.version }
            if let other {
                faults.append(
                    .duplicateService(
                        offer.name, offer.version, declared: offer.location, otherOwner: other.owner,
                        otherDeclared: other.location))
            }
            table.services.append(service)
        }
        return table
    }

    /// Returns the table without the services of a module.
    func removing(owner: String) -> ServiceTable {
        var table = self
        table.services.removeAll { $0.description.owner == owner }
        return table
    }
}

/// A service of a module: created when it is first taken, and then one object for all modules.
final class InstalledService: Sendable {
    let description: ServiceDescription
    private let make: @Sendable () throws -> any Sendable
    /// The run of the provider's code; `nil` before the first one, and after one that failed.
    private let latest = Mutex<ServiceFactory?>(nil)

    init(_ offer: Offer, owner: String) {
        description = ServiceDescription(offer, owner: owner)
        make = offer.make
    }

    /// Returns the object as a value of a type.
    func value<Value>(as type: Value.Type) throws(ServiceError) -> Value {
        guard let value = try object() as? Value else {
            throw ServiceError(.wrongType(description, expected: String(reflecting: type)))
        }
        return value
    }

    /// Returns the object, which the first caller creates; simultaneous callers wait.
    private func object() throws(ServiceError) -> any Sendable {
        let (making, isFirst) = latest.withLock { latest in
            if let latest { return (latest, false) }
            let making = ServiceFactory(description)
            latest = making
            return (making, true)
        }
        guard isFirst else { return try making.wait() }
        // Under no lock, since the provider's code may take services itself.
        let result = making.run(make)
        if case .failure = result { latest.withLock { $0 = nil } }
        making.end(result)
        return try result.get()
    }
}
