import Glibc

/// What the system knows of a file or folder.
struct FileStatus: Sendable, Equatable {
    let kind: FileKind
    let owner: uid_t
    let group: gid_t
    /// The permissions, with the bits for set-user, set-group and sticky.
    let permissions: mode_t
    let identity: FileIdentity

    /// The size in bytes.
    var size: Int { identity.size }

    init(_ status: stat) {
        kind = FileKind(mode: status.st_mode)
        owner = status.st_uid
        group = status.st_gid
        permissions = status.st_mode & 0o7777
        identity = FileIdentity(status)
    }

    init(kind: FileKind, owner: uid_t, group: gid_t, permissions: mode_t, identity: FileIdentity) {
        self.kind = kind
        self.owner = owner
        self.group = group
        self.permissions = permissions
        self.identity = identity
    }
}
