import Synchronization
@_spi(Host) import ModuleKit

/// What modules declare, for those who ask on any thread.
final class DeclaredManifests: Sendable {
    private let catalogue = Mutex<ModuleCatalogue?>(nil)

    func take(_ catalogue: ModuleCatalogue) { self.catalogue.withLock { $0 = catalogue } }

    func manifest(of module: String) -> Manifest? { catalogue.withLock(\.self)?.manifest(of: module) }
}
