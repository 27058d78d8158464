import Glibc

/// A file or device that is read from beginning to end.
enum File {
    /// All bytes of a file; a pipe or a device is read until it ends.
    static func bytes(at path: String) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(code: errno) }
        defer { close(descriptor) }
        return try bytes(of: descriptor)
    }

    /// All bytes of an open file.
    static func bytes(of descriptor: CInt) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw FileError(code: errno)
            }
        }
    }
}

/// Why a file cannot be read: the system's `errno`.
struct FileError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
    let code: CInt

    /// The system's words for it.
    var description: String { String(cString: strerror(code)) }
}
