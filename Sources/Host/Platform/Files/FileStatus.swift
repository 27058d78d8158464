package import Glibc

/// The system's status of a file or folder.
package struct FileStatus: Sendable, Equatable {
    package let kind: FileKind
    package let owner: uid_t
    let group: gid_t
    /// The permissions, with the bits for set-user, set-group and sticky.
    package let permissions: mode_t
    package let identity: FileIdentity

    package var size: Int { identity.size }
}

extension FileStatus {
    init(_ status: stat) {
        self.init(
            kind: FileKind(mode: status.st_mode), owner: status.st_uid, group: status.st_gid,
            permissions: status.st_mode & 0o7777, identity: FileIdentity(status))
    }
}

/// The attributes that show whether a file has changed, without reading it: a write changes the times.
package struct FileIdentity: Sendable, Equatable, Codable {
    package let device: UInt64
    package let inode: UInt64
    package let size: Int
    /// The time of the last change of the content, in nanoseconds since 1970; from the year 2262 on, it continues with
    /// negative numbers, which still distinguish times.
    package let modified: Int
    /// The time of the last change of content, name or permissions, in nanoseconds since 1970; no program can set it.
    package let changed: Int

    package init(device: UInt64, inode: UInt64, size: Int, modified: Int, changed: Int) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Returns whether the last change is so recent that another change may get the same time: the system's clock for
    /// files has steps of at most 10 ms, and some file systems store times in steps of milliseconds, one second or two
    /// seconds (exFAT, ext3, FAT).
    package func isRecent(at now: Int = FileIdentity.now()) -> Bool {
        let isCoarse = changed.isMultiple(of: 1_000_000)
        return now &- changed < (isCoarse ? 2_000_000_000 : 20_000_000)
    }

    /// Returns the current time, in nanoseconds since 1970.
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

    /// Creates the identity of the file at a path, or `nil` if the file is absent; a link is not followed.
    package init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

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
