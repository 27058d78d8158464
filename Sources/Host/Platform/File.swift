import Glibc

/// Files that are read from beginning to end, up to a limit: no read waits for ever or fills the memory.
package enum File {
    /// The maximum size of a document that is read completely, in bytes.
    package static let documentLimit = 16 << 20
    /// The maximum size of a file that is read line by line, in bytes.
    package static let linesLimit = 256 << 20

    /// Returns whether a path is that of an open file of the process.
    static func isOpen(_ path: String) -> Bool {
        ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
    }

    /// Returns all bytes of a file; links are followed.
    ///
    /// A pipe is read only if the parent process has opened it, as in `-f <(program)`.
    package static func bytes(at path: String, limit: Int = documentLimit) throws(FileError) -> [UInt8] {
        // Opening waits neither for a pipe nor for a device.
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

    /// Returns all bytes of an open file; the size that the system reports does not count.
    static func bytes(of descriptor: CInt, limit: Int = documentLimit) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw .tooLarge(bytes: bytes.count + count, limit: limit) }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }
}

/// The lines of an open file, each of limited length.
package struct FileLines: Sendable {
    let descriptor: CInt
    /// The read bytes of the next lines.
    private var bytes: [UInt8] = []
    private var start = 0

    package init(of descriptor: CInt) { self.descriptor = descriptor }

    /// Returns the next line without its end; `nil` after the last one.
    ///
    /// - Throws: `tooLarge` for a line longer than a document may be.
    package mutating func next() throws(FileError) -> String? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) { return line(to: end, next: end + 1) }
            bytes.removeSubrange(..<start)
            (start, searched) = (0, bytes.count)
            guard bytes.count <= File.documentLimit else {
                throw .tooLarge(bytes: bytes.count, limit: File.documentLimit)
            }
            guard try readMore() else { return bytes.isEmpty ? nil : line(to: bytes.count, next: bytes.count) }
        }
    }

    private mutating func line(to end: Int, next: Int) -> String {
        let line = bytes[start..<end]
        start = next
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    /// Reads more bytes, and returns whether there were any.
    private mutating func readMore() throws(FileError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno) }
            bytes += chunk.prefix(count)
            return count > 0
        }
    }
}

/// The reason why a file cannot be read or written.
package enum FileError: Error, Sendable, Equatable {
    /// A system call failed with this `errno`.
    case system(CInt)
    case notRegular(FileKind)
    case empty
    /// The file is longer than the reader allows, in bytes.
    case tooLarge(bytes: Int, limit: Int)
    /// Other users could have written the file or a folder above it.
    case exposed([FileRuleViolation])
}

extension FileError: CustomStringConvertible {
    /// The fault of the file, in a few words.
    package var description: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .notRegular(let kind): "it is \(kind.rawValue), not \(FileKind.regular.rawValue)"
        case .empty: "it is empty"
        case .tooLarge(_, let limit): "it is longer than \(limit >> 20) MiB"
        case .exposed(let violations): violations.map { "\($0.found); \($0.remedy)" }.joined(separator: "; ")
        }
    }
}
