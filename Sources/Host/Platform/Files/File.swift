import Glibc

/// Functions that read files as bytes, up to a limit, so that no read waits for ever or fills the memory.
///
/// `CheckedFile` also checks that only the user and root could have written a file.
package enum File {
    /// The maximum size of a document that is read completely, in bytes.
    package static let documentLimit = 16 << 20
    /// The maximum size of a file that is read line by line, in bytes.
    package static let linesLimit = 256 << 20
    /// The maximum size of any file, in bytes.
    package static let maximumSize = 1 << 30
    private static let chunkSize = 1 << 16

    /// Returns whether a path names an open file of this process, such as `/dev/stdin`.
    static func isOpen(_ path: String) -> Bool {
        ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
    }

    /// Returns all bytes of a document; links are followed. A pipe is read only if the parent process has opened it, as
    /// in `-f <(program)`.
    package static func bytes(at path: String, limit: Int = documentLimit) throws(FileError) -> [UInt8] {
        // With `O_NONBLOCK`, the opening of a pipe or device does not block.
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        let isOpenPipe = status.kind == .namedPipe && isOpen(path)
        guard status.kind == .regular || isOpenPipe else {
            throw .notRegular(status.kind)
        }
        guard status.size <= limit else { throw .tooLarge(bytes: status.size, limit: limit) }
        if isOpenPipe { _ = fcntl(file.number, F_SETFL, O_RDONLY) }
        return try bytes(of: file.number, limit: limit)
    }

    /// Writes a file, or replaces it and keeps its permissions; a symbolic link to it stays.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let path = Path.canonical(path)
        let folder = try Descriptor(opening: Path.folder(of: path), O_RDONLY | O_DIRECTORY)
        let name = Path.name(of: path)
        let permissions = try? folder.open(name, O_RDONLY).status().permissions
        try folder.replaceFile(name, with: bytes)
        if let permissions { try folder.open(name, O_RDONLY).setMode(permissions) }
    }

    /// Returns whether a process has the file at a path open for writing (see `Descriptor.hasWriters`).
    package static func hasWriters(at path: String) -> Bool {
        (try? Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))?.hasWriters ?? false
    }

    /// Returns `size` bytes of an open file, or all bytes if `size` is 0, the size that the system reports for files in
    /// `/proc`. If the file has become shorter, fewer bytes are returned, and the caller finds the content damaged.
    package static func bytes(of descriptor: CInt, size: Int = 0, limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        repeat {
            let part = try next(of: descriptor, atMost: size == 0 ? chunkSize : size - bytes.count)
            if part.isEmpty { break }
            guard bytes.count + part.count <= limit else {
                throw .tooLarge(bytes: bytes.count + part.count, limit: limit)
            }
            if bytes.isEmpty { bytes = part } else { bytes += part }
        } while size == 0 || bytes.count < size
        return bytes
    }

    /// Returns the next bytes of an open file; none at its end.
    static func next(of descriptor: CInt, atMost count: Int = chunkSize) throws(FileError) -> [UInt8] {
        var failure: CInt?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var length = read(descriptor, buffer.baseAddress, count)
            while length < 0, Descriptor.retries(descriptor, for: POLLIN) {
                length = read(descriptor, buffer.baseAddress, count)
            }
            if length < 0 { failure = errno }
            filled = max(length, 0)
        }
        if let failure { throw .system(failure) }
        return bytes
    }
}

/// Reading of plain files that are not empty: opening does not wait for another process and, except in `part(of:)`,
/// does not follow a link in the last part of the path.
extension File {
    /// Returns the whole content of a plain file.
    package static func plainBytes(at path: String) throws(FileError) -> [UInt8] {
        let file = try openPlain(path)
        return try bytes(of: file.number, size: plainStatus(of: file).size, limit: maximumSize)
    }

    /// Returns a part of a plain file, or less if the file ends earlier. Links are followed.
    package static func part(of path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8] {
        guard count > 0 else { return [] }
        let file = try openPlain(path, followingLinks: true)
        guard lseek(file.number, offset, SEEK_SET) == offset else { throw .system(errno) }
        return try bytes(of: file.number, size: min(count, plainStatus(of: file).size), limit: maximumSize)
    }

