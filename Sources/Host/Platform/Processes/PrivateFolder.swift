import Glibc

/// A temporary folder for the user alone, which is removed with all that is in it at the end of this value.
///
/// The process holds a lock on it. A process that is killed leaves the folder without one; the next process that makes
/// such a folder removes it.
package final class PrivateFolder: Sendable {
    private static let prefix = "switchboard-private-"
    private static let parents = [getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp", "/tmp"]

    package let path: String
    private let folder: Descriptor

    /// Makes a folder among the temporary files; `nil` if there is no place that other users cannot change.
    package static func make() -> PrivateFolder? {
        // Until the folder is locked, another process may remove it as one that was left.
        for _ in 0..<3 {
            if let folder = PrivateFolder() { return folder }
        }
        return nil
    }

    private init?() {
        guard Self.isCleared, let path = Self.make(in: Self.parents) else { return nil }
        self.path = path
        guard let open = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
            rmdir(path)
            return nil
        }
        folder = open
        guard flock(folder.number, LOCK_SH) == 0, access(path, F_OK) == 0 else { return nil }
    }

    /// Makes a folder in the first of some parents that allows it.
    private static func make(in parents: [String]) -> String? {
        for parent in parents where parent.hasPrefix("/") {
            guard (try? CheckedFolder.open(parent).violations.isEmpty) == true else { continue }
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        }
        return nil
    }

    deinit { Self.remove(path) }

    /// Removes a folder that code of a plugin may have filled: no code of this process walks through it.
    private static func remove(_ path: String) {
        guard rmdir(path) != 0, errno == ENOTEMPTY || errno == EEXIST else { return }
        // The plugin may have removed the user's rights on folders inside.
        let script = #"rm -rf -- "$1" 2> /dev/null || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; }"#
        let program = ChildProgram(path: "/bin/sh", arguments: ["-c", script, "sh", path])
        guard let null = try? Descriptor(opening: "/dev/null", O_WRONLY),
            let process = try? program.start(output: null.number, errors: null.number)
        else { return }
        if ChildProgram.wait(for: process, within: .seconds(1)) {
            ChildProgram.end(of: process)
        } else {
            // A folder with a million files takes longer. If this process ends first, the program goes on alone.
            _ = BackgroundThread.start {
                ChildProgram.wait(for: process)
                ChildProgram.end(of: process)
            }
        }
    }

    /// Removes the folders that killed processes have left, once in the life of this process.
    private static let isCleared: Bool = {
        for parent in Set(parents) {
            let names = (try? Descriptor(opening: parent, O_RDONLY | O_DIRECTORY).names()) ?? []
            for name in names where name.hasPrefix(prefix) { removeLeft("\(parent)/\(name)") }
        }
        return true
    }()

    private static func removeLeft(_ path: String) {
        guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            let status = try? folder.status(), status.owner == geteuid(),
            flock(folder.number, LOCK_EX | LOCK_NB) == 0
        else { return }
        remove(path)
    }
}
