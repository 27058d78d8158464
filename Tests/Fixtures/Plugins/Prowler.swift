// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Tries operations that an isolated module's process must not do, and reports the system's answer: 0, or an `errno`.
struct ProwlerModule: Module {
    static let info = ModuleInfo("Prowler", "1.0", "Tries what it may not do")

    init(context: ModuleContext) { Self.prowl() }

    func start() async throws { Self.prowl() }

    /// Because of the subscription, an installation starts the module.
    var subscriptions: [Subscription] { Subscription(to: Event<String>("prowler")) { _ in } }

    /// Ends a scan, a check or an installation with the operations that were not refused.
    private static func prowl() {
        #if PROWLING
            let found = unrefused
            if !found.isEmpty { fatalError("not refused: \(found.joined(separator: ", "))") }
        #endif
    }

    /// Operations of a process that runs a plugin's code, and the expected answers of the system; in paths, `~` stands
    /// for the user's home.
    private static let refusals: [(act: String, words: String, answer: CInt)] = [
        ("variable", "PROWLER_SECRET", ENOENT), ("variable", "HOME", 0), ("variable", "PATH", 0),
        ("thread", "", 0),
        ("read", "~/secret", EACCES), ("write", "~/mark", EACCES), ("list", "~", EACCES), ("read", "/dev/zero", EACCES),
        ("socket", "2 1", EPERM), ("socket", "10 2", EPERM), ("socket", "17 3", EPERM), ("socket", "1 1", EPERM),
        // fork, vfork, clone with SIGCHLD, clone3, execve, execveat, and getpid by the number of x32.
        ("call", "57", EPERM), ("call", "58", EPERM), ("call", "56 17", EPERM), ("call", "435", ENOSYS),
        ("call", "59", EPERM), ("call", "322", EPERM), ("call", "1073741863", EPERM), ("run", "/bin/true", EPERM),
        // memfd_create, memfd_secret; mmap of private memory, of shared memory, and of a stack that grows.
        ("call", "319", EPERM), ("call", "447", EPERM), ("call", "9 0 4096 3 34 -1 0", 0),
        ("call", "9 0 4096 3 33 -1 0", EPERM), ("call", "9 0 4096 3 35 -1 0", EPERM),
        ("call", "9 0 4096 3 290 -1 0", EPERM),
        // bpf, perf_event_open, userfaultfd, fanotify_init, unshare, setns, io_uring_setup.
        ("call", "321", EPERM), ("call", "298", EPERM), ("call", "323", EPERM), ("call", "300", EPERM),
        ("call", "272", EPERM), ("call", "308", EPERM), ("call", "425", EPERM),
        // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd; inotify_init, inotify_init1, io_setup.
        ("call", "101", EPERM), ("call", "310", EPERM), ("call", "311", EPERM), ("call", "438", EPERM),
        ("call", "253", EPERM), ("call", "294", EPERM), ("call", "206", EPERM),
    ]

    /// The operations with another answer; files are refused only if the system has Landlock.
    private static var unrefused: [String] {
        let hasLandlock = called("444 0 0 1") > 0
        return refusals.compactMap { act, words, answer in
            errno = 0
            let home = getenv("HOME").map { String(cString: $0) } ?? ""
            let path = words.hasPrefix("~") ? home + words.dropFirst() : words
            let found = Self.act(act, path, "") < 0 ? errno : 0
            if answer == EACCES, !hasLandlock { return nil }
            return found == answer ? nil : "\(act) \(words): \(found)"
        }
    }

    @RoutesBuilder var routes: [Route] {
        Call("/prowler/process") { _ in Int(getpid()) }
        Call("/prowler/temporary") { _ in getenv("TMPDIR").map { String(cString: $0) } ?? "" }
        Call("/prowler/unrefused") { _ in Self.unrefused }
        Call("/prowler/try/:act") { (request: Request) -> Int in
            let paths = try request.decode(as: [String].self)
            errno = 0
            let result = Self.act(request.parameters["act"] ?? "", paths[0], paths.count > 1 ? paths[1] : "")
            return result < 0 ? Int(errno) : 0
        }
    }

