/// An adapter of a module, with its range read.
final class InstalledAdapter: Sendable {
    let adapter: Adapter
    let owner: String
    private let range: VersionRange

    init(_ adapter: Adapter, owner: String) throws(RegistrationFault) {
        self.adapter = adapter
        self.owner = owner
        do {
            range = try VersionRange(adapter.range)
        } catch {
            throw .invalidAdapter(adapter.target, declared: adapter.location, reason: error)
        }
    }

    /// Whether it can take a service.
    func takes(_ service: ServiceDescription) -> Bool {
        service.name == adapter.source && range.contains(service.version)
    }

    /// Whether some service could be taken by both to give the same one.
    func competes(with other: InstalledAdapter) -> Bool {
        adapter.source == other.adapter.source && range.overlaps(other.range)
            && adapter.target == other.adapter.target && adapter.version == other.adapter.version
    }
}
