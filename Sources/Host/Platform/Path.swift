import FoundationEssentials
import Glibc

/// Paths as text, as the system's calls take them.
package enum Path {
    /// The last part of a path.
    package static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// A path without its last part.
    package static func folder(of path: String) -> String {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        return path.hasPrefix("/") ? "/" + folder : folder
    }

    /// A path with no symbolic link in it, or as it is where there is no such file.
    package static func canonical(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether a folder is at a path.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && FileKind(mode: status.st_mode) == .directory
    }

    /// Why a folder cannot be read, in the system's words.
    static func whyUnreadable(_ path: String) -> String {
        guard let folder = opendir(path) else { return String(cString: strerror(errno)) }
        closedir(folder)
        return "no reason was given"
    }

    /// A path from the root, without a slash at the end.
    package static func absolute(_ path: String) -> String {
        let base = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        var parts: [Substring] = []
        for part in (base + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
