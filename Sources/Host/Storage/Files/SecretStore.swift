import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The secrets of one module, each in a separate file in one folder.
struct SecretStore: SecretsBackend {
    let folder: ModuleFolder
    let executor: BlockingExecutor

    private static let limit = 64 << 10

    func read(_ name: String) async throws(StorageError) -> [UInt8]? {
        try await run(name) { (path) throws(StorageError) in
            try ModuleFolder.read("\(path)/\(name)", limit: Self.limit, isSecret: true)
        }
    }

    func write(_ bytes: [UInt8], to name: String) async throws(StorageError) {
        try await run(name) { (path) throws(StorageError) in
            guard bytes.count <= Self.limit else {
                throw StorageError(.tooLarge(path: "\(path)/\(name)", limit: Self.limit))
            }
            try ModuleFolder.replace(name, in: path) { bytes }
        }
    }

    func remove(_ name: String) async throws(StorageError) {
        try await run(name) { (path) throws(StorageError) in
            try StorageError.wrapping("\(path)/\(name)") {
                guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else { throw FileError.system(errno) }
            }
        }
    }

    /// Runs a closure on the storage's thread with the path of the folder, or throws if the name is not allowed.
    private func run<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable (String) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try Self.check(name)
        return try await executor.run { [folder] () throws(StorageError) in try body(folder.make("secrets")) }
    }

    /// Throws if a name could lead out of the folder, or if the user could not type it.
    private static func check(_ name: String) throws(StorageError) {
        let isAllowed = name.allSatisfy { $0.isLetter || $0.isNumber || "._- ".contains($0) }
        guard (1...128).contains(name.utf8.count), isAllowed, let first = name.first, !".- ".contains(first) else {
            throw StorageError(
                .invalidName(
                    name,
                    reason: "expected 1 to 128 bytes of letters, digits, `.`, `_`, `-` and spaces, the first a "
                        + "letter, digit or `_`"))
        }
    }
}
