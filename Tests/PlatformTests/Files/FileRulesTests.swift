import Glibc
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `A file or folder` {
    private static let user: uid_t = 1000
    private static let rules = FileRules(user: user) { group, owner in group == owner }

    static let fine: [(kind: FileKind, owner: uid_t, group: gid_t, mode: mode_t)] = [
        (.regular, 1000, 1000, 0o644), (.regular, 0, 0, 0o644), (.directory, 1000, 1000, 0o755),
        // The group has only the owner.
        (.regular, 1000, 1000, 0o664), (.directory, 1000, 1000, 0o775), (.directory, 0, 0, 0o775),
        // Folders of root with the sticky bit: nobody can rename a file of another user.
        (.directory, 0, 0, 0o1777), (.directory, 0, 5, 0o1775),
        (.symbolicLink, 1000, 1000, 0o777),
    ]

    @Test(arguments: fine) func `a file or folder is accepted if only the user and root can write it`(
        _ row: (kind: FileKind, owner: uid_t, group: gid_t, mode: mode_t)
    ) {
        #expect(Self.violation(row.kind, row.owner, row.group, row.mode) == nil)
    }

    static let bad: [(kind: FileKind, owner: uid_t, group: gid_t, mode: mode_t, found: String, remedy: String)] = [
        (.regular, 1000, 1000, 0o666, "/a b with mode 0666, which others may write", "chmod o-w '/a b'"),
        (.regular, 1000, 5, 0o664, "/a b with mode 0664, which its group may write", "chmod g-w '/a b'"),
        (.directory, 1000, 5, 0o777, "/a b with mode 0777, which others may write", "chmod go-w '/a b'"),
        (.directory, 0, 5, 0o775, "/a b with mode 0775, which its group may write", "sudo chmod g-w '/a b'"),
        // The sticky bit is enough only for root's folders, and has no meaning for a file.
        (.directory, 1000, 1000, 0o1777, "/a b with mode 1777, which others may write", "chmod o-w '/a b'"),
        (.regular, 0, 0, 0o1666, "/a b with mode 1666, which others may write", "sudo chmod o-w '/a b'"),
        (.regular, 1001, 1001, 0o644, "/a b of user 1001", "sudo chown 1000 '/a b'"),
        (.directory, 1001, 1001, 0o700, "/a b of user 1001", "sudo chown 1000 '/a b'"),
        (.symbolicLink, 1001, 1001, 0o777, "/a b of user 1001", "sudo chown 1000 '/a b'"),
    ]

    @Test(arguments: bad)
    func `a file or folder that others can write is refused with the reason and a command as the remedy`(
        _ row: (kind: FileKind, owner: uid_t, group: gid_t, mode: mode_t, found: String, remedy: String)
    ) {
        let violation = Self.violation(row.kind, row.owner, row.group, row.mode)
        #expect(violation?.found == row.found)
        #expect(violation?.remedy == row.remedy)
    }

    private static func violation(_ kind: FileKind, _ owner: uid_t, _ group: gid_t, _ mode: mode_t)
        -> FileRuleViolation?
    {
        let status = FileStatus(
            kind: kind, owner: owner, group: group, permissions: mode, identity: FileIdentity(stat()))
        return rules.violation(of: status, at: "/a b")
    }
}
