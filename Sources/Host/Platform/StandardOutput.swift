import Glibc
import Synchronization

/// The standard output that the process was started with, where results go.
///
/// For all other code, that of plugins and of the libraries that they bring in, descriptor 1 is standard error: nothing that
/// they print stands between two results.
package enum StandardOutput {
    private static let claimed = Atomic<CInt>(STDOUT_FILENO)

    package static var descriptor: CInt { claimed.load(ordering: .relaxed) }

    /// Keeps it for the host alone, in this process and not in others that it starts; before any plugin is opened.
    package static func claim() {
        let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return }
        claimed.store(copy, ordering: .relaxed)
    }
}
