import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The folder of one module, which only the user can access, and the notices about its files.
final class ModuleFolder: Sendable {
    /// The longest wait until another process has finished writing in a folder, in seconds.
    private static let lockSeconds = 5

    let path: String
    private let setup: StorageSetup
    private let log = Mutex<[StorageNotice]>([])

    /// Checks the module's name and the path; does not create the folder yet.
    init(_ setup: StorageSetup) throws(StorageError) {
        let name = setup.module
        let isName = name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        guard name.utf8.count <= 128, isName, name.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw StorageError(.invalidName(name, reason: "a module's name is a letter, then letters, digits and `_`"))
        }
        guard Path.isAbsolute(setup.folder) else {
            throw StorageError(
                .unavailable(reason: "the folder \(setup.folder) is not an absolute path; write it from the root"))
        }
        path = "\(setup.folder)/\(name)"
        self.setup = setup
    }

    /// Creates the module's folder, or the folder `part` in it, if absent; returns the path without symbolic links.
    ///
    /// Throws `.exposed` if other users could write the folder or a folder above it, and `.inaccessible` if the folder
    /// is a link.
    func make(_ part: String? = nil) throws(StorageError) -> String {
        var path = path
        if let part { path = "\(try make())/\(part)" }
        return try StorageError.wrapping(path) { [path] in
            try Path.makeFolders(path)
            if let violation = try SecurePath.violations(onTheWayTo: path).first {
                throw StorageError(.exposed(found: violation.found, remedy: violation.remedy))
            }
            let file = try Descriptor(opening: path, Descriptor.placeOnly | O_NOFOLLOW)
            let status = try Self.status(path, .directory, file)
            if status.permissions & 0o077 != 0 {
                try Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).setMode(0o700)
            }
            return Path.canonical(path)
        }
    }

    /// Creates a file in the folder with `content` if the file is absent, and returns the file's path without links.
    ///
    /// Only the user can access the file. An existing file is not opened for reading, because closing the file would
    /// release SQLite's locks on the file in this process. If the process is killed during this call, the file is
    /// complete or absent.
    ///
    /// - Throws: `.damaged` if the file has lost its content.
    func makeFile(_ name: String, _ content: [UInt8]) throws(StorageError) -> String {
        let folder = try make()
        let path = "\(folder)/\(name)"
        return try StorageError.wrapping(path) {
            do {
                let file = try Descriptor(opening: path, Descriptor.placeOnly | O_NOFOLLOW)
                // SQLite also treats a file of one byte as empty.
                guard try Self.status(path, .regular, file).size > 1 else {
                    throw StorageError(.damaged(path: path, reason: "it has no content"))
                }
            } catch FileError.system(ENOENT) {
                try Self.replace(name, in: folder) { access(path, F_OK) == 0 ? nil : content }
            }
            return path
        }
    }

    /// Returns the status of an open file, or throws if the file is of another kind or of another user.
    private static func status(
        _ path: String, _ kind: FileKind, _ file: borrowing Descriptor
    ) throws -> FileStatus {
        let status = try file.status()
        guard status.kind == kind, status.owner == geteuid() else {
            throw StorageError(
                .inaccessible(path: path, reason: "it is \(status.kind.rawValue) of user \(status.owner)"))
        }
        return status
    }

    /// Returns the content of a file, or `nil` if it is absent; a link is not followed. If `isSecret`, a file that
    /// other users may access is refused.
    static func read(_ path: String, limit: Int, isSecret: Bool = false) throws(StorageError) -> [UInt8]? {
        try StorageError.wrapping(path) {
            do {
                let file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
                let status = try status(path, .regular, file)
                if isSecret, status.permissions & 0o077 != 0 {
                    let mode = String(status.permissions, radix: 8)
                    throw StorageError(
                        .exposed(
                            found: "\(path) with mode 0\(mode)", remedy: "chmod 600 \(ShellWords.quote(path))"))
                }
                guard status.size <= limit else { throw StorageError(.tooLarge(path: path, limit: limit)) }
                return try File.bytes(of: file.number, size: status.size, limit: limit)
            } catch FileError.system(ENOENT) {
                return nil
            }
        }
    }

    /// Replaces a file completely or not at all, while no other process writes in its folder. `content` returns the new
    /// content, or `nil` to keep the file.
    static func replace(
        _ name: String, in folder: String, _ content: () throws(StorageError) -> [UInt8]?
    ) throws(StorageError) {
        // No file of a module can have these names.
        let (lockName, temporary) = (".lock", ".new")
        try StorageError.wrapping("\(folder)/\(name)") {
            let open = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            let lock = try FileLock(lockName, in: open)
            guard lock.waitAlone(seconds: lockSeconds) else {
                throw StorageError(.busy(path: folder, seconds: lockSeconds))
            }
            guard let bytes = try content() else { return }
            do {
                try open.replaceFile(name, with: bytes, temporary: temporary)
            } catch {
                try? open.remove(temporary)
                throw error
            }
        }
    }

    var notices: [StorageNotice] { log.withLock(\.self) }

    /// Reports a fault that no caller receives.
    func report(_ fault: some CustomStringConvertible) { setup.report("\(setup.module): \(fault)") }

    /// Renames a damaged file, and each file whose path is `path` with one of the suffixes. Records and reports a
    /// notice.
    func setAside(_ path: String, suffixes: [String] = [], reason: String) throws(StorageError) {
        let other = SetAside.freeName(beside: path)
        try StorageError.wrapping(path) { _ = try Descriptor.check(rename(path, other)) }
        for suffix in suffixes { rename(path + suffix, other + suffix) }
        let notice = StorageNotice.setAside(file: path, as: other, reason: reason)
        log.withLock { $0.append(notice) }
        report(notice)
    }
}

extension StorageError {
    /// Runs a closure, and converts any error that is not a `StorageError` to a `StorageError` that contains the path.
    static func wrapping<Value>(_ path: String, _ body: () throws -> Value) throws(StorageError) -> Value {
        do {
            return try body()
        } catch {
            throw switch error {
            case let known as StorageError: known
            case FileError.system(ENOSPC), FileError.system(EDQUOT), FileError.system(EFBIG):
                StorageError(.full(path: path))
            case FileError.system(ELOOP): StorageError(.inaccessible(path: path, reason: "it is a symbolic link"))
            default: StorageError(.inaccessible(path: path, reason: "\(error)"))
            }
        }
    }
}
