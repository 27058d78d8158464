@_spi(Host) import ModuleKit

extension ModuleRuntime {
    /// Takes over a module of a later catalogue; nothing changes for the others.
    func add(_ name: String, of catalogue: ModuleCatalogue) throws(LoadError) {
        guard slots[name] == nil else { return }
        guard let module = catalogue[name] else {
            let refusal = catalogue.records.first { $0.name == name }?.refusal
            throw refusal.map { .scanned(ScanRefusal($0)) }
                ?? .requirement(.missing(Requirement(name, VersionRange(from: Version(0)))))
        }
        slots[name] = ModuleSlot(module)
    }
}
