import Glibc

/// Reads a plugin's file as bytes, and nothing that is not a plain file.
enum PluginFile {
    /// The largest file that is read, in bytes.
    static let maximumSize = 1 << 30

    /// The whole content; opening neither follows a link in the last place nor waits for another process.
    static func bytes(at path: String, followingLinks: Bool = false) throws(PluginFileError) -> [UInt8] {
        let file = try open(path, path: path, followingLinks: followingLinks)
        return try bytes(of: file, path: path, size: status(of: file, path: path).size)
    }

    /// Opens a file by its path, or by its name in an open folder.
    static func open(
        _ name: String, in folder: CInt = AT_FDCWD, path: String, followingLinks: Bool = false
    ) throws(PluginFileError) -> Descriptor {
        do {
            return try Descriptor(opening: name, in: folder, O_RDONLY | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
        } catch {
            throw refusal(ofOpening: name, in: folder, path: path, code: error.code)
        }
    }

    /// What the system knows of an open file, which must be a plain one of a size that can be read.
    static func status(of file: borrowing Descriptor, path: String) throws(PluginFileError) -> FileStatus {
        let status: FileStatus
        do {
            status = try file.status()
        } catch {
            throw .unreadable(path, code: error.code)
        }
        guard status.kind == .regular else { throw .notRegular(path, status.kind) }
        guard status.size > 0 else { throw .empty(path) }
        guard status.size <= maximumSize else { throw .tooLarge(path, bytes: status.size) }
        return status
    }

    /// The content of an open file; it ends early where the file has become shorter, and then it shows as damaged.
    static func bytes(of file: borrowing Descriptor, path: String, size: Int) throws(PluginFileError) -> [UInt8] {
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
        if let failure { throw .unreadable(path, code: failure) }
        return bytes
    }

    /// A link or a socket cannot be opened at all, for which the system has no clear code.
    private static func refusal(
        ofOpening name: String, in folder: CInt, path: String, code: CInt
    ) -> PluginFileError {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .unreadable(path, code: code) }
        let kind = FileKind(mode: status.st_mode)
        return kind == .regular ? .unreadable(path, code: code) : .notRegular(path, kind)
    }
}
