import Glibc

/// What a person has typed to its end and nobody has read yet.
enum TypedLines {
    /// How many bytes; a terminal counts whole lines only.
    static var unread: Int {
        var count: CInt = 0
        guard isatty(STDIN_FILENO) == 1, ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 else { return 0 }
        return Int(count)
    }
}
