import Glibc
@_spi(Host) package import ModuleKit
import Platform
import Synchronization

/// The process of an isolated module: this executable, with a command that only the host uses.
package enum IsolatedChild {
    package static let word = "run-module"

    /// Confines this process. Call it before the process has a second thread: the system confines only the calling
    /// thread and the threads that begin afterwards.
    ///
    /// - Parameters:
    ///   - arguments: the number of the host's process, the limits, the module and the files of its library, as
    ///     `ModuleProcess` writes them.
    ///   - storage: the folder with the data folders of all modules.
    package static func confine(_ arguments: ArraySlice<String>, storage: String?) {
        let numbers = arguments.prefix(5).compactMap { Int($0) }
        let names = Array(arguments.dropFirst(5))
        guard numbers.count == 5, let module = names.first, fcntl(WireProtocol.descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { _exit(1) }
        Confinement.dieWithParent(pid_t(truncatingIfNeeded: numbers[0]))
        Confinement.confine(
            readable: Array(names.dropFirst()), storage: storage.map { "\($0)/\(module)" }, hasNetwork: numbers[4] != 0)
        // The limits are applied last, because confinement opens files.
        Confinement.apply(IsolationLimits(megabytes: numbers[1], seconds: numbers[2], files: numbers[3]))
    }

    /// Runs the module that the host names through the socket, until the host or the connection ends. `storage` returns
    /// the storage of a module.
    package static func run(storage: @escaping @Sendable (_ module: String) -> StorageSource) async -> Never {
        // The plugin's output and errors go to the host separately.
        dup2(StandardOutput.descriptor, STDOUT_FILENO)
        writeLines()
        let peer = Peer(
            FrameSocket(WireProtocol.descriptor), ModuleService(storage: storage), isModule: true)
        Readers(peer).start()
        while true { try? await Task.sleep(for: .seconds(86_400)) }
    }

    /// Makes the C library write standard output at the end of each line.
    private static func writeLines() {
        // `stdout` is a variable that Swift does not import safely.
        guard let stream = dlsym(nil, "stdout")?.load(as: UnsafeMutablePointer<FILE>.self) else { return }
        setvbuf(stream, nil, CInt(_IOLBF), 0)
    }

    /// The threads that read frames: while one of them works, another reads.
    private final class Readers: Sendable {
        private static let limit = 16

        private let peer: Peer
        private let idle = Atomic(0)
        private let count = Atomic(0)

        init(_ peer: Peer) { self.peer = peer }

        func start() {
            count.add(1, ordering: .relaxed)
            // The thread counts as idle before it runs, so that no other thread is started instead.
            idle.add(1, ordering: .acquiringAndReleasing)
            let isStarted = BackgroundThread.start { [self] in
                peer.read(working: work) { _ = idle.add(1, ordering: .acquiringAndReleasing) }
                // The host has ended, or has given up the module.
                _exit(0)
            }
            if !isStarted { _exit(1) }
        }

        /// Records that a thread has read a frame and works on it. Returns whether another thread reads in the
        /// meantime.
        private func work() -> Bool {
            guard idle.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return true }
            guard count.load(ordering: .relaxed) < Self.limit else { return false }
            start()
            return true
        }
    }
}
