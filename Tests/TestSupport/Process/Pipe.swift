import Glibc

/// A pipe with a program's standard input.
///
/// It has a name for a moment, because `open` sets close-on-exec from the start: an end that another child inherited
/// would keep the reader waiting forever.
struct Pipe {
    let reading: CInt
    private let writing: CInt
    private let text: String

    /// Creates a pipe at a free path for a text, which `finish` writes.
    init(text: String, path: String) throws {
        // Otherwise, a program that ends early would end the tests.
        signal(SIGPIPE, SIG_IGN)
        guard mkfifo(path, 0o600) == 0 else { throw SystemError("mkfifo", code: errno) }
        reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writing = open(path, O_WRONLY | O_CLOEXEC)
        self.text = text
        guard reading >= 0, writing >= 0, fcntl(reading, F_SETFL, O_RDONLY) == 0, unlink(path) == 0 else {
            throw SystemError("open \(path)", code: errno)
        }
    }

    /// Writes the whole text and closes both ends; a program that stopped reading is not an error.
    func finish() {
        close(reading)
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        close(writing)
    }
}
