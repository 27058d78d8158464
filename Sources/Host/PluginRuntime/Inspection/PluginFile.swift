import Glibc

/// Reads a plugin's file as bytes, and nothing that is not a plain file.
enum PluginFile {
    /// The largest file that is read, in bytes.
    static let maximumSize = 1 << 30

    /// The whole content; opening neither follows a link in the last place nor waits for another process.
    static func bytes(at path: String, followingLinks: Bool = false) throws(PluginFileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw refusal(ofOpening: path, code: errno) }
        defer { close(descriptor) }
        return try bytes(of: descriptor, path: path, size: size(of: descriptor, path: path))
    }

    private static func size(of descriptor: CInt, path: String) throws(PluginFileError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, code: errno) }
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regular else { throw .notRegular(path, kind) }
        guard status.st_size > 0 else { throw .empty(path) }
        guard status.st_size <= maximumSize else { throw .tooLarge(path, bytes: status.st_size) }
        return status.st_size
    }

    /// Stops early where the file has become shorter; then it shows as damaged.
    private static func bytes(
        of descriptor: CInt, path: String, size: Int
    ) throws(PluginFileError) -> [UInt8] {
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
    private static func refusal(ofOpening path: String, code: CInt) -> PluginFileError {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .unreadable(path, code: code) }
        let kind = FileKind(mode: status.st_mode)
        return kind == .regular ? .unreadable(path, code: code) : .notRegular(path, kind)
    }
}
