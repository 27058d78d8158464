import Glibc

/// A lock on a file (`flock`). The system releases the lock when the process that holds it ends, even by a crash.
package struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// Opens the lock's file in an open folder, and creates it if it is absent. Does not take the lock yet.
    package init(_ name: String, in folder: borrowing Descriptor) throws(FileError) {
        do {
            file = try folder.open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        } catch {
            // A user who may only read can still lock an existing file.
            file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        }
    }

    /// Waits until no process holds the lock exclusively, and takes it as a shared lock.
    package func share() { while flock(file.number, LOCK_SH) < 0, errno == EINTR {} }

    /// Tries to take the lock exclusively, and returns whether that succeeded. If it failed, an earlier shared lock is
    /// lost.
    package func tryAlone() -> Bool { flock(file.number, LOCK_EX | LOCK_NB) == 0 }

    /// Tries to take the lock exclusively for at most `seconds`, and returns whether that succeeded.
    package func waitAlone(seconds: Int) -> Bool {
        let pause: useconds_t = 10_000
        for _ in 0..<seconds * 100 {
            if tryAlone() { return true }
            usleep(pause)
        }
        return tryAlone()
    }
}
