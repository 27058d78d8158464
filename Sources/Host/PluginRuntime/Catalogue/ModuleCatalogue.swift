@_spi(Host) import ModuleKit

/// All modules that a start found, with what they declare; it never changes.
final class ModuleCatalogue: Sendable {
    /// The modules that were scanned, in the order in which they would start.
    let modules: [KnownModule]
    /// What was found beside them, and why it is no module that could be started.
    let records: [ModuleRecord]
    /// The names of all modules that were found, wanted or not.
    let names: Set<String>
    /// What those declare that may be started.
    let declarations: Declarations
    private let manifests: [String: ManifestSource]
    private let numbers: [String: Int]

    init(
        modules: [KnownModule], records: [ModuleRecord], names: Set<String>, declarations: Declarations,
        manifests: [String: ManifestSource]
    ) {
        self.modules = modules
        self.records = records
        self.names = names
        self.declarations = declarations
        self.manifests = manifests
        numbers = Dictionary(modules.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// No modules.
    static let empty = ModuleCatalogue(modules: [], records: [], names: [], declarations: .none, manifests: [:])

    /// The module of that name.
    subscript(name: String) -> KnownModule? { numbers[name].map { modules[$0] } }

    /// What a module declares; it may be read from a file each time.
    func manifest(of name: String) -> Manifest? { self[name].flatMap { manifests[name]?.manifest(of: $0) } }
}
