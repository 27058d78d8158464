import Glibc

/// A watch that reports the files that are written to a folder or removed from it (Linux's inotify).
///
/// It reports a written file when the writer closes the file, and a moved file immediately.
package final class FolderWatch: Sendable {
    package enum Change: Sendable, Equatable {
        case written(String)
        case removed(String)
        /// The permissions or times of a file changed.
        case touched(String)
        /// The system lost some changes: the caller must read the whole folder.
        case overflow
        /// The folder itself was removed or moved: no more changes follow.
        case folderGone
    }

    private static let removal = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
    private static let arrival = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    private static let touch = UInt32(IN_ATTRIB)
    private static let end = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)
    private static let nameOffset = 16

    private let notifications: Descriptor
    /// The two ends of a socket pair; a write by `stop()` wakes the waiting thread.
    private let wake: (read: CInt, write: CInt)

    package init(_ path: String) throws(FileError) {
        notifications = try Descriptor(owning: inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)))
        let changes = Self.arrival | Self.removal | Self.touch | Self.end | UInt32(IN_ONLYDIR)
        try Descriptor.check(inotify_add_watch(notifications.number, path, changes))
        wake = try Descriptor.socketPair()
    }

    deinit {
        close(wake.read)
        close(wake.write)
    }

    /// Blocks the caller's thread until there are changes, but for at most `milliseconds`. Returns an empty list after
    /// that time, and `nil` after `stop()`.
    package func next(milliseconds: CInt? = nil) -> [Change]? {
        var polls = [
            pollfd(fd: notifications.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polls, 2, milliseconds ?? -1) < 0, errno == EINTR {}
        guard polls[1].revents == 0 else { return nil }
        guard polls[0].revents != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(notifications.number, &bytes, bytes.count)
        return count > 0 ? Self.changes(bytes.prefix(count)) : []
    }

    /// Ends the watch, and wakes a thread that waits in `next(milliseconds:)`.
    package func stop() {
        var byte: UInt8 = 0
        _ = write(wake.write, &byte, 1)
    }

    private static func changes(_ bytes: ArraySlice<UInt8>) -> [Change] {
        var changes: [Change] = []
        var rest = bytes
        while rest.count >= nameOffset {
            let (mask, length) = rest.withUnsafeBytes { record in
                (
                    record.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int(record.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            let name = String(decoding: rest.dropFirst(nameOffset).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.append(.overflow) }
            if mask & arrival != 0 { changes.append(.written(name)) }
            if mask & touch != 0, !name.isEmpty { changes.append(.touched(name)) }
            if mask & removal != 0 { changes.append(.removed(name)) }
            if mask & end != 0 { changes.append(.folderGone) }
            rest = rest.dropFirst(nameOffset + length)
        }
        return changes
    }
}
