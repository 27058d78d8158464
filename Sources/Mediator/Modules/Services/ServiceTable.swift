import Synchronization

/// All services of a registry. The table never changes.
struct ServiceTable: Sendable {
    /// The services that modules offer, in order of registration.
    private(set) var services = ChunkedArray<InstalledService>()

    /// Returns the services with a version in the range, in this order: services in this process before services of
    /// isolated modules, then higher versions before lower versions, then the modules' names.
    func services(_ name: String, _ range: Range<Version>) -> [InstalledService] {
        services.filter { $0.description.name == name && range.contains($0.description.version) }.sorted {
            if $0.isIsolated != $1.isIsolated { return $1.isIsolated }
            let (first, second) = ($0.description, $1.description)
            return (second.version, first.owner) < (first.version, second.owner)
        }
    }

    /// Returns the error for a service that no module offers with a version in the range.
    func absence(of name: String, _ range: Range<Version>) -> ServiceError {
        let found = services.map(\.description).filter { $0.name == name }
        if !found.isEmpty { return ServiceError(.wrongVersion(service: name, range: range, found: found)) }
        return ServiceError(.missing(service: name, range: range, near: near(name)))
    }

    private func near(_ name: String) -> [ServiceDescription] {
        let near = EditDistance.nearest(to: name, among: services.map(\.description.name))
        return services.map(\.description).filter { $0.name == near }
    }
}

extension ServiceTable {
    /// Returns the table with a module's offers, and appends the faults of the offers.
    func adding(_ registration: Registration, faults: inout [RegistrationFault]) -> ServiceTable {
        var table = self
        for offer in registration.services {
            if !offer.version.isReadable {
                faults.append(.unreadableVersion(service: offer.name, declared: offer.location))
            }
            table.services.append(InstalledService(offer, of: registration))
        }
        return table
    }

    func removing(owner: String) -> ServiceTable {
        guard services.contains(where: { $0.description.owner == owner }) else { return self }
        var table = self
        table.services = ChunkedArray(services.lazy.filter { $0.description.owner != owner })
        return table
    }
}

/// A service of a module, which is created when it is first taken and then shared by all modules.
final class InstalledService: Sendable {
    let description: ServiceDescription
    /// Whether the module runs in another process; if so, other modules cannot take the service.
    let isIsolated: Bool
    private let make: @Sendable () throws -> any Sendable
    /// The latest run of the provider's code; `nil` before the first run and after a failed run.
    private let latest = Mutex<ServiceFactory?>(nil)

    init(_ offer: Offer, of module: Registration) {
        description = ServiceDescription(offer, owner: module.owner)
        isIsolated = module.isIsolated
        make = offer.make
    }

    func value<Value>(as type: Value.Type) throws(ServiceError) -> Value {
        guard let value = try object() as? Value else {
            throw ServiceError(.wrongType(description, expected: String(reflecting: type)))
        }
        return value
    }

    /// Returns the object, which the first caller creates; concurrent callers wait.
    private func object() throws(ServiceError) -> any Sendable {
        let (making, isFirst) = latest.withLock { latest in
            if let latest { return (latest, false) }
            let making = ServiceFactory(description)
            latest = making
            return (making, true)
        }
        guard isFirst else { return try making.wait() }
        // Runs without a lock, because the provider's code may take services itself.
        let result = making.run(make)
        if case .failure = result { latest.withLock { $0 = nil } }
        making.end(result)
        return try result.get()
    }
}
