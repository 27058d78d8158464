import Glibc

/// What tells a file's content from an earlier one without reading it: whoever writes to a file changes its times.
struct FileIdentity: Sendable, Equatable, Codable {
    let device: UInt64
    let inode: UInt64
    /// In bytes.
    let size: Int
    /// When the content was changed, in nanoseconds since 1970.
    let modified: Int
    /// When content, name or permissions were changed, in nanoseconds since 1970; no program can set it.
    let changed: Int

    /// Whether the file may be changed now without its times saying so: the system's clock for files moves every 10 ms at
    /// most, and some file systems keep whole milliseconds, seconds, or every other second (exFAT, ext3, FAT).
    func isRecent(at now: Int = FileIdentity.now()) -> Bool {
        let isCoarse = changed.isMultiple(of: 1_000_000)
        return now - changed < (isCoarse ? 2_000_000_000 : 20_000_000)
    }

    /// The time, in nanoseconds since 1970.
    static func now() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }

}

extension FileIdentity {
    init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
            changed: status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec)
    }
}
