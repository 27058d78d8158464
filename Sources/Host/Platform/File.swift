import Glibc

/// A file that is read from beginning to end, as far as a limit: nothing that is read waits for ever or fills the memory.
package enum File {
    /// How long a document may be that is taken in as a whole, in bytes.
    package static let documentLimit = 16 << 20
    /// How long a file may be that is taken line by line, in bytes.
    package static let linesLimit = 256 << 20
    /// Where the system shows what a process has open already.
    private static let openFiles = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"]

    /// All bytes of a file; links are followed.
    ///
    /// A pipe is read only where whoever started this process has opened it, as in `-f <(program)`.
    package static func bytes(at path: String, limit: Int = documentLimit) throws(FileError) -> [UInt8] {
        // Neither a pipe nor a device is waited for.
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        let isOpenPipe = status.kind == .namedPipe && openFiles.contains(where: path.hasPrefix)
        guard status.kind == .regular || isOpenPipe else {
            throw FileError(code: EINVAL, reason: "it is \(status.kind.rawValue), not \(FileKind.regular.rawValue)")
        }
        guard status.size <= limit else { throw tooLong(limit) }
        if isOpenPipe { _ = fcntl(file.number, F_SETFL, O_RDONLY) }
        return try bytes(of: file.number, limit: limit)
    }

    fileprivate static func tooLong(_ limit: Int) -> FileError {
        FileError(code: EFBIG, reason: "it is longer than \(limit >> 20) MiB")
    }

    /// All bytes of an open file, whatever the system says of its size.
    static func bytes(of descriptor: CInt, limit: Int = documentLimit) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw tooLong(limit) }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                throw FileError(code: errno)
            }
        }
    }
}

/// The lines of an open file, each of a bounded length.
package struct FileLines: Sendable {
    let descriptor: CInt
    /// What was read and belongs to lines to come.
    private var bytes: [UInt8] = []
    private var start = 0

    package init(of descriptor: CInt) { self.descriptor = descriptor }

    /// The next line without its end; `nil` behind the last one.
    ///
    /// - Throws: the system's error, and `EFBIG` for a line that is longer than a document may be.
    package mutating func next() throws(FileError) -> String? {
        var searched = start
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) { return line(to: end, next: end + 1) }
            bytes.removeSubrange(..<start)
            (start, searched) = (0, bytes.count)
            guard bytes.count <= File.documentLimit else { throw File.tooLong(File.documentLimit) }
            guard try readMore() else { return bytes.isEmpty ? nil : line(to: bytes.count, next: bytes.count) }
        }
    }

    private mutating func line(to end: Int, next: Int) -> String {
        let line = bytes[start..<end]
        start = next
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    /// Whether there was more.
    private mutating func readMore() throws(FileError) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(code: errno) }
            bytes += chunk.prefix(count)
            return count > 0
        }
    }
}

/// Why a file cannot be read or written: the system's `errno`.
package struct FileError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
    package let code: CInt
    /// What this host found, where no call of the system failed.
    var reason: String?

    package init(code: CInt, reason: String? = nil) {
        self.code = code
        self.reason = reason
    }

    /// What this host found, or the system's words for the code.
    package var description: String { reason ?? String(cString: strerror(code)) }
}
