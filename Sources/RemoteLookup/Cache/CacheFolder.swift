import Glibc
import Synchronization

/// A folder with a file for each answer, which several processes use at once.
///
/// A file is written under a name of its own and renamed when it is whole, so that nobody ever sees a part of one, and a
/// process may be killed at any time. What it has left is removed after a while. Only a machine that loses its power may
/// leave a file that is not whole, for nothing waits for the disk: its checksum says so.
struct CacheFolder: Sendable {
    /// What went wrong with a file: the system's `errno`.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let code: CInt

        var description: String { String(cString: strerror(code)) }
    }

    /// A file of the folder.
    struct File {
        let name: String
        /// In bytes.
        let size: Int
        /// When it was written, in seconds since 1970.
        let written: Int
    }

    /// How long a file that is being written may take, in seconds.
    private static let patience = 60
    private static let incoming = ".new."
    /// Tells the files apart that this process is writing, for whichever service.
    private static let writes = Atomic(0)

    let path: String

    /// The answers' files.
    func files() -> [File] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var files: [File] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            if !name.hasPrefix(".") {
                files.append(File(name: name, size: Int(status.st_size), written: status.st_mtim.tv_sec))
            } else if name.hasPrefix(Self.incoming), status.st_mtim.tv_sec < time(nil) - Self.patience {
                remove(name)
            }
        }
        return files
    }

    /// The content of a file, or `nil` where there is none that is the user's own and within the limit.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_size <= limit
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            if part < 0, errno == EINTR { continue }
            guard part > 0 else { return nil }
            count += part
        }
        return bytes
    }

    /// Puts a file in place, whole or not at all.
    func write(_ bytes: [UInt8], to name: String) throws(Fault) {
        try makeFolder()
        let number = Self.writes.wrappingAdd(1, ordering: .relaxed).newValue
        let temporary = "\(path)/\(Self.incoming)\(getpid()).\(number)"
        // It may be there from a process that had the same number and was killed.
        unlink(temporary)
        let file = try Self.check(open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600))
        defer { close(file) }
        do throws(Fault) {
            try Self.write(bytes, to: file)
            try Self.check(rename(temporary, path + "/" + name))
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Removes a file; one that is not there needs no removing.
    func remove(_ name: String) { unlink(path + "/" + name) }

    /// Makes the folder and those above it, down from the first that is there; they are the user's own.
    private func makeFolder() throws(Fault) {
        if access(path, F_OK) == 0 { return }
        var folder = ""
        for part in path.split(separator: "/") {
            folder += "/" + part
            if mkdir(folder, 0o700) != 0, errno != EEXIST, access(folder, F_OK) != 0 { throw Fault(code: errno) }
        }
    }

    private static func write(_ bytes: [UInt8], to file: CInt) throws(Fault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            try check(count < 0 ? -1 : 0)
            rest = rest.dropFirst(count)
        }
    }

    @discardableResult
    private static func check(_ result: CInt) throws(Fault) -> CInt {
        if result < 0 { throw Fault(code: errno) }
        return result
    }
}

/// FNV-1a in 64 bits: tells damaged bytes from whole ones, and guards against nothing else.
struct Checksum: Equatable {
    let value: UInt64

    init(of bytes: some Sequence<UInt8>, seed: UInt64 = 0xcbf2_9ce4_8422_2325) {
        value = bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
