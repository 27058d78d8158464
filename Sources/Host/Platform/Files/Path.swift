import FoundationEssentials
import Glibc

/// Functions for paths as text, in the form that system calls use.
package enum Path {
    package static func name(of path: String) -> String {
        path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    }

    package static func folder(of path: String) -> String {
        joined(path.split(separator: "/").dropLast(), isAbsolute: path.hasPrefix("/"))
    }

    /// Returns a path of these parts; at the host's start, the standard library's `joined` takes ten times as long.
    private static func joined(_ parts: ArraySlice<Substring>, isAbsolute: Bool) -> String {
        var path = isAbsolute ? "/" : ""
        for part in parts {
            if part.startIndex != parts.first?.startIndex { path += "/" }
            path += String(part)
        }
        return path
    }

    /// Returns a path without symbolic links, or the path itself if the file does not exist.
    package static func canonical(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && FileKind(mode: status.st_mode) == .directory
    }

    /// Creates a folder and its absent parents. Only the user can access the created folders.
    package static func makeFolders(_ path: String) throws(FileError) {
        if access(path, F_OK) == 0 { return }
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
                throw .system(errno)
            }
        }
    }

    /// Returns the names of the folders in a folder, sorted; empty if the folder cannot be read.
    package static func folderNames(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { isFolder("\(folder)/\($0)") }.sorted()
    }

    /// Returns the absolute path without `.`, `..` or a slash at the end; links are not resolved.
    package static func absolute(_ path: String) -> String {
        let base = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        var parts: [Substring] = []
        for part in (base + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return joined(parts[...], isAbsolute: true)
    }
}
