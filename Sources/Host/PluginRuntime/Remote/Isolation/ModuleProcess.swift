import Dispatch
import Glibc
import Platform
import Synchronization

/// The process of a module, from its start to its end. A thread starts the process and waits for its end.
///
/// The system kills the process when the thread that started it ends, so the thread lives as long as the connection.
final class ModuleProcess: Sendable {
    /// The settings with which a process is started.
    struct Setup: Sendable {
        var executable = Executable.path
        /// The environment variables in addition to the inherited ones.
        var environment: [String: String] = [:]
        /// Receives each line that the plugin prints.
        let report: @Sendable (_ line: String) -> Void
    }

    private struct State {
        /// The number of the process; 0 before its start and after its end.
        var number: pid_t = 0
        /// Whether the connection's thread is ending the process. No other thread may then use the process's number.
        var isEnding = false
        /// Whether the host wants the process to end. Its end is then not a crash.
        var isStopping = false
        /// Whether the host killed the process, or will kill it as soon as it has a number.
        var isKilled = false
        var output: [LineStream] = []
        /// The folder of the process's temporary files.
        var temporary: PrivateFolder?
    }

    private let module: ModuleDescriptor
    private let process = Mutex(State())
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ module: ModuleDescriptor) { self.module = module }

    /// Starts the process. `connect` gets the socket and returns this side of the connection. If the process
    /// crashes, `ended` is called once. Open requests fail only after `ended` returns.
    func start(
        _ setup: Setup, connect: @escaping @Sendable (FrameSocket) -> Peer,
        ended: @escaping @Sendable (ModuleCrash) -> Void
    ) throws(FileError) -> Peer {
        let result = Mutex<Result<Peer, FileError>>(.failure(.system(EAGAIN)))
        let isStarted = DispatchSemaphore(value: 0)
        let hasThread = BackgroundThread.start { [self] in
            let started = Result { () throws(FileError) in try spawn(setup, connect) }
            result.withLock { $0 = started }
            isStarted.signal()
            guard case .success(let peer) = started else { return }
            peer.read()
            let crash = end(peer)
            if !process.withLock(\.isStopping) { ended(crash) }
            peer.asks.failAll(process.withLock(\.isKilled) ? PeerError.ended : crash)
            removeTemporaryFiles()
            // Cleared last, because `waitForEnd()` waits for the signal below only while there is a number.
            process.withLock { $0 = State() }
            hasEnded.signal()
        }
        if hasThread { isStarted.wait() }
        return try result.withLock(\.self).get()
    }

    private func spawn(_ setup: Setup, _ connect: (FrameSocket) -> Peer) throws(FileError) -> Peer {
        guard !process.withLock(\.isKilled) else { throw .system(ECANCELED) }
        let (end, childEnd) = try FrameSocket.pair()
        defer { close(childEnd) }
        let (output, errors) = (try LineStream(), try LineStream())
        let temporary = PrivateFolder.make()
        let program = ChildProgram(
            path: setup.executable, arguments: [IsolatedChild.word] + arguments,
            environment: setup.environment.merging(PluginChild.environment(temporary)) { $1 },
            inherits: { [limits] in PluginChild.inherits($0) || limits.environment.contains(String($0)) })
        let number = try program.start(
            output: output.childEnd, errors: errors.childEnd, further: [WireProtocol.descriptor: childEnd])
        process.withLock { state in
            (state.number, state.output, state.temporary) = (number, [output, errors], temporary)
            // `kill()` may have been called before the process had a number.
            if state.isKilled { ChildProgram.killAll(of: number) }
        }
        for stream in [output, errors] {
            stream.follow { [name = module.name] line in setup.report("\(name): \(line)") }
        }
        return connect(FrameSocket(end))
    }

    private var limits: IsolationLimits { module.isolation ?? IsolationLimits() }

    /// The arguments after the command: this process, the limits, the module, and the files that are opened with its
    /// library.
    private var arguments: [String] {
        let numbers = [Int(getpid()), limits.megabytes, limits.seconds, limits.files, limits.hasNetwork ? 1 : 0]
        let library = module.library
        return numbers.map(String.init) + [module.name, library.path] + library.bundledLibraries + library.outsideFiles
    }

    /// Ends the process after the end of its connection, and returns the cause as a crash.
    private func end(_ peer: Peer) -> ModuleCrash {
        let number = process.withLock { $0.number }
        ChildProgram.wait(for: number, within: peer.fault == nil ? .seconds(1) : .zero)
        process.withLock { $0.isEnding = true }
        let ending = ChildProgram.end(of: number)
        let output = process.withLock { $0.output }
        // The host may end after the return, so the output is read first.
        let deadline = DispatchTime.now() + 1
        for stream in output { stream.waitForEnd(until: deadline) }
        let cause: ModuleCrash.Cause =
            if let fault = peer.fault { .fault("\(fault)") } else {
                switch ending {
                case .exited(let code): .exited(code)
                case .signal(let signal): .signal(signal)
                case .outOfTime, .cancelled: .signal(SIGKILL)
                }
            }
        return ModuleCrash(module: module.name, cause: cause)
    }

    /// Removes the temporary files outside of the lock, because the removal may take a second.
    private func removeTemporaryFiles() {
        let temporary = process.withLock { state in
            defer { state.temporary = nil }
            return state.temporary
        }
        withExtendedLifetime(temporary) {}
    }

    /// Records that the host wants the process to end, and returns whether the process still runs.
    func willStop() -> Bool {
        process.withLock { state in
            state.isStopping = true
            return state.number > 0 && !state.isEnding
        }
    }

    func kill() {
        process.withLock { state in
            (state.isStopping, state.isKilled) = (true, true)
            if state.number > 0, !state.isEnding { ChildProgram.killAll(of: state.number) }
        }
    }

    /// Blocks the thread until the process has ended.
    func waitForEnd() {
        guard process.withLock({ $0.number > 0 }) else { return }
        hasEnded.wait()
        hasEnded.signal()
    }
}

