@_spi(Host) import ModuleKit

extension ModuleRuntime {
    /// Takes over a module of a later catalogue; others that waited for it are started.
    func add(_ name: String, of catalogue: ModuleCatalogue) async throws(LoadError) {
        guard slots[name] == nil else { return }
        guard let module = catalogue[name] else {
            let refusal = catalogue.records.first { $0.name == name }?.refusal
            throw refusal.map { .scanned(ScanRefusal($0)) }
                ?? .requirement(.missing(Requirement(name, VersionRange(from: Version(0)))))
        }
        slots[name] = ModuleSlot(module)
        await bringWaiting()
    }
}
