package import Glibc

/// An open file or folder, which is closed at the end of its life.
package struct Descriptor: ~Copyable, Sendable {
    /// Opens a place to open others from, which needs no right to read it (Linux's `O_PATH`, which Swift does not see).
    package static let placeOnly: CInt = 0o10_000_000

    package let number: CInt

    deinit { close(number) }

    /// Opens what stands at a path, or at a path below an open folder; no child inherits it.
    package init(opening path: String, in folder: CInt = AT_FDCWD, _ flags: CInt, mode: mode_t = 0) throws(FileError) {
        number = try Self.opened(openat(folder, path, flags | O_CLOEXEC, mode))
    }

    /// Opens what stands at a path below this folder; no child inherits it.
    package func open(_ path: String, _ flags: CInt, mode: mode_t = 0) throws(FileError) -> Descriptor {
        try Descriptor(opening: path, in: number, flags, mode: mode)
    }

    /// What the system knows of it.
    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        try Self.check(fstat(number, &status))
        return FileStatus(status)
    }

    /// Whether code may be run from the file system that it is on.
    package func allowsCode() -> Bool {
        // ST_NOEXEC, whose macro Swift does not see.
        let noExecution: UInt = 8
        var status = statvfs()
        return fstatvfs(number, &status) != 0 || status.f_flag & noExecution == 0
    }

    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            try Self.check(CInt(truncatingIfNeeded: min(count, 0)))
            rest = rest.dropFirst(count)
        }
    }

    /// Sets the permissions of an open file.
    package func setMode(_ mode: mode_t) throws(FileError) { try Self.check(fchmod(number, mode)) }

    /// Waits until all that was written is on the disk; of a folder, the names in it.
    package func synchronize() throws(FileError) { try Self.check(fsync(number)) }

    /// The names in this folder, sorted, without `.` and `..`.
    package func names() throws(FileError) -> [String] {
        // A description of its own: reading moves its place.
        let copy = try Self.opened(openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let stream = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw FileError(code: code)
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

    private static func opened(_ number: CInt) throws(FileError) -> CInt {
        try check(number)
        return number
    }

    /// Makes an error of what a call returned.
    package static func check(_ result: CInt) throws(FileError) {
        if result < 0 { throw FileError(code: errno) }
    }
}

/// What can be done to the names in an open folder.
extension Descriptor {
    /// Makes a folder in this one.
    package func makeFolder(_ name: String, mode: mode_t) throws(FileError) {
        try Self.check(mkdirat(number, name, mode))
    }

    /// Gives a file or folder in this folder another name, in one step; a file that has that name goes.
    package func rename(_ name: String, to other: String) throws(FileError) {
        try Self.check(renameat(number, name, number, other))
    }

    /// Removes a file or a folder with all that is in it; what is not there needs no removing.
    package func remove(_ name: String) throws(FileError) {
        if unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else { throw FileError(code: errno) }
        let folder = try open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        for child in try folder.names() { try folder.remove(child) }
        try Self.check(unlinkat(number, name, AT_REMOVEDIR))
    }

    /// Puts a file into this folder, whole or not at all, whatever happens to the process or the machine.
    package func replaceFile(_ name: String, with bytes: [UInt8]) throws(FileError) {
        let temporary = Self.incoming(name)
        try remove(temporary)
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        try file.write(bytes)
        try file.synchronize()
        try rename(temporary, to: name)
        try synchronize()
    }

    /// The name that a file has in its folder before it is whole.
    package static func incoming(_ name: String) -> String { name + ".new" }

    /// Whether a name is in this folder; a link is not followed.
    package func contains(_ name: String) -> Bool {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }
}
