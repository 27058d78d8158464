import Glibc

/// The reading of plain files, and of no other kind, as bytes.
package enum PlainFile {
    /// The largest file that is read, in bytes.
    package static let maximumSize = 1 << 30

    /// Returns the whole content; opening neither follows a link in the last part nor waits for another process.
    package static func bytes(at path: String, followingLinks: Bool = false) throws(FileError) -> [UInt8] {
        let file = try open(path, followingLinks: followingLinks)
        return try bytes(of: file, size: status(of: file).size)
    }

    /// Returns the whole content of a file below a folder, by the names of the folders on the way and its own.
    ///
    /// No link below the folder is followed, and no name leads out of it.
    ///
    /// - Throws: `FileError.system(ENOENT)` also for a text that is no name.
    package static func bytes(
        at names: [String], below folder: String, limit: Int
    ) throws(FileError) -> [UInt8] {
        guard let last = names.last, names.allSatisfy(isName) else { throw .system(ENOENT) }
        var parent = try Descriptor(opening: folder, Descriptor.placeOnly | O_DIRECTORY)
        for name in names.dropLast() {
            parent = try parent.open(name, Descriptor.placeOnly | O_DIRECTORY | O_NOFOLLOW)
        }
        let file = try open(last, in: parent.number)
        let size = try status(of: file).size
        guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
        return try bytes(of: file, size: size)
    }

    private static func isName(_ text: String) -> Bool {
        !["", ".", ".."].contains(text) && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// Opens a file by its path, or by its name in an open folder.
    static func open(
        _ name: String, in folder: CInt = AT_FDCWD, followingLinks: Bool = false
    ) throws(FileError) -> Descriptor {
        do {
            return try Descriptor(opening: name, in: folder, O_RDONLY | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
        } catch {
            // This process or the system has no room for another open file of any kind.
            if error == .system(EMFILE) || error == .system(ENFILE) { throw error }
            // The system has no clear code for a link or a socket.
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw error }
            let kind = FileKind(mode: status.st_mode)
            throw kind == .regular ? error : .notRegular(kind)
        }
    }

    /// Returns the system's status of an open file, which must be a plain one of a readable size.
    static func status(of file: borrowing Descriptor) throws(FileError) -> FileStatus {
        let status = try file.status()
        guard status.kind == .regular else { throw .notRegular(status.kind) }
        guard status.size > 0 else { throw .empty }
        guard status.size <= maximumSize else { throw .tooLarge(bytes: status.size, limit: maximumSize) }
        return status
    }

    /// Returns the content of an open file; it ends early if the file has become shorter, which shows as damage.
    package static func bytes(of file: borrowing Descriptor, size: Int) throws(FileError) -> [UInt8] {
        let descriptor = file.number
        var failure: CInt?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size])
                let length = read(descriptor, rest.baseAddress, rest.count)
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                guard length > 0 else { return }
                count += length
            }
        }
        if let failure { throw .system(failure) }
        return bytes
    }
}
