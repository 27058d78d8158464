import Glibc

/// Whether somebody still writes a file.
enum FileWriters {
    /// `F_SETLEASE` and `F_SETSIG` of Linux, whose macros Swift cannot read.
    private static let setLease: CInt = 1_024
    private static let setSignal: CInt = 10

    /// Whether a process has the file open for writing, as far as the system tells: it gives no lease for reading then (Linux,
    /// fcntl(2)). Where it tells nothing, as of another user's file, the answer is no.
    static func exist(of path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return exist(ofOpen: file)
    }

    /// The same of a file that is open for reading.
    static func exist(ofOpen file: CInt) -> Bool {
        // Who opens it meanwhile waits until the lease is given back; the signal that says so is one that is ignored.
        guard fcntl(file, setSignal, SIGURG) == 0 else { return false }
        guard fcntl(file, setLease, CInt(F_RDLCK)) < 0 else {
            _ = fcntl(file, setLease, CInt(F_UNLCK))
            return false
        }
        return errno == EAGAIN
    }
}