/// The output of a child on one of its descriptors, read line by line.
final class LineStream: Sendable {
    /// The size in bytes from which an unfinished line is reported in parts.
    private static let limit = 4096
    /// After this number of lines, a pause follows each line. A child that writes endlessly then has to wait.
    private static let burst = 10_000
    private static let pause: useconds_t = 10_000
    private let end: CInt
    let childEnd: CInt
    private let isFollowed = Atomic(false)
    private let isOver = DispatchSemaphore(value: 0)

    init() throws(FileError) {
        (end, childEnd) = try Descriptor.socketPair()
    }

    deinit {
        close(end)
        if !isFollowed.load(ordering: .relaxed) { close(childEnd) }
    }

    /// Waits until all lines were reported, or until a deadline: lines may come faster than they can be displayed.
    func waitForEnd(until deadline: DispatchTime) { _ = isOver.wait(timeout: deadline) }

    /// Reports each line on a thread, up to the end of the output.
    func follow(_ report: @escaping @Sendable (String) -> Void) {
        isFollowed.store(true, ordering: .relaxed)
        close(childEnd)
        let isStarted = BackgroundThread.start { [self] in
            var rest: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: Self.limit)
            var (lines, last) = (0, ContinuousClock.now)
            while true {
                let count = read(end, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += chunk[..<count]
                while let newline = rest.firstIndex(of: UInt8(ascii: "\n"))
                    ?? (rest.count >= Self.limit ? rest.count : nil)
                {
                    report(String(decoding: rest[..<newline], as: UTF8.self))
                    rest.removeFirst(min(newline + 1, rest.count))
                    let now = ContinuousClock.now
                    // A second without output ends the burst.
                    (lines, last) = (now - last > .seconds(1) ? 1 : lines + 1, now)
                    if lines > Self.burst { usleep(Self.pause) }
                }
            }
            if !rest.isEmpty { report(String(decoding: rest, as: UTF8.self)) }
            isOver.signal()
        }
        if isStarted { return }
        // Without a thread the output is lost, and the child's writes fail.
        report("its output is not shown, since the system has no thread left; end some programs")
        isOver.signal()
    }
}
