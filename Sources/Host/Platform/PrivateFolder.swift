import Glibc

/// A temporary folder for the user alone, which is removed with all that is in it at the end of this value.
///
/// The process holds a lock on it. A process that is killed leaves the folder without one; the next process that makes such
/// a folder removes it.
package final class PrivateFolder: Sendable {
    private static let prefix = "switchboard-private-"
    private static let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

    package let path: String
    private let folder: Descriptor

    /// Makes a folder in that of temporary files; `nil` if there is no place that other users cannot change.
    package init?() {
        guard Self.parent.hasPrefix("/"), (try? CheckedFolder.open(Self.parent).violations.isEmpty) == true,
            Self.isCleared
        else { return nil }
        var template = Array("\(Self.parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
        guard let open = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return nil }
        folder = open
        // Another process may have taken it for one that was left, before it was locked.
        guard flock(folder.number, LOCK_SH) == 0, access(path, F_OK) == 0 else { return nil }
    }

    deinit { Self.remove(path) }

    /// Removes a folder that code of a plugin may have filled: no code of this process walks through it.
    private static func remove(_ path: String) {
        guard rmdir(path) != 0, errno == ENOTEMPTY || errno == EEXIST else { return }
        let program = ChildProgram(path: "/bin/rm", arguments: ["-rf", "--", path])
        guard let null = try? Descriptor(opening: "/dev/null", O_WRONLY),
            let process = try? program.start(output: null.number, errors: null.number)
        else { return }
        ChildProgram.wait(for: process, within: .seconds(10))
        ChildProgram.end(of: process)
    }

    /// Removes the folders that killed processes have left, once in the life of this process.
    private static let isCleared: Bool = {
        let names = (try? Descriptor(opening: parent, O_RDONLY | O_DIRECTORY).names()) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
                let status = try? folder.status(), status.owner == geteuid(),
                flock(folder.number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            remove(path)
        }
        return true
    }()
}
