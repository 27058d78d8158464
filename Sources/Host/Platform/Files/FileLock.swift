import Glibc

/// A lock on a file that ends with its holder, however that ends (`flock`).
package struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// Creates the lock on a file in an open folder, and the file if it is absent; the lock is not held yet.
    package init(_ name: String, in folder: borrowing Descriptor) throws(FileError) {
        do {
            file = try folder.open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        } catch {
            // A user who may only read can still lock an existing file.
            file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        }
    }

    /// Waits until no process holds the lock exclusively, and shares it.
    package func share() { while flock(file.number, LOCK_SH) < 0, errno == EINTR {} }

    /// Takes the lock exclusively if no other process holds it; if this fails, an earlier share is lost.
    package func tryAlone() -> Bool { flock(file.number, LOCK_EX | LOCK_NB) == 0 }

    /// Waits until no other process holds the lock, for a limited number of seconds, and takes it exclusively.
    package func waitAlone(seconds: Int) -> Bool {
        let pause: useconds_t = 10_000
        for _ in 0..<seconds * 100 {
            if tryAlone() { return true }
            usleep(pause)
        }
        return tryAlone()
    }
}
