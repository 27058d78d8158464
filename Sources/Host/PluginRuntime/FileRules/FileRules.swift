import Glibc

/// What has to hold of a plugin's file and of every folder above it: nobody but the user and root could have written it.
struct FileRules: Sendable {
    /// The user who runs the host.
    let user: uid_t
    /// Whether a group has no member but the owner.
    let isPrivate: @Sendable (_ group: gid_t, _ owner: uid_t) -> Bool

    /// The rules for whoever runs this process.
    static let current = FileRules(user: geteuid(), isPrivate: PrivateGroup.isPrivate)

    /// What is wrong with a file or folder, if anything is.
    func violation(of status: FileStatus, at path: String) -> FileRuleViolation? {
        guard status.owner == user || status.owner == 0 else {
            return FileRuleViolation(path: path, status: status, user: user, cause: .owner)
        }
        // A link has no permissions of its own: those of the folder that it is in say who may change it.
        guard status.kind != .symbolicLink, writers(status) != [] else { return nil }
        return FileRuleViolation(path: path, status: status, user: user, cause: .writable(writers(status)))
    }

    /// Who else may write it, as `chmod` names them.
    private func writers(_ status: FileStatus) -> [FileRuleViolation.Writer] {
        // In such a folder nobody can rename or remove what belongs to another.
        let isSticky = status.kind == .directory && status.owner == 0 && status.permissions & S_ISVTX != 0
        if isSticky { return [] }
        var writers: [FileRuleViolation.Writer] = []
        if status.permissions & S_IWGRP != 0, !isPrivate(status.group, status.owner) { writers.append(.group) }
        if status.permissions & S_IWOTH != 0 { writers.append(.others) }
        return writers
    }
}
