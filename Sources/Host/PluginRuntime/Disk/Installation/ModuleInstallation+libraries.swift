import Glibc
@_spi(Host) package import ModuleKit
import Platform

extension ModuleInstallation {
    /// Returns the paths of the libraries to install, at least one, for a path that the user gave. The path may be a
    /// library, a folder of plugins, or a Swift package, whose newer build (debug or release) is taken.
    ///
    /// If both builds have the same age, the release build is taken.
    package static func libraries(at path: String) throws(PluginProblem) -> [String] {
        let path = Path.absolute(path)
        guard Path.isFolder(path) else { return [path] }
        guard access(path + "/Package.swift", F_OK) == 0 else {
            let plugins = plugins(in: path).libraries
            guard !plugins.isEmpty else { throw .noPackage(path) }
            return plugins
        }
        let builds = ["release", "debug"].map { plugins(in: "\(path)/.build/\($0)") }
        // `max` returns the last of equal elements.
        guard let newest = builds.reversed().max(by: { $0.built < $1.built }), !newest.libraries.isEmpty else {
            throw .nothingBuilt(package: path)
        }
        return newest.libraries
    }

    /// Returns the names of the modules in a library, without running its code. The result is empty for an interface
    /// library, which has no modules.
    package func modules(in library: String) throws(PluginProblem) -> [String] {
        do {
            return try PluginBundle.read(library, host: host).modules
        } catch {
            guard error.code == .noEntryPoint else { throw error }
            return []
        }
    }

    /// Returns the declarations of the modules in a library. If no scan of the library is stored, a separate process
    /// runs the library's code.
    package func manifests(in library: String) throws(PluginProblem) -> [Manifest] {
        try scans.modules(of: PluginBundle.read(library, host: host).address, library: library).map(\.manifest)
    }

    /// Returns a folder's libraries that export a module, even if a library has other problems. `built` is the time at
    /// which the newest library was written.
    private static func plugins(in folder: String) -> (libraries: [String], built: Int) {
        guard let open = try? CheckedFolder.open(folder), let names = try? ModuleSearch.libraries(in: open) else {
            return ([], .min)
        }
        var libraries: [String] = []
        var built = Int.min
        for path in names.map({ folder + "/" + $0 }) {
            // A file that cannot be read stays in the list, because its installation reports the problem.
            let inspection = try? PluginInspection(PluginFile.bytes(at: path), path: path)
            var status = stat()
            guard inspection?.exportsModule != false, lstat(path, &status) == 0 else { continue }
            libraries.append(path)
            built = max(built, FileIdentity(status).modified)
        }
        return (libraries, built)
    }
}
