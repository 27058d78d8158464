import Glibc

/// Tells which files of a folder were put in place as a whole, and which are gone (Linux's inotify).
///
/// A file that is being written is told of once it is closed, and one that is moved in at once.
package final class FolderWatch: Sendable {
    /// What happened.
    package enum Change: Sendable, Equatable {
        case written(String)
        case removed(String)
        /// Its permissions or times were changed.
        case touched(String)
        /// More happened than the system could keep: look at everything.
        case overflow
        /// The folder itself is gone: nothing more will be told.
        case folderGone
    }

    private static let removal = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
    private static let arrival = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    private static let touch = UInt32(IN_ATTRIB)
    private static let end = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)
    /// Where the name stands in the system's record.
    private static let nameOffset = 16

    private let descriptor: CInt
    /// Written to at the end, so that whoever waits wakes up.
    private let wake: (read: CInt, write: CInt)

    /// Begins to watch.
    package init(_ path: String) throws(FileError) {
        let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else { throw FileError(code: errno) }
        guard
            inotify_add_watch(
                descriptor, path, Self.arrival | Self.removal | Self.touch | Self.end | UInt32(IN_ONLYDIR)) >= 0
        else {
            let code = errno
            close(descriptor)
            throw FileError(code: code)
        }
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            let code = errno
            close(descriptor)
            throw FileError(code: code)
        }
        self.descriptor = descriptor
        wake = (ends[0], ends[1])
    }

    deinit {
        for number in [descriptor, wake.read, wake.write] { close(number) }
    }

    /// Waits for the next changes, on the caller's thread; none where none come in time, and `nil` once the watch was ended.
    ///
    /// - Parameter milliseconds: how long it waits; `nil` for as long as it takes.
    package func next(milliseconds: CInt? = nil) -> [Change]? {
        var polls = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polls, 2, milliseconds ?? -1) < 0, errno == EINTR {}
        guard polls[1].revents == 0 else { return nil }
        guard polls[0].revents != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Self.changes(bytes.prefix(count)) : []
    }

    /// Has whoever waits wait no longer.
    package func stop() {
        var byte: UInt8 = 0
        _ = write(wake.write, &byte, 1)
    }

    /// Reads the system's records.
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
