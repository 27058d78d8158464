import Glibc
import Platform

/// The opening of libraries outside of the store, where a file may be replaced between its check and its opening.
///
/// Each file is opened again, checked against the rules for files, and compared with the file that was hashed. The
/// system's loader loads exactly this open file. No rule keeps the user's own programs from writing into the open file
/// (Documentation/Decisions/0009).
///
/// The system's loader accepts only paths. It gets the paths of links to the open files. All links are in one folder of
/// this process, so each library finds the libraries that it needs in the same folder. The folder is removed after all
/// libraries are open.
enum CheckedLibraries {
    /// Opens libraries in order, and returns the last library. Throws if a file is not the file that was hashed.
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
                // If no folder or link can be created, the loader gets the path of the file that was just checked.
                last = try DynamicLibrary(plugin: isLinked ? link ?? path : path)
            } catch {
                throw .library(folder.map { error.replacing($0, with: Path.folder(of: path)) } ?? error)
            }
        }
        return last
    }

    /// Opens a file that follows the rules for files, and returns its descriptor, which the caller closes.
    private static func descriptor(of path: String, _ identity: FileIdentity?) throws(PluginProblem) -> CInt {
        let file = try file(at: path)
        guard identity == nil || file.status.identity == identity else { throw .replaced(path: path) }
        do {
            return try file.duplicate()
        } catch {
            throw .gone(path: path, error)
        }
    }

    /// Opens a library's file. Throws if the file breaks the rules for files.
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
