import FoundationEssentials
import Glibc
@_spi(Host) public import ModuleKit

/// The library that implements the storage, in the same folder as `libModuleKit.so`.
@_spi(Host) public enum StorageLibrary {
    /// The file's name.
    public static let name = "libStorage.so"
    /// The environment variable with the library's path, for tests of plugins whose SDK is in another folder.
    static let variable = "SWITCHBOARD_STORAGE"

    /// Opens the library, which is never closed.
    /// - Throws: `StorageError` (`unavailable`) if the library cannot be opened, or does not fit this host.
    public static func open(_ path: String) throws(StorageError) -> StorageFactory {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
            let symbol = dlsym(handle, "switchboard_storage_v1")
        else {
            let reason = dlerror().map { String(cString: $0) } ?? "\(path) was not opened"
            throw StorageError(
                .unavailable(
                    reason: "\(reason); install the host's \(name) there, or, for a test, set \(variable) to the "
                        + "output of `switchboard sdk path --storage`"))
        }
        do {
            let entryPoint = unsafeBitCast(symbol, to: Handshake.EntryPoint.self)
            return try Handshake.factory(StorageFactory.self, from: entryPoint)
        } catch {
            throw StorageError(.unavailable(reason: "\(path): \(error)"))
        }
    }

    /// The library's path for a test: from the environment, otherwise in the folder of the SDK that the process uses.
    static var pathForTests: String {
        if let path = getenv(variable) { return String(cString: path) }
        // Files in /proc have the size 0, so Foundation would read nothing.
        guard let maps = fopen("/proc/self/maps", "r") else { return name }
        defer { fclose(maps) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, maps) > 0, let text = line.map({ String(cString: $0) }) {
            guard text.hasSuffix("/libModuleKit.so\n") else { continue }
            return text.drop { $0 != "/" }.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
        }
        return name
    }
}

@_spi(Host) extension StorageSource {
    /// Creates a storage in a new temporary folder, which is removed when the storage closes or is released.
    ///
    /// - Parameter failed: called with each error of opening the storage, because the module may hide the error.
    public static func temporary(
        module: String, failed: @escaping @Sendable (StorageError) -> Void = { _ in }
    ) -> StorageSource {
        let folder = FileManager.default.temporaryDirectory.path + "/switchboard-storage-" + UUID().uuidString
        return StorageSource {
            try? FileManager.default.removeItem(atPath: folder)
        } open: { () throws(StorageError) in
            do throws(StorageError) {
                let factory = try StorageLibrary.open(StorageLibrary.pathForTests)
                guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                    throw StorageError(.inaccessible(path: folder, reason: String(cString: strerror(errno))))
                }
                return try factory.make(StorageSetup(module: module, folder: folder))
            } catch {
                failed(error)
                throw error
            }
        }
    }
}
