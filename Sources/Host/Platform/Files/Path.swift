import FoundationEssentials
import Glibc

/// Functions for paths as text, in the form that system calls use.
///
/// A slash separates parts even before a combining mark, with which it would be one character of Swift.
package enum Path {
    package static let slash = UInt8(ascii: "/")

    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

    /// Returns the parts between slashes.
    package static func parts(of path: String) -> [String] {
        var path = path
        return path.withUTF8 { bytes in bytes.split(separator: slash).map { String(decoding: $0, as: UTF8.self) } }
    }

    package static func name(of path: String) -> String { parts(of: path).last ?? path }

    package static func folder(of path: String) -> String {
        joined(parts(of: path).dropLast(), isAbsolute: isAbsolute(path))
    }

    /// Returns a path of these parts; at the host's start, the standard library's `joined` takes ten times as long.
    private static func joined(_ parts: ArraySlice<String>, isAbsolute: Bool) -> String {
        let path = parts.dropFirst().reduce(into: parts.first ?? "") { $0 += "/" + $1 }
        return isAbsolute ? "/" + path : path
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
        for part in parts(of: path) {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
                throw .system(errno)
            }
        }
    }

    /// Returns the names of the folders in a folder, sorted; empty if the folder cannot be read.
    package static func folderNames(in folder: String) -> [String] {
        let names = try? Descriptor(opening: folder, O_RDONLY | O_DIRECTORY).names()
        return (names ?? []).filter { isFolder("\(folder)/\($0)") }
    }

    /// Returns the absolute path without `.`, `..` or a slash at the end; links are not resolved.
    package static func absolute(_ path: String) -> String {
        let base = isAbsolute(path) ? "" : FileManager.default.currentDirectoryPath + "/"
        var kept: [String] = []
        for part in parts(of: base + path) where part != "." {
            if part == ".." { _ = kept.popLast() } else { kept.append(part) }
        }
        return joined(kept[...], isAbsolute: true)
    }
}
