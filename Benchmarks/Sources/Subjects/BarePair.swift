import Glibc

/// A process that only sends each message back over a socket pair: `cat`.
final class BarePair {
    private let end: CInt
    private var process = pid_t()

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Fault()
        }
        end = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/cat"), nil]
        let code = posix_spawn(&process, "/bin/cat", &actions, nil, &words, nil)
        close(ends[1])
        guard code == 0 else { throw Fault() }
    }

    deinit {
        close(end)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }

    struct Fault: Error {}

    func roundTrip(_ text: String) throws {
        var bytes = Array(text.utf8)
        let count = bytes.count
        guard write(end, bytes, count) == count, recv(end, &bytes, count, CInt(MSG_WAITALL)) == count else {
            throw Fault()
        }
    }
}
