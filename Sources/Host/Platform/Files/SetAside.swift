import Glibc
import Synchronization

/// Renames files of the host that cannot be read, so that the host goes on without them and nothing is lost.
package enum SetAside {
    private static let lines = Mutex<[String]>([])

    /// Renames a file or a folder to a free name beside it, and keeps a line for the person.
    ///
    /// - Parameters:
    ///   - reason: the fault of the file.
    ///   - remedy: the action that the person can take.
    /// - Returns: the new name; `nil` if it could not be renamed.
    @discardableResult
    package static func move(_ path: String, because reason: String, remedy: String) -> String? {
        let other = freeName(beside: path)
        guard rename(path, other) == 0 else { return nil }
        let line = "\(path) is damaged (\(reason)) and was renamed to \(other); \(remedy)"
        lines.withLock { $0.append(line) }
        return other
    }

    /// Returns the lines that no person has read yet.
    package static func takeLines() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    /// Renames each file that stands in place of a folder; links are the user's own.
    package static func clearFolders(_ paths: [String]) {
        for path in paths {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            move(path, because: "it is a file in place of a folder", remedy: "remove it if you do not need it")
        }
    }

    /// Whether the names in a folder include a file of a name that was set aside.
    package static func exists(of name: String, among names: [String]) -> Bool {
        names.contains { $0.hasPrefix(name + mark) }
    }

    private static let mark = ".damaged-"

    /// Returns the path to which a damaged file is renamed.
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
