import Glibc
@_spi(Host) package import ModuleKit
package import Platform
import Synchronization

/// What modules do in this process, in a file, so that the next start of a host knows what ran when this one crashed.
///
/// The file is made with the first start of a module and goes with the orderly end of the process, which holds a lock on it as
/// long as it lives: a file without that lock was left by a process that ended otherwise. It holds a note of the crash, a
/// table of what runs, and the modules that were loaded. The first two are mapped: a note of a request is a few stores.
/// Nothing is synchronised to the disk, for what a process has written outlives it; only the end of the machine loses it.
package final class SessionJournal: Sendable {
    private struct State: ~Copyable {
        var file: Descriptor?
        /// Whether no file is made any more: the process ends, or it was tried.
        var isSettled = false
    }

    /// The command that describes a crash in the journal of its session; it is in no help, for no person types it.
    package static let crashWord = "describe-crash"
    static let suffix = ".session"
    private static let mappedSize = CrashNote.size + ActivityTable.size

    private let folder: CacheFolder
    private let name = String(UInt64.random(in: .min ... .max), radix: 36) + suffix
    /// Safe to share: the journal itself neither reads nor writes there, and never unmaps it. `ActivityTable` writes by its
    /// own rules, the signal handler of `CrashNote` in its own part, and `map(_:)` puts the file in its place once, before
    /// code of the first module runs, in whichever process.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    private let state = Mutex(State())

    /// Where the mediator notes what runs.
    package let activities: ActivityTable

    /// Creates the journal of this process; nothing is written yet.
    ///
    /// - Parameter cache: where scans are kept; the journals are in a folder there.
    package init?(in cache: CacheFolder) {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, Self.mappedSize, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            return nil
        }
        folder = Self.folder(in: cache)
        self.memory = memory
        activities = ActivityTable(memory: memory + CrashNote.size)
    }

    static func folder(in cache: CacheFolder) -> CacheFolder { CacheFolder(path: cache.path + "/sessions") }

    /// Notes that a step of a module's life begins; where no file can be made, the step runs all the same.
    ///
    /// A module in a process of its own ends no host, so that its steps have no notes; its routes have.
    /// - Returns: what `end(_:)` takes.
    func begin(_ module: ModuleDescriptor, _ step: ActivityTable.Kind) -> Int? {
        state.withLock { makeFile(&$0) }
        if module.isolation != nil { return nil }
        if step == .load { write(LoadedModule(module, at: 0..<0)) }
        return activities.begin(step, of: module.name, "")
    }

    /// Notes that a step has ended, whatever came of it.
    func end(_ slot: Int?) { activities.end(slot) }

    /// Notes where a module's code is now, for the proof that it crashed.
    func noteAddresses(of module: ModuleDescriptor) {
        DynamicLibrary.codeAddresses(ofLoaded: module.library.path).map { write(LoadedModule(module, at: $0)) }
    }

    /// Notes that code other than the host's ends the process by `exit`, on the thread that does.
    ///
    /// - Returns: the module that is blamed, if one is.
    package func noteExit(_ code: CInt) -> String? {
        let words = ["\(code)", "\(time(nil))"] + CallStack.addresses.map(String.init)
        return state.withLock { state in
            try? state.file?.write(Array("\(CrashedSession.exitWord) \(words.joined(separator: " "))\n".utf8))
            return folder.bytes(of: name).flatMap(CrashedSession.init).flatMap { CrashVerdict($0).culprit?.name }
        }
    }

    /// Returns what to say of the session that ends now by a crash; `nil` for a file that is no journal of one.
    package static func crash(in file: String) -> String? {
        (try? File.bytes(at: file)).flatMap(CrashedSession.init).map { CrashVerdict($0).text("this session") }
    }

    /// Removes the file: what ends the process from now on is no crash of a module.
    package func close() {
        // A crash that is being told ends the process.
        while CrashNote.isUnderWay { pause() }
        state.withLock { state in
            if state.file != nil { folder.remove(name) }
            state.isSettled = true
        }
    }

    func write(_ module: LoadedModule) {
        state.withLock { state in
            makeFile(&state)
            try? state.file?.write(Array(module.line.utf8))
        }
    }

    /// Makes the file, once: a later one would have none of the notes before it.
    private func makeFile(_ state: inout State) {
        if state.isSettled { return }
        state.isSettled = true
        state.file = try? open()
    }

    /// Another process finds the file by its name only once it is locked.
    private func open() throws(FileError) -> Descriptor {
        try folder.make()
        let hidden = "\(folder.path)/\(CacheFolder.incoming)\(name)"
        let file = try Descriptor(opening: hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        do throws(FileError) {
            try map(file)
            try Descriptor.check(rename(hidden, "\(folder.path)/\(name)"))
        } catch {
            unlink(hidden)
            throw error
        }
        let options = CommandLine.arguments.filter { $0 == "--json" }
        CrashNote.install(
            at: memory, file: file.number, describingBy: [Self.crashWord, "\(folder.path)/\(name)"] + options)
        return file
    }

    private func map(_ file: borrowing Descriptor) throws(FileError) {
        try Descriptor.check(flock(file.number, LOCK_EX | LOCK_NB))
        // A page without its place on the disk would end the process when it is written.
        let code = posix_fallocate(file.number, 0, Self.mappedSize)
        let flags = MAP_SHARED | MAP_FIXED
        guard code == 0, lseek(file.number, Self.mappedSize, SEEK_SET) >= 0,
            mmap(memory, Self.mappedSize, PROT_READ | PROT_WRITE, flags, file.number, 0) == memory
        else { throw .system(code == 0 ? errno : code) }
    }
}

