import Glibc

/// The rules for a plugin's file and every folder above it: only the user and root could have written it.
package struct FileRules: Sendable {
    /// The user who runs the host.
    let user: uid_t
    /// Returns whether a group has no member except the owner.
    let isPrivate: @Sendable (_ group: gid_t, _ owner: uid_t) -> Bool

    /// The rules for the user of this process.
    static let current = FileRules(user: geteuid(), isPrivate: PrivateGroup.isPrivate)

    /// Returns the violation of a file or folder, if any.
    ///
    /// - Parameter mayBeShared: whether others may create files in the folder if they can rename nothing there.
    func violation(of status: FileStatus, at path: String, mayBeShared: Bool = true) -> FileRuleViolation? {
        guard status.owner == user || status.owner == 0 else {
            return FileRuleViolation(path: path, status: status, user: user, cause: .owner)
        }
        // A link has no permissions of its own: those of its folder decide who may change it.
        let writers = writers(status, mayBeShared: mayBeShared)
        guard status.kind != .symbolicLink, writers != [] else { return nil }
        return FileRuleViolation(path: path, status: status, user: user, cause: .writable(writers))
    }

    /// Returns the other possible writers, in the notation of `chmod`.
    private func writers(_ status: FileStatus, mayBeShared: Bool) -> [FileRuleViolation.Writer] {
        // In such a folder, a user can rename and remove only their own files.
        let isSticky = status.kind == .directory && status.owner == 0 && status.permissions & S_ISVTX != 0
        if isSticky, mayBeShared { return [] }
        var writers: [FileRuleViolation.Writer] = []
        if status.permissions & S_IWGRP != 0, !isPrivate(status.group, status.owner) { writers.append(.group) }
        if status.permissions & S_IWOTH != 0 { writers.append(.others) }
        return writers
    }
}

/// A file or folder that other users could have written.
package struct FileRuleViolation: Sendable, Equatable {
    /// A possible writer besides the owner, in the notation of `chmod`.
    enum Writer: String, Sendable {
        case group = "g"
        case others = "o"
    }

    enum Cause: Sendable, Equatable {
        /// The file belongs to neither the user nor root.
        case owner
        case writable([Writer])
    }

    let path: String
    let status: FileStatus
    /// The user who runs the host.
    let user: uid_t
    let cause: Cause

    /// Whether the violation is a folder of root in which all users may create files and rename only their own.
    package var isOfSharedFolder: Bool {
        status.kind == .directory && status.owner == 0 && status.permissions & S_ISVTX != 0
    }

    /// The finding: the path, and the mode in octal or the owner.
    package var found: String {
        switch cause {
        case .owner: "\(path) of user \(status.owner)"
        case .writable(let writers):
            "\(path) with mode \(octalMode), which \(writers == [.group] ? "its group" : "others") may write"
        }
    }

    /// The expected owner or mode.
    package var expected: String {
        switch cause {
        case .owner: "\(status.kind.rawValue) of user \(user) or of root"
        case .writable: "\(status.kind.rawValue) that only its owner may write"
        }
    }

    /// The command that corrects it.
    package var remedy: String {
        // Only root changes the files of another user.
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

/// A group of one user alone, as many systems create it: it has the user's name and no other member.
enum PrivateGroup {
    /// Returns whether the group is the owner's own.
    static func isPrivate(_ group: gid_t, of owner: uid_t) -> Bool {
        guard let user = user(owner), user.group == group, let entry = entry(group), entry.name == user.name else {
            return false
        }
        return entry.members.allSatisfy { $0 == user.name }
    }

    /// The buffer size for the texts of an entry; a larger entry counts as absent.
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
