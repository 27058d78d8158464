import Glibc

/// A file or folder that somebody else could have written.
struct FileRuleViolation: Sendable, Equatable {
    /// Who may write beside the owner, as `chmod` names them.
    enum Writer: String, Sendable {
        case group = "g"
        case others = "o"
    }

    enum Cause: Sendable, Equatable {
        /// It belongs to neither the user nor root.
        case owner
        case writable([Writer])
    }

    let path: String
    let status: FileStatus
    /// The user who runs the host.
    let user: uid_t
    let cause: Cause

    /// What was found: the path, and the mode in octal or the owner.
    var found: String {
        switch cause {
        case .owner: "\(path) of user \(status.owner)"
        case .writable(let writers):
            "\(path) with mode \(octalMode), which \(writers == [.group] ? "its group" : "others") may write"
        }
    }

    /// What was expected of it.
    var expected: String {
        switch cause {
        case .owner: "\(status.kind.rawValue) of user \(user) or of root"
        case .writable: "\(status.kind.rawValue) that only its owner may write"
        }
    }

    /// The command that mends it.
    var remedy: String {
        // What belongs to another is changed by root alone.
        let prefix = user != 0 && status.owner != user ? "sudo " : ""
        let file = ShellWords.quote(path)
        return switch cause {
        case .owner: "\(prefix)chown \(user) \(file)"
        case .writable(let writers): "\(prefix)chmod \(writers.map(\.rawValue).joined())-w \(file)"
        }
    }

    private var octalMode: String {
        let digits = String(status.permissions, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
