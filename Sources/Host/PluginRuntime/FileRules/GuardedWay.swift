import Glibc

/// A look at a plain file and at the folders above it that opens none of them.
///
/// From the root downwards nobody but the user and root can change a name in any folder that passed, so what was seen
/// stays as it is until the file is opened, as far as others are concerned.
enum GuardedWay {
    /// The status of a file at the end of a way of nothing but folders that hold to the rules, as the file itself does;
    /// `nil` where it is not so, and where a link is on the way: then it takes a walk to tell (`FolderWalk`).
    static func status(of path: String, rules: FileRules = .current) -> FileStatus? {
        var way = Array(path.utf8CString)
        let slash = CChar(bitPattern: UInt8(ascii: "/"))
        guard way.first == slash else { return nil }
        for end in way.indices.dropFirst() where way[end] == slash || way[end] == 0 {
            let separator = way[end]
            way[end] = 0
            var found = stat()
            guard lstat(way, &found) == 0 else { return nil }
            way[end] = separator
            let status = FileStatus(found)
            guard rules.violation(of: status, at: "") == nil else { return nil }
            if separator == 0 { return status.kind == .regular ? status : nil }
            guard status.kind == .directory else { return nil }
        }
        return nil
    }
}