/// A module whose code is, or was, in a process.
struct LoadedModule: Sendable, Equatable {
    let name: String
    let content: ContentHash
    /// Where the code of its library is mapped; empty while that is not known.
    let addresses: Range<UInt>

    fileprivate var line: String { "\(content) \(addresses.lowerBound) \(addresses.upperBound) \(name)\n" }

    init(_ module: ModuleDescriptor, at addresses: Range<UInt>) {
        name = module.name
        content = module.content
        self.addresses = addresses
    }

    fileprivate init?(line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 3)
        guard parts.count == 4, let content = ContentHash(String(parts[0])), let start = UInt(parts[1]),
            let end = UInt(parts[2]), start <= end
        else { return nil }
        name = String(parts[3])
        self.content = content
        addresses = start..<end
    }
}

/// A session that crashed, as its journal has it.
struct CrashedSession: Sendable {
    enum End: Sendable, Equatable {
        case signal(CInt)
        /// A call of `exit` that was not the host's.
        case exit(CInt)
    }

    let end: End
    /// When, in seconds since 1970.
    let time: Int
    /// Where the thread was that ended it, the innermost first; 0 for none.
    let addresses: [UInt]
    /// What ran, in the order in which it began as far as that is known.
    let activities: [ActivityTable.Activity]
    /// The modules that were loaded, the last one last.
    let modules: [LoadedModule]

    private static let suffix = ".crash"
    /// So many seconds a session is kept that was taken: no later one is counted together with it.
    private static let keptTime = 86_400
    /// Begins the line of an end by `exit`; the code, the time and the addresses follow.
    fileprivate static let exitWord = "exit"

    /// Reads a journal; `nil` where it is damaged, or has no crash.
    init?(_ bytes: [UInt8]) {
        let textStart = CrashNote.size + ActivityTable.size
        guard bytes.count >= textStart, let crash = CrashNote(bytes) else { return nil }
        let lines = String(decoding: bytes[textStart...], as: UTF8.self).split(separator: "\n")
        if crash.signal != 0 {
            (end, time, addresses) = (.signal(crash.signal), crash.time, crash.addresses)
        } else {
            // Another thread may have loaded a module afterwards.
            let exit = lines.last { $0.hasPrefix(Self.exitWord + " ") }?.split(separator: " ") ?? []
            guard exit.count >= 3, let code = CInt(exit[1]), let time = Int(exit[2]) else {
                return nil
            }
            (end, self.time, addresses) = (.exit(code), time, exit[3...].compactMap { UInt($0) })
        }
        let modules = lines.compactMap(LoadedModule.init(line:))
        // Code in another process cannot have ended this one.
        activities = ActivityTable.activities(in: bytes[CrashNote.size..<textStart]).filter { activity in
            !activity.isNamed || modules.contains { activity.isOf($0.name) }
        }
        self.modules = modules
    }

    /// Takes the sessions that crashed since the last look, the earliest first; journals of other ends go.
    static func takeNew(in cache: CacheFolder) -> [CrashedSession] {
        let folder = SessionJournal.folder(in: cache)
        let earliest = Glibc.time(nil) - keptTime
        for file in folder.files() where file.name.hasSuffix(suffix) && file.written < earliest {
            folder.remove(file.name)
        }
        return folder.names(endingIn: SessionJournal.suffix).reversed().compactMap { name in
            guard let file = try? Descriptor(opening: "\(folder.path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
                flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { return nil }
            // One that another host has looked at meanwhile is not there any more.
            guard let session = folder.bytes(of: name).flatMap(CrashedSession.init) else {
                folder.remove(name)
                return nil
            }
            rename("\(folder.path)/\(name)", "\(folder.path)/\(name.dropLast(SessionJournal.suffix.count))\(suffix)")
            return session
        }
    }

    /// Returns the sessions that were taken and crashed in a time of some seconds before another one.
    static func recent(in cache: CacheFolder, seconds: Int, before time: Int) -> [CrashedSession] {
        let folder = SessionJournal.folder(in: cache)
        return folder.names(endingIn: suffix).compactMap { name in
            let session = folder.bytes(of: name).flatMap(CrashedSession.init)
            let (age, isOver) = time.subtractingReportingOverflow(session?.time ?? 0)
            if let session, !isOver, (0...seconds).contains(age) { return session }
            folder.remove(name)
            return nil
        }
    }

    /// Forgets the sessions that were taken.
    static func forgetAll(in cache: CacheFolder) {
        let folder = SessionJournal.folder(in: cache)
        for name in folder.names(endingIn: suffix) { folder.remove(name) }
    }
}
