import Glibc
package import Platform
import Synchronization

/// The modules that this process is starting, in a file, so that the next start of a host knows which one ended this one.
///
/// The file is made with the first start and goes with the orderly end of the process, which holds a lock on it as long as it
/// lives: a file without that lock was left by a process that ended otherwise. Nothing is synchronised to the disk, for what
/// a process has written outlives it; only the end of the machine loses it.
package final class StartJournal: Sendable {
    /// A start that was on its way.
    struct Start: Sendable, Equatable {
        let module: String
        let content: ContentHash

        fileprivate var line: String { "\(content) \(module)\n" }

        fileprivate init(_ module: String, _ content: ContentHash) {
            self.module = module
            self.content = content
        }

        fileprivate init?(line: Substring) {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let content = ContentHash(String(parts[0])) else { return nil }
            self.init(String(parts[1]), content)
        }
    }

    private struct State: ~Copyable {
        var file: Descriptor?
        var number: CInt?
        /// In the order in which they began: one that starts for another comes behind it.
        var starts: [Start] = []
        var hasEnded = false
    }

    private static let suffix = ".starting"

    private let folder: CacheFolder
    private let name = String(UInt64.random(in: .min ... .max), radix: 36) + suffix
    private let state = Mutex(State())

    /// The journal of this process; nothing is written yet.
    ///
    /// - Parameter cache: where scans are kept; the journals are in a folder there.
    package init(in cache: CacheFolder) { folder = Self.folder(in: cache) }

    private static func folder(in cache: CacheFolder) -> CacheFolder { CacheFolder(path: cache.path + "/starting") }

    /// Notes that a module is about to be loaded and started; where that cannot be written, it starts all the same.
    func begin(_ module: ModuleDescriptor) {
        state.withLock { state in
            state.starts.append(Start(module.name, module.content))
            if state.number == nil, !state.hasEnded, let file = try? open() {
                state.number = file.number
                state.file = consume file
            }
            Self.write(state.starts, to: state.number)
        }
    }

    /// Notes that the start of a module has ended, whatever came of it.
    func end(_ module: ModuleDescriptor) {
        state.withLock { state in
            let start = Start(module.name, module.content)
            if let place = state.starts.lastIndex(of: start) { state.starts.remove(at: place) }
            Self.write(state.starts, to: state.number)
        }
    }

    /// Removes the file: what ends the process from now on is no start.
    package func close() {
        state.withLock { state in
            if state.number != nil { folder.remove(name) }
            state.number = nil
            state.file = nil
            state.hasEnded = true
        }
    }

    /// Another process finds the file by its name only once it is locked.
    private func open() throws(FileError) -> Descriptor {
        try folder.make()
        let hidden = "\(folder.path)/.\(name)"
        let file = try Descriptor(opening: hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        try Descriptor.check(flock(file.number, LOCK_EX | LOCK_NB))
        try Descriptor.check(rename(hidden, "\(folder.path)/\(name)"))
        return file
    }

    /// What is there is overwritten before the rest is cut off: no moment is without the starts that go on.
    private static func write(_ starts: [Start], to number: CInt?) {
        guard let number else { return }
        let bytes = Array(starts.map(\.line).joined().utf8)
        if pwrite(number, bytes, bytes.count, 0) == bytes.count { ftruncate(number, bytes.count) }
    }

    /// The starts with which processes ended that are no more, the last one of each; their journals go.
    static func crashes(in cache: CacheFolder) -> [Start] {
        let folder = folder(in: cache)
        return folder.names(endingIn: suffix).compactMap { name in
            guard let file = try? Descriptor(opening: "\(folder.path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
                flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { return nil }
            defer { folder.remove(name) }
            // One that another host has looked at meanwhile is not there any more.
            let lines = folder.bytes(of: name).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
            return lines?.last.flatMap(Start.init(line:))
        }
    }
}
