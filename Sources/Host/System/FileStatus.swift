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

}

extension FileStatus {
    init(_ status: stat) {
        self.init(
            kind: FileKind(mode: status.st_mode), owner: status.st_uid, group: status.st_gid,
            permissions: status.st_mode & 0o7777, identity: FileIdentity(status))
    }
}
