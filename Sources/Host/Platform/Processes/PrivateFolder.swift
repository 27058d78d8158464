import Glibc

/// A temporary folder that only the user can access, which is removed with its content when the value is destroyed.
///
/// The process holds a lock on it. If the process is killed, the folder stays without a lock, and the next process that
/// creates a private folder removes it.
package final class PrivateFolder: Sendable {
    private static let prefix = "switchboard-private-"
    private static let parents = [getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp", "/tmp"]

    package let path: String
    private let folder: Descriptor

    /// Creates a folder in `TMPDIR` or in `/tmp`; `nil` if other users could change both places.
    package static func make() -> PrivateFolder? {
        // Until the folder is locked, another process may consider it abandoned and remove it. Then the next attempt is
        // made.
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

    /// Creates a folder in the first suitable parent.
    private static func make(in parents: [String]) -> String? {
        for parent in parents where Path.isAbsolute(parent) {
            guard (try? CheckedFolder.open(parent).violations.isEmpty) == true else { continue }
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        }
        return nil
    }

    deinit { Self.remove(path) }

    /// Removes a folder by a separate program, so that this process does not walk through files of plugin code.
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
            // A folder with a million files takes longer. If this process ends first, the program continues alone.
            _ = BackgroundThread.start {
                ChildProgram.wait(for: process)
                ChildProgram.end(of: process)
            }
        }
    }

    /// Removes the folders of killed processes, once in the life of this process.
    private static let isCleared: Bool = {
        for parent in Set(parents) {
            let names = (try? Descriptor(opening: parent, O_RDONLY | O_DIRECTORY).names()) ?? []
            for name in names where name.hasPrefix(prefix) { removeAbandoned("\(parent)/\(name)") }
        }
        return true
    }()

    private static func removeAbandoned(_ path: String) {
        guard let folder = try? Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            let status = try? folder.status(), status.owner == geteuid(),
            flock(folder.number, LOCK_EX | LOCK_NB) == 0
        else { return }
        remove(path)
    }
}
