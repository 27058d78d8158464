package import Glibc

/// An open file or folder, which is closed when the value is destroyed.
package struct Descriptor: ~Copyable, Sendable {
    /// The flag that opens a file or folder only to look at its status, or to open files below it. It needs no right to
    /// read (Linux's `O_PATH`, which Swift cannot import).
    package static let placeOnly: CInt = 0o10_000_000

    package let number: CInt

    deinit { close(number) }

    /// Opens the file at a path, or at a path below an open folder. No child process inherits the descriptor.
    package init(opening path: String, in folder: CInt = AT_FDCWD, _ flags: CInt, mode: mode_t = 0) throws(FileError) {
        number = try Self.check(openat(folder, path, flags | O_CLOEXEC, mode))
    }

    /// Takes over a descriptor that a system call returned, or throws the call's error.
    init(owning number: CInt) throws(FileError) { self.number = try Self.check(number) }

    /// Whether this process can open a number of files more.
    package static func canOpen(_ count: Int) -> Bool {
        let copies = (0..<count).map { _ in dup(STDIN_FILENO) }
        for copy in copies where copy >= 0 { close(copy) }
        return !copies.contains(-1)
    }

    /// Returns the numbers of two connected sockets; no child inherits them, and the caller closes them.
    package static func socketPair(isBlocking: Bool = true) throws(FileError) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
        try check(socketpair(AF_UNIX, CInt(kind), 0, &ends))
        return (ends[0], ends[1])
    }

    /// Opens the file at a path below this folder; no child inherits it.
    package func open(_ path: String, _ flags: CInt, mode: mode_t = 0) throws(FileError) -> Descriptor {
        try Descriptor(opening: path, in: number, flags, mode: mode)
    }

    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        try Self.check(fstat(number, &status))
        return FileStatus(status)
    }

    /// Returns whether code may run from the file system of the file.
    package func allowsCode() -> Bool {
        // The value of ST_NOEXEC, a macro that Swift cannot import.
        let noExecution: UInt = 8
        var status = statvfs()
        return fstatvfs(number, &status) != 0 || status.f_flag & noExecution == 0
    }

    /// Whether a process has the file open for writing: the system then refuses a lease for reading (Linux, fcntl(2)).
    ///
    /// Also `false` if the system cannot report writers: for another user's file, or, in the overlay file system of
    /// containers, for a mapping whose descriptor is closed.
    var hasWriters: Bool {
        let (setLease, setSignal): (CInt, CInt) = (1_024, 10)  // F_SETLEASE, F_SETSIG, which Swift cannot import
        // A process that opens the file for writing during the lease waits for the end of the lease. The system then
        // sends a signal to this process: SIGURG, which is ignored by default.
        guard fcntl(number, setSignal, SIGURG) == 0 else { return false }
        guard fcntl(number, setLease, CInt(F_RDLCK)) < 0 else {
            _ = fcntl(number, setLease, CInt(F_UNLCK))
            return false
        }
        return errno == EAGAIN
    }

    package func write(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, Self.retries(number, for: POLLOUT) { continue }
            try Self.check(CInt(truncatingIfNeeded: min(count, 0)))
            rest = rest.dropFirst(count)
        }
    }

    /// Returns whether a failed call is to be repeated: a signal interrupted it, or it would have blocked. If the call
    /// would have blocked, first waits for `event`. The error EAGAIN occurs if another process made a shared descriptor
    /// non-blocking.
    package static func retries(_ number: CInt, for event: Int32) -> Bool {
        guard errno == EAGAIN else { return errno == EINTR }
        var waiting = pollfd(fd: number, events: Int16(event), revents: 0)
        return poll(&waiting, 1, -1) >= 0 || errno == EINTR
    }

    package func setMode(_ mode: mode_t) throws(FileError) { try Self.check(fchmod(number, mode)) }

    /// Waits until all written data is on the disk; for a folder, until the names in it are on the disk.
    package func synchronize() throws(FileError) { try Self.check(fsync(number)) }

    /// Returns the names in this folder, sorted, without `.` and `..`.
    package func names() throws(FileError) -> [String] {
        // The folder is opened again, because reading moves the position of an open folder.
        let copy = try Self.check(openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let stream = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw .system(code)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the result of a system call, or throws its error.
    @discardableResult
    package static func check(_ result: CInt) throws(FileError) -> CInt {
        if result < 0 { throw .system(errno) }
        return result
    }
}

/// Operations on the names in an open folder.
extension Descriptor {
    package func makeFolder(_ name: String, mode: mode_t) throws(FileError) {
        try Self.check(mkdirat(number, name, mode))
    }

    /// Renames a file or folder in this folder in one step, and replaces a file that has the new name.
    package func rename(_ name: String, to other: String) throws(FileError) {
        try Self.check(renameat(number, name, number, other))
    }

    /// Removes a file, or a folder with its content; does nothing if the name is absent.
    package func remove(_ name: String) throws(FileError) {
        if unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else { throw .system(errno) }
        let folder = try open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        for child in try folder.names() { try folder.remove(child) }
        try Self.check(unlinkat(number, name, AT_REMOVEDIR))
    }

    /// Writes a file into this folder completely or not at all, even if the process or the machine stops. `temporary`
    /// is the name until the file is complete; only one process at a time may use it.
    package func replaceFile(
        _ name: String, with bytes: [UInt8], temporary: String? = nil
    ) throws(FileError) {
        let temporary = temporary ?? Self.incoming(name)
        try remove(temporary)
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        try file.write(bytes)
        try file.synchronize()
        try rename(temporary, to: name)
        try synchronize()
    }

    package static func incoming(_ name: String) -> String { name + ".new" }

    /// Returns whether this folder contains a name; a link is not followed.
    package func contains(_ name: String) -> Bool {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }
}
