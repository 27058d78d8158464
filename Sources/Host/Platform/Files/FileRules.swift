import Glibc

/// The rules for a plugin's file and every folder above it: only the user and root could have written it.
package struct FileRules: Sendable {
    let user: uid_t
    /// Returns whether a group has no member except the owner.
    let isPrivate: @Sendable (_ group: gid_t, _ owner: uid_t) -> Bool

    static let current = FileRules(user: geteuid(), isPrivate: { isOwnGroup($0, of: $1) })

    /// Returns the violation of a file or folder, if any. `mayBeShared` permits a folder of root in which others may
    /// create files but rename only their own, such as `/tmp`.
    func violation(
        of status: FileStatus, at path: @autoclosure () -> String, mayBeShared: Bool = true
    ) -> FileRuleViolation? {
        let isForeign = status.owner != user && status.owner != 0
        let writers = isForeign ? "" : writers(status, mayBeShared: mayBeShared)
        guard isForeign || !writers.isEmpty else { return nil }
        return FileRuleViolation(path: path(), status: status, user: user, writers: writers)
    }

    /// Returns the users that may write, except the owner, in the notation of `chmod` (`g` and `o`).
    private func writers(_ status: FileStatus, mayBeShared: Bool) -> String {
        // A link has no permissions: the permissions of its folder decide who may change it.
        if status.kind == .symbolicLink { return "" }
        // In a sticky folder of root, a user can rename and remove only their own files.
        let isSticky = status.kind == .directory && status.owner == 0 && status.permissions & S_ISVTX != 0
        if isSticky, mayBeShared { return "" }
        let isGroup = status.permissions & S_IWGRP != 0 && !isPrivate(status.group, status.owner)
        return (isGroup ? "g" : "") + (status.permissions & S_IWOTH != 0 ? "o" : "")
    }
}

/// A file or folder that other users could have written.
package struct FileRuleViolation: Sendable, Equatable {
    let path: String
    let status: FileStatus
    let user: uid_t
    /// The writers except the owner, in the notation of `chmod`; empty if the owner is neither the user nor root.
    let writers: String

    /// Whether the path is a folder of root in which all users may create files but rename only their own files.
    package var isOfSharedFolder: Bool {
        status.kind == .directory && status.owner == 0 && status.permissions & S_ISVTX != 0
    }

    /// The fault as text: the path, and the mode in octal or the owner.
    package var found: String {
        if writers.isEmpty { return "\(path) of user \(status.owner)" }
        let digits = String(status.permissions, radix: 8)
        let mode = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(path) with mode \(mode), which \(writers == "g" ? "its group" : "others") may write"
    }

    package var expected: String {
        status.kind.rawValue + (writers.isEmpty ? " of user \(user) or of root" : " that only its owner may write")
    }

    package var remedy: String {
        // Only root may change the files of another user.
        let prefix = user != 0 && status.owner != user ? "sudo " : ""
        return prefix + (writers.isEmpty ? "chown \(user)" : "chmod \(writers)-w") + " " + ShellWords.quote(path)
    }
}

/// The check of a user's private group, as many systems create it: the group has the user's name and no other member.
extension FileRules {
    private static func isOwnGroup(_ group: gid_t, of owner: uid_t) -> Bool {
        guard let user = user(owner), user.group == group, let entry = entry(group), entry.name == user.name else {
            return false
        }
        return entry.members.allSatisfy { $0 == user.name }
    }

    /// The buffer size for the texts of a user or group entry, in bytes; a larger entry counts as absent.
    private static let capacity = 1 << 16

    private static func user(_ number: uid_t) -> (name: String, group: gid_t)? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            var entry = passwd()
            var result: UnsafeMutablePointer<passwd>?
            guard let room = buffer.baseAddress,
                getpwuid_r(number, &entry, room, buffer.count, &result) == 0, result != nil, let name = entry.pw_name
            else { return nil }
            return (String(cString: name), entry.pw_gid)
        }
    }

    private static func entry(_ number: gid_t) -> (name: String, members: [String])? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            var entry = group()
            var result: UnsafeMutablePointer<group>?
            guard let room = buffer.baseAddress,
                getgrgid_r(number, &entry, room, buffer.count, &result) == 0, result != nil, let name = entry.gr_name
            else { return nil }
            var members: [String] = []
            var next = entry.gr_mem
            while let member = next?.pointee {
                members.append(String(cString: member))
                next = next?.successor()
            }
            return (String(cString: name), members)
        }
    }
}
