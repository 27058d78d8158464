import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The folder of one module, for the user alone, with the folders in it.
struct ModuleFolder: Sendable {
    /// The time for which a write waits for that of another process, in seconds.
    private static let lockSeconds = 5
    private static let lockName = ".lock"

    let path: String

    /// Creates the folder of a module; nothing is made yet.
    init(_ setup: StorageSetup) throws(StorageError) {
        let name = setup.module
        let isName = name.utf8.count <= 128 && name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil
        guard isName else {
            throw .invalidName(name, reason: "a module's name is a letter, then letters, digits and `_`")
        }
        guard setup.folder.hasPrefix("/") else {
            throw .unavailable(reason: "the folder \(setup.folder) is no absolute path; name it from the root")
        }
        path = "\(setup.folder)/\(name)"
    }

    /// Makes the folder, or one in it, and returns its path without links.
    ///
    /// - Throws: `.exposed` if other users could write it or a folder above it, `.inaccessible` for a link.
    func make(_ part: String? = nil) throws(StorageError) -> String {
        let base = try Self.make(path)
        guard let part else { return base }
        return try Self.make("\(base)/\(part)")
    }

    private static func make(_ path: String) throws(StorageError) -> String {
        do {
            try CacheFolder(path: path).make()
            var status = stat()
            try Descriptor.check(lstat(path, &status))
            let kind = FileKind(mode: status.st_mode)
            guard kind == .directory else {
                throw StorageError.inaccessible(
                    path: path, reason: "it is \(kind.rawValue), not \(FileKind.directory.rawValue)")
            }
            if let violation = try SecurePath.violations(onTheWayTo: path).first {
                throw StorageError.exposed(found: violation.found, remedy: violation.remedy)
            }
            if status.st_mode & 0o077 != 0 { try Descriptor.check(chmod(path, 0o700)) }
            return Path.canonical(path)
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Runs a closure with a folder open, while no other process writes in it.
    static func lock<Value>(
        _ folder: String, _ body: (borrowing Descriptor) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let open = try opened(folder) { () throws(FileError) in
            try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        }
        let lock = try opened(folder) { () throws(FileError) in try FileLock(lockName, in: open) }
        guard lock.waitAlone(seconds: lockSeconds) else { throw .busy(path: folder, seconds: lockSeconds) }
        return try body(open)
    }

    private static func opened<Value: ~Copyable>(
        _ path: String, _ open: () throws(FileError) -> Value
    ) throws(StorageError) -> Value {
        do {
            return try open()
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Writes a file completely or not at all; the folder is locked.
    static func write(
        _ bytes: [UInt8], to name: String, in folder: borrowing Descriptor, _ path: String
    ) throws(StorageError) {
        // No file of a module has such a name.
        let temporary = ".new"
        do {
            try folder.replaceFile(name, with: bytes, temporary: temporary)
        } catch {
            try? folder.remove(temporary)
            throw StorageError(error, path: "\(path)/\(name)")
        }
    }
}

/// A plain file of a module, read as a whole.
enum StoredFile {
    /// Returns the content of a file, or `nil` if it is absent; no link is followed.
    ///
    /// - Parameter isSecret: whether a file is refused that other users may read.
    static func read(_ path: String, limit: Int, isSecret: Bool = false) throws(StorageError) -> [UInt8]? {
        do {
            let file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let status = try file.status()
            guard status.kind == .regular, status.owner == geteuid() else {
                throw StorageError.inaccessible(
                    path: path, reason: "it is \(status.kind.rawValue) of user \(status.owner)")
            }
            if isSecret, status.permissions & 0o077 != 0 {
                let mode = String(status.permissions, radix: 8)
                throw StorageError.exposed(
                    found: "\(path) with mode 0\(mode)", remedy: "chmod 600 \(ShellWords.quote(path))")
            }
            guard status.size <= limit else { throw StorageError.tooLarge(path: path, limit: limit) }
            return try PlainFile.bytes(of: file, size: status.size)
        } catch let error as StorageError {
            throw error
        } catch let error as FileError {
            if error == .system(ENOENT) { return nil }
            throw StorageError(error, path: path)
        } catch {
            throw .inaccessible(path: path, reason: "\(error)")
        }
    }
}

extension StorageError {
    /// Creates the error of a system call on a path.
    init(_ error: any Error, path: String) {
        switch error as? FileError {
        case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): self = .full(path: path)
        case .system(ELOOP): self = .inaccessible(path: path, reason: "it is a symbolic link")
        default: self = .inaccessible(path: path, reason: "\(error)")
        }
    }
}

/// The notices of one module.
final class NoticeLog: Sendable {
    private let notices = Mutex<[StorageNotice]>([])
    private let report: @Sendable (String) -> Void

    init(report: @escaping @Sendable (String) -> Void) { self.report = report }

    var all: [StorageNotice] { notices.withLock(\.self) }

    /// Renames a damaged file, and the files that belong to it, and notes it.
    ///
    /// - Parameter suffixes: what the names of those files end with.
    func setAside(_ path: String, suffixes: [String] = [], reason: String) throws(StorageError) {
        let seconds = time(nil)
        var other = "\(path).damaged-\(seconds)"
        var number = 1
        while access(other, F_OK) == 0 {
            number += 1
            other = "\(path).damaged-\(seconds)-\(number)"
        }
        guard rename(path, other) == 0 else { throw StorageError(FileError.system(errno), path: path) }
        for suffix in suffixes { rename(path + suffix, other + suffix) }
        let notice = StorageNotice.setAside(file: path, as: other, reason: reason)
        notices.withLock { $0.append(notice) }
        report("\(notice)")
    }

    /// Reports a fault that no operation waits for.
    func tell(_ error: StorageError) { report("\(error)") }
}