    /// Returns the whole content of a plain file below a folder. `names` are the parts of the file's path.
    ///
    /// No link below the folder is followed, and no name leads out of the folder.
    ///
    /// - Throws: `FileError.system(ENOENT)` also if a text cannot be a file name.
    package static func plainBytes(
        at names: [String], below folder: String, limit: Int
    ) throws(FileError) -> [UInt8] {
        guard let last = names.last, names.allSatisfy(isName) else { throw .system(ENOENT) }
        var parent = try Descriptor(opening: folder, Descriptor.placeOnly | O_DIRECTORY)
        for name in names.dropLast() {
            parent = try parent.open(name, Descriptor.placeOnly | O_DIRECTORY | O_NOFOLLOW)
        }
        let file = try openPlain(last, in: parent.number)
        let size = try plainStatus(of: file).size
        guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
        return try bytes(of: file.number, size: size, limit: limit)
    }

    private static func isName(_ text: String) -> Bool {
        !["", ".", ".."].contains(text) && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// Opens a plain file by its path, or by its name in an open folder.
    static func openPlain(
        _ name: String, in folder: CInt = AT_FDCWD, followingLinks: Bool = false
    ) throws(FileError) -> Descriptor {
        do {
            return try Descriptor(opening: name, in: folder, O_RDONLY | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
        } catch {
            // This process, or the system, has too many open files.
            if error == .system(EMFILE) || error == .system(ENFILE) { throw error }
            // The system has no distinct error code for a link or a socket.
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw error }
            let kind = FileKind(mode: status.st_mode)
            throw kind == .regular ? error : .notRegular(kind)
        }
    }

    /// Returns the status of an open file, or throws if it is not a plain file, is empty or is too large.
    static func plainStatus(of file: borrowing Descriptor) throws(FileError) -> FileStatus {
        let status = try file.status()
        guard status.kind == .regular else { throw .notRegular(status.kind) }
        guard status.size > 0 else { throw .empty }
        guard status.size <= maximumSize else { throw .tooLarge(bytes: status.size, limit: maximumSize) }
        return status
    }
}

/// The lines of an open file, each of limited length.
package struct FileLines: Sendable {
    let descriptor: CInt
    /// The bytes of the next lines, from `start` on.
    private var bytes: [UInt8] = []
    private var start = 0

    package init(of descriptor: CInt) { self.descriptor = descriptor }

    /// Returns the next line without its end, or `nil` after the last line; throws if the line is longer than
    /// `File.documentLimit`.
    package mutating func next() throws(FileError) -> String? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) { return line(to: end, next: end + 1) }
            bytes.removeSubrange(..<start)
            (start, searched) = (0, bytes.count)
            guard bytes.count <= File.documentLimit else {
                throw .tooLarge(bytes: bytes.count, limit: File.documentLimit)
            }
            let more = try File.next(of: descriptor)
            if more.isEmpty { return bytes.isEmpty ? nil : line(to: bytes.count, next: bytes.count) }
            bytes += more
        }
    }

    private mutating func line(to end: Int, next: Int) -> String {
        let line = bytes[start..<end]
        start = next
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
}

/// The reason why a file cannot be read or written.
package enum FileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A system call failed with this `errno`.
    case system(CInt)
    case notRegular(FileKind)
    case empty
    /// The file has more bytes than the reader allows.
    case tooLarge(bytes: Int, limit: Int)
    /// Other users could have written the file or a folder above it.
    case exposed([FileRuleViolation])

    /// The remedy if this process or the system cannot open another file.
    package static let openFilesRemedy = "allow more with `ulimit -n`, or end other programs"

    /// Returns the remedy if the system lacks a resource, or `other` for any other error.
    package func remedy(or other: String) -> String {
        switch self {
        case .system(EMFILE), .system(ENFILE): Self.openFilesRemedy
        case .system(EAGAIN): "allow more processes with `ulimit -u`, or end other programs"
        case .system(ENOSPC), .system(EDQUOT): "make room on its file system"
        default: other
        }
    }

    package var description: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .notRegular(let kind): "it is \(kind.rawValue), not \(FileKind.regular.rawValue)"
        case .empty: "it is empty"
        case .tooLarge(_, let limit): "it is longer than \(limit < 1 << 20 ? "\(limit) bytes" : "\(limit >> 20) MiB")"
        case .exposed(let violations): violations.map { "\($0.found); \($0.remedy)" }.joined(separator: "; ")
        }
    }
}
