import FoundationEssentials
import Glibc
import Platform

/// The file or folder that a person names for an installation: a library, a folder of libraries, or a package with a build.
package enum PluginSource {
    /// A library that can be installed.
    package struct Library: Sendable {
        package let path: String
        /// The file as it was read to find its modules; `nil` if it was not read, or the rules for files forbid it.
        let file: PluginFile?
    }

    /// Returns the libraries at a path, at least one: all plugins in a folder, or in the newer build folder of a package.
    ///
    /// If both build folders have one age, the release one is taken.
    package static func libraries(at path: String, host: HostIdentity) throws(PluginProblem) -> [Library] {
        let path = Path.absolute(path)
        guard isFolder(path) else { return [Library(path: path, file: nil)] }
        guard access(path + "/Package.swift", F_OK) == 0 else {
            let plugins = plugins(in: path, host: host).libraries
            guard !plugins.isEmpty else { throw .noPackage(path) }
            return plugins
        }
        let builds = ["release", "debug"].map { plugins(in: "\(path)/.build/\($0)", host: host) }
        // `max` gives the last of equals.
        guard let newest = builds.reversed().max(by: { $0.built < $1.built }), !newest.libraries.isEmpty else {
            throw .nothingBuilt(package: path)
        }
        return newest.libraries
    }

    /// Returns the libraries in a folder that export a module, with or without other faults, and the time of the last build.
    private static func plugins(in folder: String, host: HostIdentity) -> (libraries: [Library], built: Int) {
        guard let open = try? CheckedFolder.open(folder), let names = try? ModuleSearch.libraries(in: open) else {
            return ([], .min)
        }
        var libraries: [Library] = []
        var built = Int.min
        for name in names {
            let path = folder + "/" + name
            let file = try? PluginFile(try open.plugin(name))
            do throws(PluginProblem) {
                _ =
                    if let file { try PluginInspection.inspect(file, host: host) } else {
                        try PluginInspection.inspect(path: path, host: host)
                    }
            } catch {
                if error.code == .noEntryPoint { continue }
            }
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            libraries.append(Library(path: path, file: file))
            built = max(built, FileIdentity(status).modified)
        }
        return (libraries, built)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && FileKind(mode: status.st_mode) == .directory
    }
}
