@_spi(Host) public import ModuleKit
import Platform

/// The storage of one module in its folder:
///
/// ```
/// <folder>/<Module>/settings.json
/// <folder>/<Module>/secrets/<name>
/// <folder>/<Module>/records.sqlite
/// ```
///
/// All blocking work runs on one dedicated thread.
final class ModuleStorage: StorageBackend {
    private let folder: ModuleFolder
    let store: RecordStore
    let settings: any SettingsBackend
    let secrets: any SecretsBackend

    var records: any RecordsBackend { store }
    var notices: [StorageNotice] { folder.notices }

    init(_ setup: StorageSetup) throws(StorageError) {
        let executor = BlockingExecutor()
        folder = try ModuleFolder(setup)
        settings = SettingsFile(folder: folder, executor: executor)
        secrets = SecretStore(folder: folder, executor: executor)
        store = RecordStore(folder: folder, executor: executor)
    }

    func close() async {
        // Reports to the user if a setting cannot be written.
        do throws(StorageError) { try await settings.synchronize() } catch { folder.report(error) }
        await store.close()
    }
}

/// The entry point through which the host gets the storage; the name includes the contract's version.
@c(switchboard_storage_v1)
public func switchboardStorage(_ host: HostPointer) -> CInt {
    exportLibrary(to: host) { (setup) throws(StorageError) -> any StorageBackend in try ModuleStorage(setup) }
}
