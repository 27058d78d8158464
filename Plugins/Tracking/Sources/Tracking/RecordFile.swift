import Glibc

/// A file of records with a size limit; a full file is renamed, and replaces the only older file.
///
/// Several processes may append to the file. Only the user of these processes may access the folder.
struct RecordFile: Sendable {
    let folder: String
    /// The maximum size, in bytes; a longer line gets a separate file.
    let limit: Int

    var path: String { folder + "/records.jsonl" }
    var olderPath: String { folder + "/records.1.jsonl" }

    /// Checks that lines can be appended.
    func check() throws(FileFault) { close(try locked()) }

    /// Appends lines.
    ///
    /// - Parameter written: is increased by the number of written lines, even if a later line cannot be written.
    func append(_ lines: [[UInt8]], written: inout Int) throws(FileFault) {
        var descriptor = try locked()
        defer { close(descriptor) }
        var pending = PendingLines(size: try status(descriptor).size)
        for line in lines {
            if !pending.fits(line, limit) {
                try pending.flush(to: descriptor, counting: &written)
                try Self.check(rename(path, olderPath), "rename")
                close(descriptor)
                descriptor = -1
                descriptor = try locked()
                pending = PendingLines(size: try status(descriptor).size)
            }
            pending.add(line)
        }
        try pending.flush(to: descriptor, counting: &written)
    }

    /// Opens and locks the current file; only the process with the lock may write or replace the file.
    private func locked() throws(FileFault) -> Int32 {
        // Each failed round means that another process has replaced the file in the meantime.
        for _ in 0..<100 {
            let descriptor = try opened()
            do throws(FileFault) {
                try Self.check(flock(descriptor, LOCK_EX), "flock")
                let mine = try status(descriptor)
                guard mine.isPlain else { throw FileFault(call: "open", code: EINVAL) }
                try Self.check(fchmod(descriptor, 0o600), "fchmod")
                var present = stat()
                if lstat(path, &present) == 0, present.st_ino == mine.inode { return descriptor }
            } catch {
                close(descriptor)
                throw error
            }
            close(descriptor)
        }
        throw FileFault(call: "flock", code: EAGAIN)
    }

    private func opened() throws(FileFault) -> Int32 {
        try makeFolder()
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        try Self.check(descriptor, "open")
        return descriptor
    }

    private func makeFolder() throws(FileFault) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            if mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR { try Self.check(-1, "mkdir") }
        }
        var folderStatus = stat()
        try Self.check(lstat(folder, &folderStatus), "lstat")
        guard folderStatus.st_mode & 0o77 == 0, folderStatus.st_uid == geteuid() else {
            throw FileFault(call: "its folder is open to others", code: nil)
        }
    }

    private func status(_ descriptor: Int32) throws(FileFault) -> (size: Int, inode: UInt, isPlain: Bool) {
        var found = stat()
        try Self.check(fstat(descriptor, &found), "fstat")
        return (Int(found.st_size), UInt(found.st_ino), found.st_mode & S_IFMT == S_IFREG)
    }

    fileprivate static func check(_ result: Int32, _ call: String) throws(FileFault) {
        if result < 0 { throw FileFault(call: call, code: errno) }
    }
}

/// Lines that wait to be written to a file.
struct PendingLines {
    /// The size of the file without these lines.
    private var size: Int
    private var bytes: [UInt8] = []
    private var count = 0

    init(size: Int) { self.size = size }

    func fits(_ line: [UInt8], _ limit: Int) -> Bool {
        size + bytes.count == 0 || size + bytes.count + line.count <= limit
    }

    mutating func add(_ line: [UInt8]) {
        bytes += line
        count += 1
    }

    /// Writes all lines or, after a fault, none of them.
    mutating func flush(to descriptor: Int32, counting written: inout Int) throws(FileFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let taken = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if taken < 0 {
                if errno == EINTR { continue }
                let fault = FileFault(call: "write", code: errno)
                _ = ftruncate(descriptor, off_t(size))
                throw fault
            }
            rest = rest.dropFirst(taken)
        }
        size += bytes.count
        written += count
        (bytes, count) = ([], 0)
    }
}

/// A failed system call, or a fault that is described by a text without an error code.
struct FileFault: Error, CustomStringConvertible {
    let call: String
    let code: Int32?

    var description: String { call + (code.map { ": " + String(cString: strerror($0)) } ?? "") }
}
