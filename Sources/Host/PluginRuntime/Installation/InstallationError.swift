@_spi(Host) package import ModuleKit
package import Platform

/// The reason why a plugin was not installed, or a change of it was not accepted.
package enum InstallationError: Error, Sendable, Equatable {
    /// The source is a folder without a package and without a plugin.
    case noPackage(String)
    /// No build of the package has a plugin.
    case nothingBuilt(package: String)
    case file(PluginProblem)
    case store(PluginProblem)
    /// No module of that name is installed; these are.
    case notInstalled(String, installed: [String])
    /// Another content of the module is installed.
    case changed(LockedModule, source: String, ContentDifference)
    /// A module of the library is installed from another file.
    case otherSource(LockedModule, source: String)
    /// The plugin has a route of an installed module; of two modules with one route only one runs.
    case routes(RegistrationError, source: String, installed: String)
    /// With the plugin, one of its modules or an installed one would not run.
    case clash(source: String, module: String, PluginProblem)
    /// A disabled module has a route of an installed module that runs.
    case routeTaken(RegistrationError, module: String, installed: String)
    /// An installed module does not load with the build of a library that was to be installed.
    case library(String, module: String, PluginProblem)
    /// The file does not have the module any more.
    case moduleGone(String, source: String)
    case scan(source: String, PluginProblem)
    /// The modules of a file cannot be described.
    case unscannable(String, PluginProblem)
    /// The plugin starts with every host, and would end it or hold it up.
    case start(source: String, CheckStep, found: String)
    /// The fetched file is not the offered one; a server may send HTML in place of a file.
    case otherContent(ModuleOffer, found: ContentHash, bytes: Int, isHTML: Bool)
    /// The file has other modules than the offered one.
    case otherModules(ModuleOffer, found: [String])
    /// The file has another version than the offered one.
    case otherVersion(ModuleOffer, found: String)
    /// `--replace` is given for several libraries, which does not say which of them takes the module's place.
    case manyReplace([String])
    /// The module was fetched from a URL, which is not asked for changes.
    case fetched(LockedModule)
    /// The task was cancelled before the lock file was written.
    case cancelled(source: String)
}

extension InstallationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noPackage(let path):
            "\(path) is a folder without a Package.swift, and no plugin lies in it; name a library, a folder of "
                + "libraries, or a package's folder"
        case .nothingBuilt(let path):
            "nothing that was built in \(path) is a plugin; build it with "
                + "`swift build --build-system native -c release --package-path \(ShellWords.quote(path))`"
        case .file(let error): "\(error)"
        case .store(let error): "\(error)"
        case .notInstalled(let name, let installed):
            "\(name) is not installed; "
                + (installed.isEmpty
                    ? "install it with `switchboard module install PATH`"
                    : "name one of \(installed.joined(separator: ", "))")
        case .changed(let module, let source, let difference): Self.changed(module, source, difference)
        case .otherSource(let module, let source):
            "\(source) has a module \(module.name), which is installed from \(module.source); "
                + "remove that one first with `switchboard module uninstall \(module.name)`"
        case .routes(let error, let source, let installed):
            "\(source) was not installed: \(error); otherwise "
                + (source.contains("://")
                    ? "`switchboard module uninstall \(installed)` makes room for it, and have it offered again"
                    : "`switchboard module install \(ShellWords.quote(source)) --replace \(installed)` removes \(installed) "
                        + "and installs it in its place")
        case .clash(let source, let module, let error):
            "\(source) was not installed, for \(module) would not run then: \(error.found); mend that, or leave one of "
                + "the modules out, and install it again"
        case .library(let library, let module, let error):
            "\(library) was not installed: \(module), which would run with it, does not load then: \(error.found); "
                + "fix \(library)"
        case .routeTaken(let error, let module, let installed):
            "\(module) was not enabled: \(error); otherwise `switchboard module disable \(installed)` makes room for it"
        case .moduleGone(let name, let source):
            "\(source) has no module \(name) any more; remove it with `switchboard module uninstall \(name)`"
        case .unscannable(let file, let error): "nothing can be said of the modules of \(file): \(error)"
        case .scan(let source, let error): "\(source) was not installed: \(error)"
        case .start(let source, let step, let found):
            "\(source) was not installed, for it starts with every host: in the step \"\(step.rawValue)\" \(found)"
        case .otherContent(let offer, let found, let bytes, let isHTML):
            "\(offer.url) is not the file that was offered: found SHA-256 \(found) (\(bytes) bytes\(isHTML ? " of HTML" : "")), "
                + "expected \(offer.sha256); have the remote or the file mended"
        case .otherModules(let offer, let found):
            "\(offer.url) has the modules \(found.joined(separator: ", ")), expected \(offer.name) alone; have the remote "
                + "or the file mended"
        case .otherVersion(let offer, let found):
            "\(offer.url) has \(offer.name) \(found), expected \(offer.version); have the remote or the file mended"
        case .manyReplace(let libraries):
            "--replace is for one library; name one of \(libraries.joined(separator: ", "))"
        case .fetched(let module):
            "\(module.name) was fetched from \(module.source), not copied from a file; to have another version, remove it with "
                + "`switchboard module uninstall \(module.name)`, and have it offered again"
        case .cancelled(let source):
            "\(source) was not installed, for it was interrupted; what was installed before is as it was; install it again"
        }
    }

    private static func changed(
        _ module: LockedModule, _ source: String, _ difference: ContentDifference
    ) -> String {
        let name = module.name
        let remedy =
            module.source == source
            ? "`switchboard module trust \(name)` accepts it"
            : "`switchboard module install \(ShellWords.quote(source)) --replace \(name)` puts it in its place, and "
                + "`switchboard module uninstall \(name)` makes room for it"
        return
            "\(name) \(module.version) is installed with other content from \(module.source): \(difference); \(remedy)"
    }
}

/// A file in which a plugin differs from an installed one, with the hashes that `sha256sum` prints.
package struct ContentDifference: Sendable, Equatable, CustomStringConvertible {
    let file: String
    /// The hash of the new file; `nil` if the file is missing.
    let found: ContentHash?
    /// The hash of the installed file; `nil` if the installed plugin has no such file.
    let expected: ContentHash?

    package var description: String {
        switch (found, expected) {
        case (let found?, let expected?): "\(file) has SHA-256 \(found), expected \(expected)"
        case (let found?, nil): "\(file) with SHA-256 \(found) is new"
        case (nil, let expected): "\(file) is missing, expected SHA-256 \(expected.map { "\($0)" } ?? "")"
        }
    }
}
