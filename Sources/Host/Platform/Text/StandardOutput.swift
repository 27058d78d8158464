import Glibc
import Synchronization

/// The original standard output of the process, which receives the results.
///
/// For all other code, such as plugins and their libraries, descriptor 1 is standard error, so that their output does
/// not come between two results.
package enum StandardOutput {
    private static let claimed = Atomic<CInt>(STDOUT_FILENO)

    package static var descriptor: CInt { claimed.load(ordering: .relaxed) }

    /// Writes a line to standard error, and ignores a failure.
    package static func report(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Reserves standard output for the host. Children of this process do not inherit it. Call this function before a
    /// plugin is opened.
    package static func claim() {
        let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return }
        claimed.store(copy, ordering: .relaxed)
    }
}