    private static func act(_ name: String, _ path: String, _ other: String) -> CInt {
        switch name {
        case "read": return opened(path, O_RDONLY)
        case "write": return opened(path, O_WRONLY | O_CREAT | O_APPEND)
        case "list": return opened(path, O_RDONLY | O_DIRECTORY)
        case "truncate": return truncate(path, 0)
        case "remove": return unlink(path)
        case "make": return mkdir(path, 0o700)
        case "move": return rename(path, other)
        case "link": return link(path, other)
        case "symlink": return symlink(path, other)
        case "mode": return chmod(path, 0o777)
        case "open-mode": return withFile(path) { fchmod($0, mode_t(other, radix: 8) ?? 0) }
        case "time": return utimensat(AT_FDCWD, path, nil, 0)
        case "open-time": return withFile(path) { futimens($0, nil) }
        case "owner": return lchown(path, getuid(), getgid())
        case "attribute": return attributed(path)
        case "signal": return kill(pid_t(path) ?? getppid(), 0)
        case "priority": return setpriority(0, id_t(path) ?? 0, 0)
        case "limit": return limited(pid_t(path) ?? 0)
        case "users": return setpriority(2, 0, 0)
        case "memory": return shmget(1234, 1, 0o1600)
        case "survive": return prctl(1, 0)
        case "datagram": return paired(SOCK_DGRAM)
        case "stream": return paired(SOCK_STREAM)
        case "socket": return connected(path)
        case "call": return called(path) < 0 ? -1 : 0
        case "grow": return truncate(path, off_t(other) ?? 0)
        // libdispatch reads this file of each thread.
        case "thread": return opened("/proc/\(called("186"))/stat", O_RDONLY)
        case "variable":
            errno = ENOENT
            return getenv(path) == nil ? -1 : 0
        case "run": return ended(path, other)
        default: return -1
        }
    }

    private static func opened(_ path: String, _ flags: CInt) -> CInt {
        let file = open(path, flags, 0o600)
        if file >= 0 { close(file) }
        return file
    }

    private static func paired(_ type: __socket_type) -> CInt {
        var ends: [CInt] = [-1, -1]
        let result = socketpair(AF_UNIX, CInt(type.rawValue), 0, &ends)
        if result == 0 { for end in ends { close(end) } }
        return result
    }

    /// Calls a function with variable arguments that Swift does not import.
    private static func prctl(_ option: CInt, _ value: UInt) -> CInt {
        typealias Function = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt
        return dlsym(nil, "prctl").map { unsafeBitCast($0, to: Function.self)(option, value, 0, 0, 0) } ?? 0
    }

    /// Sets an attribute by a function that Swift does not import.
    private static func attributed(_ path: String) -> CInt {
        typealias Function =
            @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, CInt) -> CInt
        guard let function = dlsym(nil, "setxattr") else { return 0 }
        return unsafeBitCast(function, to: Function.self)(path, "user.prowler", path, 1, 0)
    }

    /// Does something with a file that is open for reading.
    private static func withFile(_ path: String, _ body: (CInt) -> CInt) -> CInt {
        let file = open(path, O_RDONLY)
        defer { if file >= 0 { close(file) } }
        return file < 0 ? -1 : body(file)
    }

    /// Opens a socket of a family, a type and a protocol.
    private static func connected(_ words: String) -> CInt {
        let numbers = words.split(separator: " ").compactMap { CInt($0) } + [0]
        let socket = socket(numbers[0], numbers[1], numbers[2])
        if socket >= 0 { close(socket) }
        return socket
    }

    /// Makes a system call by its number, with numbers as arguments; a new process ends immediately.
    private static func called(_ words: String) -> Int {
        typealias Function = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
        guard let function = dlsym(nil, "syscall").map({ unsafeBitCast($0, to: Function.self) }) else { return 0 }
        let numbers = words.split(separator: " ").compactMap { Int($0) } + [0, 0, 0, 0, 0, 0]
        let result = function(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6])
        if result == 0, [56, 57, 58].contains(numbers[0]) { _exit(0) }
        return result
    }

    /// Sets a process's limit of open files to its current value, by a function that Swift does not import.
    private static func limited(_ process: pid_t) -> CInt {
        typealias Function = @convention(c) (pid_t, CInt, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> CInt
        guard let function = dlsym(nil, "prlimit").map({ unsafeBitCast($0, to: Function.self) }) else { return 0 }
        var limit = rlimit()
        let result = function(process, 7, nil, &limit)
        return result == 0 ? function(process, 7, &limit, nil) : result
    }

    /// Runs a program with one argument; a program that does not end with 0 counts as "operation not permitted".
    private static func ended(_ program: String, _ argument: String) -> CInt {
        var words = [strdup(program), strdup(argument), nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawn(&process, program, nil, nil, &words, environ)
        var status: CInt = 0
        if code == 0 { waitpid(process, &status, 0) }
        errno = code == 0 ? EPERM : code
        return code == 0 && status == 0 ? 0 : -1
    }
}

@c(switchboard_v1_Prowler)
public func exportProwler(_ host: HostPointer) -> CInt { ProwlerModule.export(to: host) }
