import Glibc
@_spi(Host) package import ModuleKit
package import Platform
import Synchronization

/// A file in which this process records the module code that it runs. After a crash, the next host that starts reads
/// the file to find out what ran.
///
/// The file is created at the first start of a module, and removed when the process ends normally. The process locks
/// the file as long as it runs, so an unlocked file comes from a process that did not end normally. The file contains a
/// record of the crash, a table of the activities (the calls of module code), and the modules that were loaded. The
/// first two parts are mapped into memory, so that a new entry in the table takes only a few writes to memory. Nothing
/// is synchronised to the disk: written data outlives the process, and is lost only if the machine crashes.
package final class SessionJournal: Sendable {
    private struct State: ~Copyable {
        var file: Descriptor?
        /// Whether the file must not be created from now on: an attempt was made before, or the process is ending.
        var isSettled = false
    }

    /// The command with which the host runs this executable to describe the crash in a journal. The help omits the
    /// command.
    package static let crashWord = "describe-crash"
    static let suffix = ".session"
    private static let mappedSize = CrashNote.size + ActivityTable.size

    private let folder: CacheFolder
    private let name = String(UInt64.random(in: .min ... .max), radix: 36) + suffix
    /// Safe to share: the journal itself neither reads nor writes this memory, and never unmaps it. `ActivityTable`
    /// makes its own writes safe, the signal handler of `CrashNote` writes to its own part, and `map(_:)` maps the file
    /// to this memory once, before code of the first module runs.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    private let state = Mutex(State())

    /// The table in which the mediator notes the code that runs.
    package let activities: ActivityTable

    /// Creates the journal of this process in a folder of the cache. Nothing is written yet.
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

    /// Notes that a step such as a module's load begins. The step runs even if the file cannot be created.
    ///
    /// The steps of an isolated module get no note: the module runs in a separate process, which cannot end the host.
    /// Calls of routes are noted by the mediator, not here.
    /// - Returns: the position of the note in the table, for `end(_:)`; `nil` if no note was made.
    func begin(_ module: ModuleDescriptor, _ step: ActivityTable.Kind) -> Int? {
        state.withLock { makeFile(&$0) }
        if module.isolation != nil { return nil }
        if step == .load { write(LoadedModule(module, at: 0..<0)) }
        return activities.begin(step, of: module.name, "")
    }

    /// Notes that a step has ended, with or without success.
    func end(_ slot: Int?) { activities.end(slot) }

    /// Notes the current addresses of a module's code. If a crash's call stack contains one of these addresses, the
    /// module can be blamed.
    func noteAddresses(of module: ModuleDescriptor) {
        DynamicLibrary.codeAddresses(ofLoaded: module.library.path).map { write(LoadedModule(module, at: $0)) }
    }

    /// Notes that a module's code calls `exit` on this thread, and returns the name of the module to blame, if any.
    package func noteExit(_ code: CInt) -> String? {
        let words = ["\(code)", "\(time(nil))"] + CrashNote.callStack.map(String.init)
        return state.withLock { state in
            try? state.file?.write(Array("\(CrashedSession.exitWord) \(words.joined(separator: " "))\n".utf8))
            return folder.bytes(of: name).flatMap(CrashedSession.init).flatMap { $0.culprit?.name }
        }
    }

    /// Reads the journal of a session that is crashing, and returns a sentence about the crash; `nil` if the file is
    /// not a journal with a crash.
    package static func crash(in file: String) -> String? {
        // The sentence will be written into the file, so the file must be a journal.
        guard file.hasSuffix(suffix) else { return nil }
        return (try? File.bytes(at: file)).flatMap(CrashedSession.init).map { $0.text("this session") }
    }

    /// Removes the file. From now on, no module is blamed when the process ends.
    package func close() {
        // A thread that is describing a crash ends the process afterwards, so this thread waits for the process to end.
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

    /// Creates the file at the first call only: a file that is created later would lack the earlier notes.
    private func makeFile(_ state: inout State) {
        if state.isSettled { return }
        state.isSettled = true
        state.file = try? open()
    }

    /// Creates the file under a hidden name, and renames the locked file: no other process finds the file unlocked.
    private func open() throws(FileError) -> Descriptor {
        try Path.makeFolders(folder.path)
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
        // The space is reserved first: if the disk were full, a write to the mapped memory would end the process.
        let code = posix_fallocate(file.number, 0, Self.mappedSize)
        let flags = MAP_SHARED | MAP_FIXED
        guard code == 0, lseek(file.number, Self.mappedSize, SEEK_SET) >= 0,
            mmap(memory, Self.mappedSize, PROT_READ | PROT_WRITE, flags, file.number, 0) == memory
        else { throw .system(code == 0 ? errno : code) }
    }
}

/// A module that a session has loaded into its process.
struct LoadedModule: Sendable, Equatable {
    let name: String
    let content: ContentHash
    /// The addresses of the library's code; empty while they are not known.
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

/// A crashed session, as its journal describes it.
struct CrashedSession: Sendable {
    enum End: Sendable, Equatable {
        case signal(CInt)
        /// A call of `exit` by code other than the host's.
        case exit(CInt)
    }

    let end: End
    /// The time of the crash, in seconds since 1970.
    let time: Int
    /// The call stack of the thread that ended the session, innermost first. An element that is 0 is not an address.
    let addresses: [UInt]
    /// The activities at the crash, in the order in which they began, as far as the journal shows the order.
    let activities: [ActivityTable.Activity]
    /// The modules that were loaded, in the order of loading.
    let modules: [LoadedModule]

    private static let suffix = ".crash"
    /// The time for which the file of a reported crash is kept, in seconds. During this time,
    /// `recent(in:seconds:before:)` can count the crash together with later crashes.
    private static let keptTime = 86_400
    /// The first word of the line that records an end by `exit`. The exit code, the time and the addresses follow.
    fileprivate static let exitWord = "exit"

    /// Reads a journal; `nil` if it is damaged, or has no crash.
    init?(_ bytes: [UInt8]) {
        let textStart = CrashNote.size + ActivityTable.size
        guard bytes.count >= textStart, let crash = CrashNote(bytes) else { return nil }
        let lines = String(decoding: bytes[textStart...], as: UTF8.self).split(separator: "\n")
        if crash.signal != 0 {
            (end, time, addresses) = (.signal(crash.signal), crash.time, crash.addresses)
        } else {
            // Another thread may have written a line about a module after this line.
            let exit = lines.last { $0.hasPrefix(Self.exitWord + " ") }?.split(separator: " ") ?? []
            guard exit.count >= 3, let code = CInt(exit[1]), let time = Int(exit[2]) else {
                return nil
            }
            (end, self.time, addresses) = (.exit(code), time, exit[3...].compactMap { UInt($0) })
        }
        let modules = lines.compactMap(LoadedModule.init(line:))
        // An isolated module, which runs in another process, cannot have ended the session. Activities of modules that
        // the session's process did not load are therefore left out.
        activities = ActivityTable.activities(in: bytes[CrashNote.size..<textStart]).filter { activity in
            !activity.isNamed || modules.contains { activity.isOf($0.name) }
        }
        self.modules = modules
    }

    /// Returns the sessions that crashed since the last call, the earliest first, and renames their files so that no
    /// other call returns them. Removes journals without a crash.
    static func takeNew(in cache: CacheFolder) -> [CrashedSession] {
        let folder = SessionJournal.folder(in: cache)
        let earliest = FileIdentity.now() - keptTime * 1_000_000_000
        for file in folder.files() where file.name.hasSuffix(suffix) && file.identity.modified < earliest {
            folder.remove(file.name)
        }
        return folder.names(endingIn: SessionJournal.suffix).reversed().compactMap { name in
            guard let file = try? Descriptor(opening: "\(folder.path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
                flock(file.number, LOCK_EX | LOCK_NB) == 0
            else { return nil }
            // Another host may have renamed the file in the meantime.
            guard let session = folder.bytes(of: name).flatMap(CrashedSession.init) else {
                folder.remove(name)
                return nil
            }
            rename("\(folder.path)/\(name)", "\(folder.path)/\(name.dropLast(SessionJournal.suffix.count))\(suffix)")
            return session
        }
    }

    /// Reads the files that `takeNew(in:)` has renamed. Returns the sessions that crashed at most `seconds` before
    /// `time`, and removes the files of all other sessions.
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

    /// Removes all files that `takeNew(in:)` has renamed.
    static func forgetAll(in cache: CacheFolder) {
        let folder = SessionJournal.folder(in: cache)
        for name in folder.names(endingIn: suffix) { folder.remove(name) }
    }
}
