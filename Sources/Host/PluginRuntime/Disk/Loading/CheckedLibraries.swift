import Glibc
import Platform

/// Opens libraries outside of the store, where another file may take the place of the checked one a moment later.
///
/// Each file is opened once more, checked against the rules for files, and compared with the file that was hashed; the
/// system's loader takes that open file. The user's own programs can still write into the file after that: no rule
/// keeps the user from it (Documentation/Decisions/0009).
///
/// The system's loader takes only paths. It gets those of links to the open files, in a folder of this process that is
/// removed when all are open; there a library finds the others beside itself.
enum CheckedLibraries {
    /// Opens libraries in their order, if they are the files that were hashed, and returns the last one.
    static func open(
        _ paths: [String], _ identities: [String: FileIdentity]
    ) throws(PluginProblem) -> DynamicLibrary? {
        var files: [CInt] = []
        defer { for file in files { close(file) } }
        for path in paths { files.append(try descriptor(of: path, identities[path])) }
        let links = PrivateFolder.make()
        let folder = links?.path
        defer { withExtendedLifetime(links) { if let folder { remove(paths, in: folder) } } }
        var last: DynamicLibrary?
        for (path, file) in zip(paths, files) {
            let link = folder.map { $0 + "/" + Path.name(of: path) }
            let isLinked = link.map { symlink("/proc/self/fd/\(file)", $0) == 0 } ?? false
            do {
                // If no folder can be made, the loader gets the path of the file that was just checked.
                last = try DynamicLibrary(plugin: isLinked ? link ?? path : path)
            } catch {
                throw .library(folder.map { error.replacing($0, with: Path.folder(of: path)) } ?? error)
            }
        }
        return last
    }

    /// Returns the number of an open file that keeps to the rules for files; the caller closes it.
    private static func descriptor(of path: String, _ identity: FileIdentity?) throws(PluginProblem) -> CInt {
        let file = try file(at: path)
        guard identity == nil || file.status.identity == identity else { throw .replaced(path: path) }
        do {
            return try file.duplicate()
        } catch {
            throw .gone(path: path, error)
        }
    }

    /// Opens a library's file, if the rules for files allow it.
    static func file(at path: String) throws(PluginProblem) -> CheckedFile {
        do {
            return try CheckedFolder.open(Path.folder(of: path)).file(Path.name(of: path))
        } catch {
            if case .system = error { throw .gone(path: path, error) }
            throw .unread(path, error)
        }
    }

    private static func remove(_ paths: [String], in folder: String) {
        for path in paths { unlink(folder + "/" + Path.name(of: path)) }
    }
}
