package import Platform
import Synchronization

/// A plugin's file, read once. Its hash and its inspection are computed on first use.
package final class PluginFile: Sendable {
    package let name: String
    let path: String
    let identity: FileIdentity
    /// Whether every later change of the file will change its identity.
    let isSettled: Bool
    let bytes: [UInt8]
    private let foundHash = Mutex<ContentHash?>(nil)
    private let foundInspection = Mutex<Result<PluginInspection, PluginProblem>?>(nil)

    /// Reads a file whose folder and permissions were checked.
    init(_ file: borrowing CheckedFile, limit: Int = File.maximumSize) throws(PluginProblem) {
        name = file.name
        path = file.path
        identity = file.status.identity
        isSettled = !identity.isRecent() && !file.hasWriters
        bytes = try PluginProblem.reading(path, file.bytes(limit: limit))
    }

    /// Checks a file's folder and permissions, and reads the file.
    convenience init(at path: String) throws(PluginProblem) {
        try self.init(try CheckedFolder.holding(path).plugin(Path.name(of: path)))
    }

    /// Creates a file that was never on this machine's disk. `address` is the URL of the file.
    init(name: String, address: String, bytes: [UInt8]) {
        self.name = name
        path = address
        identity = FileIdentity(device: 0, inode: 0, size: bytes.count, modified: 0, changed: 0)
        isSettled = false
        self.bytes = bytes
    }

    /// The SHA-256 of the bytes. The first use takes time linear in their number.
    package var hash: ContentHash {
        foundHash.withLock { found in
            let hash = found ?? SHA256.hash(bytes)
            found = hash
            return hash
        }
    }

    /// Returns the properties of the library, without a comparison with the host.
    func inspection() throws(PluginProblem) -> PluginInspection {
        try foundInspection.withLock { found in
            let inspection =
                found ?? Result { () throws(PluginProblem) in try PluginInspection(bytes, path: path) }
            found = inspection
            return inspection
        }.get()
    }

    /// Returns the symbols of this library that `users` need, but that `other`, another build of the same library, does
    /// not define.
    func lacking(in other: PluginFile, for users: [PluginFile]) -> Set<String> {
        let needed = users.filter { $0.name != name }.map { $0.symbols(areDefined: false) }
        let used = needed.reduce(into: Set()) { $0.formUnion($1) }.intersection(symbols(areDefined: true))
        return used.subtracting(other.symbols(areDefined: true))
    }

    /// Returns the symbols that the library defines or needs. If the library cannot be read, the result is empty; the
    /// check of the library reports that problem.
    private func symbols(areDefined: Bool) -> Set<String> {
        (try? ELFImage(bytes).dynamicSection()?.symbols.allNames(isDefined: areDefined)) ?? []
    }

    /// Returns the bytes of a file, without a check of its folder and permissions. Opening the file never waits for
    /// another process, as opening a pipe could. A link in the last part of the path is not followed.
    static func bytes(at path: String) throws(PluginProblem) -> [UInt8] {
        try PluginProblem.reading(path, File.plainBytes(at: path))
    }
}

extension CheckedFolder {
    /// Opens the folder of a plugin's file.
    static func holding(_ path: String) throws(PluginProblem) -> CheckedFolder {
        try PluginProblem.reading(path, open(Path.folder(of: path)))
    }

    /// Opens a plugin's file in the folder. Throws if anybody except the user and root could have written it.
    func plugin(_ name: String) throws(PluginProblem) -> CheckedFile {
        try PluginProblem.reading((path == "/" ? "" : path) + "/" + name, file(name))
    }
}

extension CheckedFile {
    /// Checks that the file begins like an ELF file, before the whole file is read.
    func checkIsELF() throws(PluginProblem) {
        let beginning = try PluginProblem.reading(path, self.beginning(16))
        guard beginning.starts(with: ELFHeader.magic) else { throw .notELF(path, beginning: beginning) }
    }
}
