import Glibc
import Synchronization

/// Renames damaged files of the host, so that the host continues without them and nothing is lost.
package enum SetAside {
    private static let lines = Mutex<[String]>([])

    /// Renames a file or folder to a free name in the same folder, and records a line for the user.
    ///
    /// - Parameters:
    ///   - reason: the fault of the file.
    ///   - remedy: the action that the user can take.
    /// - Returns: the new path; `nil` if it could not be renamed.
    @discardableResult
    package static func move(_ path: String, because reason: String, remedy: String) -> String? {
        let other = freeName(beside: path)
        guard rename(path, other) == 0 else { return nil }
        let line = "\(path) is damaged (\(reason)) and was renamed to \(other); \(remedy)"
        lines.withLock { $0.append(line) }
        return other
    }

    /// Returns the lines recorded since the last call.
    package static func takeLines() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    /// Renames each plain file at a path where the host needs a folder. Links stay, because the user made them.
    package static func clearFolders(_ paths: [String]) {
        for path in paths {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            move(path, because: "it is a file, not a folder", remedy: "remove it if you do not need it")
        }
    }

    /// Returns whether the names in a folder include a damaged file that had this name.
    package static func exists(of name: String, among names: [String]) -> Bool {
        names.contains { $0.hasPrefix(name + mark) }
    }

    private static let mark = ".damaged-"

    /// Returns a path that does not exist yet, to which a damaged file can be renamed.
    package static func freeName(beside path: String) -> String {
        let first = "\(path)\(mark)\(time(nil))"
        var (name, number) = (first, 1)
        var status = stat()
        while lstat(name, &status) == 0 {
            number += 1
            name = "\(first)-\(number)"
        }
        return name
    }
}
