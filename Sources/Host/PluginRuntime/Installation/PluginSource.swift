import FoundationEssentials
import Glibc
import Platform

/// What a person names to be installed: a library, a folder of libraries, or a package with libraries that were built.
package enum PluginSource {
    /// A library that can be installed.
    package struct Library: Sendable {
        package let path: String
        /// The file as it was read, to see whether it exports a module; `nil` where it was not read, or not by the rules.
        let file: PluginFile?
    }

    /// The libraries at a path, at least one.
    ///
    /// Of a folder these are the plugins in it. Of a package these are the plugins in the newer one of its build folders, the release one where both are as new.
    package static func libraries(at path: String, host: HostIdentity) throws(InstallationError) -> [Library] {
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

    /// The libraries in a build folder that export a module, whatever else is wrong with them, and when the last was built.
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
