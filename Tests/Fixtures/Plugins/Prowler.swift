// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Tries what the process of an isolated module may not do, and tells the system's answer: 0, or an `errno`.
struct ProwlerModule: Module {
    static let info = ModuleInfo(name: "Prowler", version: Version(1), summary: "Tries what it may not do")

    init(context: ModuleContext) { Self.mark("made") }

    func start() async throws { Self.mark("started") }

    /// An installation starts a module with subscriptions to see what it does.
    var subscriptions: [Subscription] { Subscription(to: Event<String>("prowler")) { _ in } }

    /// Writes a word into the file of a test.
    private static func mark(_ word: String) {
        guard let path = getenv("PROWLER_MARKS"), let file = fopen(path, "a") else { return }
        fputs(word + "\n", file)
        fclose(file)
    }

    @RoutesBuilder var routes: [Route] {
        Call("/prowler/process") { Int(getpid()) }
        Call("/prowler/temporary") { getenv("TMPDIR").map { String(cString: $0) } ?? "" }
        Call("/prowler/try/:act") { (request: Request) -> Int in
            let paths = try request.body(as: [String].self)
            errno = 0
            return act(request.parameters["act"] ?? "", paths[0], paths.count > 1 ? paths[1] : "") < 0 ? Int(errno) : 0
        }
    }

    private func act(_ name: String, _ path: String, _ other: String) -> CInt {
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
        case "socket": return opened(path == "unix" ? AF_UNIX : AF_INET)
        case "run": return ended(path, other)
        default: return -1
        }
    }

    private func opened(_ path: String, _ flags: CInt) -> CInt {
        let file = open(path, flags, 0o600)
        if file >= 0 { close(file) }
        return file
    }

    private func paired(_ type: __socket_type) -> CInt {
        var ends: [CInt] = [-1, -1]
        let result = socketpair(AF_UNIX, CInt(type.rawValue), 0, &ends)
        if result == 0 { for end in ends { close(end) } }
        return result
    }

    /// Calls a function with variable arguments that Swift does not import.
    private func prctl(_ option: CInt, _ value: UInt) -> CInt {
        typealias Function = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt
        return dlsym(nil, "prctl").map { unsafeBitCast($0, to: Function.self)(option, value, 0, 0, 0) } ?? 0
    }

    /// Sets an attribute by a function that Swift does not import.
    private func attributed(_ path: String) -> CInt {
        typealias Function =
            @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, CInt) -> CInt
        guard let function = dlsym(nil, "setxattr") else { return 0 }
        return unsafeBitCast(function, to: Function.self)(path, "user.prowler", path, 1, 0)
    }

    /// Does something with a file that is open for reading.
    private func withFile(_ path: String, _ body: (CInt) -> CInt) -> CInt {
        let file = open(path, O_RDONLY)
        defer { if file >= 0 { close(file) } }
        return file < 0 ? -1 : body(file)
    }

    private func opened(_ family: CInt) -> CInt {
        let number = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        if number >= 0 { close(number) }
        return number
    }

    /// Sets the limit of open files of a process to what it is, by a function that Swift does not import.
    private func limited(_ process: pid_t) -> CInt {
        typealias Function = @convention(c) (pid_t, CInt, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?) -> CInt
        guard let function = dlsym(nil, "prlimit").map({ unsafeBitCast($0, to: Function.self) }) else { return 0 }
        var limit = rlimit()
        let result = function(process, 7, nil, &limit)
        return result == 0 ? function(process, 7, &limit, nil) : result
    }

    /// Runs a program with one argument; one that does not end with 0 counts as "operation not permitted".
    private func ended(_ program: String, _ argument: String) -> CInt {
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
public func exportProwler(_ handshake: UnsafeMutableRawPointer) -> CInt { export(ProwlerModule.self, to: handshake) }
