package import Glibc

/// What the system knows of a file or folder.
package struct FileStatus: Sendable, Equatable {
    package let kind: FileKind
    package let owner: uid_t
    let group: gid_t
    /// The permissions, with the bits for set-user, set-group and sticky.
    let permissions: mode_t
    package let identity: FileIdentity

    /// The size in bytes.
    package var size: Int { identity.size }

}

extension FileStatus {
    init(_ status: stat) {
        self.init(
            kind: FileKind(mode: status.st_mode), owner: status.st_uid, group: status.st_gid,
            permissions: status.st_mode & 0o7777, identity: FileIdentity(status))
    }
}

/// What tells a file's content from an earlier one without reading it: whoever writes to a file changes its times.
package struct FileIdentity: Sendable, Equatable, Codable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: Int
    /// When the content was changed, in nanoseconds since 1970; from the year 2262 on they begin anew with negative ones,
    /// which tell times apart as well.
    package let modified: Int
    /// When content, name or permissions were changed, counted in the same way; no program can set it.
    package let changed: Int

    package init(device: UInt64, inode: UInt64, size: Int, modified: Int, changed: Int) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Whether the file may be changed now without its times saying so: the system's clock for files moves every 10 ms at
    /// most, and some file systems keep whole milliseconds, seconds, or every other second (exFAT, ext3, FAT).
    package func isRecent(at now: Int = FileIdentity.now()) -> Bool {
        let isCoarse = changed.isMultiple(of: 1_000_000)
        return now &- changed < (isCoarse ? 2_000_000_000 : 20_000_000)
    }

    /// The time, counted as those of files are.
    package static func now() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return nanoseconds(now)
    }

    fileprivate static func nanoseconds(_ time: timespec) -> Int { time.tv_sec &* 1_000_000_000 &+ time.tv_nsec }
}

extension FileIdentity {
    package init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim))
    }
}

/// Whether somebody still writes a file.
package enum FileWriters {
    /// `F_SETLEASE` and `F_SETSIG` of Linux, whose macros Swift cannot read.
    private static let setLease: CInt = 1_024
    private static let setSignal: CInt = 10

    /// Whether a process has the file open for writing, as far as the system tells: it gives no lease for reading then (Linux,
    /// fcntl(2)). Where it tells nothing, as of another user's file, the answer is no.
    package static func exist(of path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return exist(ofOpen: file)
    }

    /// The same of a file that is open for reading.
    static func exist(ofOpen file: CInt) -> Bool {
        // Who opens it meanwhile waits until the lease is given back; the signal that says so is one that is ignored.
        guard fcntl(file, setSignal, SIGURG) == 0 else { return false }
        guard fcntl(file, setLease, CInt(F_RDLCK)) < 0 else {
            _ = fcntl(file, setLease, CInt(F_UNLCK))
            return false
        }
        return errno == EAGAIN
    }
}

/// What kind of thing stands at a path.
package enum FileKind: String, Sendable {
    case regular = "a regular file"
    case directory = "a directory"
    case symbolicLink = "a symbolic link"
    case namedPipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"

    package init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .namedPipe
            case S_IFSOCK: .socket
            default: .device
            }
    }
}
