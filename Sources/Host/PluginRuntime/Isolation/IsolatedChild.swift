import Glibc
@_spi(Host) package import ModuleKit
import Platform
import Synchronization

/// The process of an isolated module: this executable with a command that is for no person.
package enum IsolatedChild {
    package static let word = "run-module"

    /// Confines this process before it has a second thread: the system confines others only if they begin afterwards.
    ///
    /// - Parameters:
    ///   - arguments: the host's process, the limits, the module and the files of its library, as `ModuleProcess` writes them.
    ///   - storage: the folder with those of all modules' data.
    package static func confine(_ arguments: ArraySlice<String>, storage: String?) {
        let numbers = arguments.prefix(4).compactMap { Int($0) }
        let names = Array(arguments.dropFirst(4))
        guard numbers.count == 4, let module = names.first, fcntl(WireProtocol.descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { _exit(1) }
        Confinement.dieWithParent(pid_t(truncatingIfNeeded: numbers[0]))
        Confinement.forbidPrivileges()
        Confinement(limits: IsolationLimits(megabytes: numbers[1], seconds: numbers[2], files: numbers[3])).apply()
        Confinement.confineFiles(storage: storage.map { "\($0)/\(module)" }, library: names.dropFirst())
    }

    /// Runs the module that the host names through the socket, until the host or the connection ends.
    ///
    /// - Parameter storage: returns the storage of a module.
    package static func run(storage: @escaping @Sendable (_ module: String) -> StorageSource) async -> Never {
        // Both streams of the plugin's own output are the host's, apart from each other.
        dup2(StandardOutput.descriptor, STDOUT_FILENO)
        Confinement.writeLines()
        let peer = Peer(
            FrameSocket(WireProtocol.descriptor), ModuleService(storage: storage), isModule: true)
        Readers(peer).start()
        while true { try? await Task.sleep(for: .seconds(86_400)) }
    }

    /// The threads that read frames: as long as one of them works, another one reads.
    private final class Readers: Sendable {
        private static let limit = 16

        private let peer: Peer
        private let idle = Atomic(0)
        private let count = Atomic(0)

        init(_ peer: Peer) { self.peer = peer }

        func start() {
            count.add(1, ordering: .relaxed)
            // Counted before it runs: until then no other thread is started in its place.
            idle.add(1, ordering: .acquiringAndReleasing)
            let isStarted = BackgroundThread.start { [self] in
                peer.read(working: work) { _ = idle.add(1, ordering: .acquiringAndReleasing) }
                // The host has ended, or gave the module up.
                _exit(0)
            }
            if !isStarted { _exit(1) }
        }

        /// Notes that a thread has read a frame, and returns whether another one reads meanwhile.
        private func work() -> Bool {
            guard idle.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return true }
            guard count.load(ordering: .relaxed) < Self.limit else { return false }
            start()
            return true
        }
    }
}

/// What keeps a module's process within its bounds.
package struct Confinement {
    let limits: IsolationLimits

    /// Has the system end this process with its parent, if that one asks for it; call it before there is a second thread.
    package static func followParent() {
        guard let parent = getenv(ChildProgram.parentVariable).flatMap({ pid_t(String(cString: $0)) }) else { return }
        // It is for no child of this process.
        unsetenv(ChildProgram.parentVariable)
        dieWithParent(parent)
    }

    /// Has the system end this process when its parent ends.
    static func dieWithParent(_ parent: pid_t) {
        let parentDeathSignal: CInt = 1  // PR_SET_PDEATHSIG
        _ = control?(parentDeathSignal, UInt(SIGKILL), 0, 0, 0)
        // It may have ended before that.
        if getppid() != parent { _exit(1) }
    }

    /// Forbids that a program which this process starts gains privileges.
    static func forbidPrivileges() {
        let noNewPrivileges: CInt = 38  // PR_SET_NO_NEW_PRIVS
        guard control?(noNewPrivileges, 1, 0, 0, 0) == 0 else { _exit(1) }
    }

    /// Forbids a process that scans plugins to change files; call it before there is a second thread.
    package static func forbidChanges() {
        forbidPrivileges()
        var access = FileAccess()
        access.readable = ["/"]
        confine(&access)
    }

    /// Forbids all use of files but those of the system, the host's libraries, the module's library and its own data.
    ///
    /// - Parameters:
    ///   - storage: the folder of the module's data, which is made if it is absent.
    ///   - library: the files and folders of the module's library.
    static func confineFiles(storage: String?, library: ArraySlice<String>) {
        var access = FileAccess()
        let mapped = SwiftRuntime.mappedNow().filter { $0.contains(".so") }
        access.readable = FileAccess.system + Set(mapped.map(Path.folder)) + [Executable.folder] + library
        if let storage {
            // Where it cannot be made, its first use says why.
            try? CacheFolder(path: storage).make()
            access.writable.append(storage)
        }
        confine(&access)
    }

    /// Confines this process to files, besides the devices and its temporary ones.
    private static func confine(_ access: inout FileAccess) {
        access.devices = FileAccess.harmlessDevices
        if let temporary = getenv("TMPDIR") { access.writable.append(String(cString: temporary)) }
        do { try access.confine() } catch { _exit(1) }
    }

    /// The C function `prctl`, whose variable arguments Swift cannot import; the system reads five words.
    private static var control: (@convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt)? {
        dlsym(nil, "prctl").map {
            unsafeBitCast($0, to: (@convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt).self)
        }
    }

    /// Has the C library write each line of standard output when it ends.
    static func writeLines() {
        // `stdout` is a variable that Swift does not import safely.
        guard let stream = dlsym(nil, "stdout")?.load(as: UnsafeMutablePointer<FILE>.self) else { return }
        setvbuf(stream, nil, CInt(_IOLBF), 0)
    }

    /// Sets the limits of this process for good.
    func apply() {
        do {
            try ResourceLimit.lower(RLIMIT_DATA, to: limits.megabytes << 20)
            // At the first limit there is a signal that says why, and at the last one the end.
            try ResourceLimit.lower(RLIMIT_CPU, to: limits.seconds, last: limits.seconds + 5)
            try ResourceLimit.lower(RLIMIT_NOFILE, to: limits.files)
            // Writing a core file takes longer than the host waits.
            try ResourceLimit.lower(RLIMIT_CORE, to: 0)
        } catch {
            _exit(1)
        }
    }
}
