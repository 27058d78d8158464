import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The files and secrets of one module, each kind in a folder of its own.
struct FileStore: FilesBackend {
    let folder: ModuleFolder
    let executor: BlockingExecutor

    func read(_ name: String, of kind: StoredFileKind) async throws(StorageError) -> [UInt8]? {
        try await run(kind, name) { (path) throws(StorageError) in
            try ModuleFolder.read("\(path)/\(name)", limit: kind.limit, isSecret: kind == .secret)
        }
    }

    func write(_ bytes: [UInt8], to name: String, of kind: StoredFileKind) async throws(StorageError) {
        try await run(kind, name) { (path) throws(StorageError) in
            guard bytes.count <= kind.limit else {
                throw StorageError(.tooLarge(path: "\(path)/\(name)", limit: kind.limit))
            }
            try ModuleFolder.replace(name, in: path) { bytes }
        }
    }

    func remove(_ name: String, of kind: StoredFileKind) async throws(StorageError) {
        try await run(kind, name) { (path) throws(StorageError) in
            try StorageError.wrapping("\(path)/\(name)") {
                guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else { throw FileError.system(errno) }
            }
        }
    }

    func names(of kind: StoredFileKind) async throws(StorageError) -> [String] {
        try await run(kind) { (path) throws(StorageError) in
            try StorageError.wrapping(path) {
                try Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).names().filter { !$0.hasPrefix(".") }
            }
        }
    }

    /// Runs a closure on the storage's thread with the path of the kind's folder, unless the name is refused.
    private func run<Value: Sendable>(
        _ kind: StoredFileKind, _ name: String? = nil,
        _ body: @escaping @Sendable (String) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        if let name { try kind.check(name) }
        return try await executor.run { [folder] () throws(StorageError) in try body(folder.make(kind.folder)) }
    }
}

extension StoredFileKind {
    /// The folder's name.
    fileprivate var folder: String { self == .secret ? "secrets" : "files" }

    /// The maximum size of a file, in bytes.
    fileprivate var limit: Int { self == .secret ? 64 << 10 : 64 << 20 }

    /// Refuses a name that could lead out of the folder, or that a person could not type.
    fileprivate func check(_ name: String) throws(StorageError) {
        let isAllowed = name.allSatisfy { $0.isLetter || $0.isNumber || "._- ".contains($0) }
        guard (1...128).contains(name.utf8.count), isAllowed, let first = name.first, !".- ".contains(first) else {
            throw StorageError(
                .invalidName(
                    name,
                    reason: "expected 1 to 128 bytes of letters, digits, `.`, `_`, `-` and spaces, a letter, digit "
                        + "or `_` first"))
        }
    }
}
