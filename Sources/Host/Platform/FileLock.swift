import Glibc

/// A lock on a file that ends with its holder, however that ends (`flock`).
package struct FileLock: ~Copyable, Sendable {
    private let file: Descriptor

    /// The lock on a file in an open folder, which is made where it is not there; nothing is held yet.
    package init(_ name: String, in folder: borrowing Descriptor) throws(FileError) {
        do {
            file = try folder.open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        } catch {
            // Whoever may only read can still lock a file that is there.
            file = try folder.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        }
    }

    /// Waits until nobody holds it alone, and holds it with others.
    package func share() { while flock(file.number, LOCK_SH) < 0, errno == EINTR {} }

    /// Holds it alone if nobody else holds it; what was shared before is given up where this fails.
    package func tryAlone() -> Bool { flock(file.number, LOCK_EX | LOCK_NB) == 0 }

    /// Waits until nobody else holds it, for some seconds at most, and holds it alone.
    package func waitAlone(seconds: Int) -> Bool {
        let pause: useconds_t = 10_000
        for _ in 0..<seconds * 100 {
            if tryAlone() { return true }
            usleep(pause)
        }
        return tryAlone()
    }
}
