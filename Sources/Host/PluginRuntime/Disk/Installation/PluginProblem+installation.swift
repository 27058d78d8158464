@_spi(Host) import ModuleKit
import Platform

/// The problems because of which a plugin is not installed, or a changed plugin is not accepted.
extension PluginProblem {
    static func noPackage(_ path: String) -> PluginProblem {
        problem(
            .noPlugin, "\(path) is a folder without a Package.swift and without a plugin",
            "name a library, a folder of libraries, or a package's folder")
    }

    static func nothingBuilt(package path: String) -> PluginProblem {
        problem(
            .noPlugin, "no build in \(path) is a plugin",
            "build it with `swift build --build-system native --package-path \(ShellWords.quote(path))`")
    }

    package static func notInstalled(_ name: String, installed: [String]) -> PluginProblem {
        let near = EditDistance.nearest(to: name, among: installed)
        return problem(
            .notInstalled, "\(name) is not installed",
            installed.isEmpty
                ? "install it with `switchboard module install PATH`"
                : near.map { "did you mean \($0)?" } ?? "name one of \(installed.joined(separator: ", "))")
    }

    /// The module is installed with another content.
    package static func changed(
        _ module: LockedModule, source: String, _ difference: String, remedy: String? = nil
    ) -> PluginProblem {
        let name = module.name
        let remedy =
            remedy
            ?? (module.source == source
                ? "`switchboard module trust \(name)` accepts it"
                : "`switchboard module uninstall \(name)` makes room for it")
        return problem(
            .contentChanged,
            "\(name) \(module.version) is installed with other content from \(module.source): \(difference)", remedy)
    }

    /// A module of the library is installed from another file.
    static func otherSource(_ module: LockedModule, source: String) -> PluginProblem {
        problem(
            .otherSource, "\(source) has a module \(module.name), which is installed from \(module.source)",
            "remove that module first with `switchboard module uninstall \(module.name)`")
    }

    /// A module of the library has the same route as an installed module, so only one of these modules can run.
    static func routes(_ error: RegistrationError, source: String, installed: String) -> PluginProblem {
        let remedy =
            source.contains("://")
            ? "remove \(installed) with `switchboard module uninstall \(installed)`, and have the module offered again"
            : "`switchboard module install \(ShellWords.quote(source)) --replace \(installed)` removes \(installed) "
                + "and installs this module"
        return problem(.routeTaken, "\(source) was not installed: \(error)", "otherwise \(remedy)")
    }

    /// A disabled module has the same route as an enabled module.
    static func routeTaken(_ error: RegistrationError, module: String, installed: String) -> PluginProblem {
        problem(
            .routeTaken, "\(module) was not enabled: \(error)",
            "otherwise `switchboard module disable \(installed)` makes room for it")
    }

    /// A module of the library, or another module, would not run together with the installed modules.
    package static func clash(source: String, module: String, _ error: PluginProblem) -> PluginProblem {
        problem(
            .clash, "\(source) was not installed, because \(module) would not run: \(error.found)",
            "fix that, or leave one of the modules out, and try again")
    }

    /// An installed module does not load with the new build of a library.
    static func library(_ library: String, module: String, _ error: PluginProblem) -> PluginProblem {
        problem(
            .scanFailed,
            "\(library) was not installed, because \(module) does not load with it: \(error.found)",
            "fix \(library)")
    }

    package static func moduleGone(_ name: String, source: String) -> PluginProblem {
        problem(
            .moduleGone, "\(source) no longer has the module \(name)",
            "remove it with `switchboard module uninstall \(name)`")
    }

    static func scan(source: String, _ error: PluginProblem) -> PluginProblem {
        problem(.scanFailed, "\(source) was not installed: \(error)", "")
    }

    /// The modules of a file cannot be described.
    package static func unscannable(_ file: String, _ error: PluginProblem) -> PluginProblem {
        problem(.scanFailed, "cannot describe the modules of \(file): \(error)", "")
    }

    /// The module starts without a request, and would end or delay every host.
    static func start(source: String, _ step: CheckStep, found: String) -> PluginProblem {
        problem(
            .startFailed,
            "\(source) was not installed: it starts without a request, and in the step \"\(step.rawValue)\" \(found)",
            "")
    }

    /// The fetched file differs from the offered file.
    static func notAsOffered(_ text: String) -> PluginProblem {
        problem(.notAsOffered, text, "have the remote or the file corrected")
    }

    /// The user gave several libraries with `--replace`, which accepts only one.
    package static func manyReplace(_ libraries: [String]) -> PluginProblem {
        problem(.usage, "--replace is for one library", "name one of \(libraries.joined(separator: ", "))")
    }

    /// The module was fetched from a URL, and changes are accepted only from files.
    static func fetched(_ module: LockedModule) -> PluginProblem {
        problem(
            .fetched, "\(module.name) was fetched from \(module.source), not copied from a file",
            "to have another version, remove it with `switchboard module uninstall \(module.name)`, and have it "
                + "offered again"
        )
    }

    /// The task was cancelled before the lock file was written.
    static func interrupted(source: String) -> PluginProblem {
        problem(
            .interrupted, "\(source) was not installed, because the installation was interrupted",
            "nothing was changed; install it again")
    }

    private static func problem(_ code: Code, _ text: String, _ remedy: String) -> PluginProblem {
        .init(code: code, .install, text, remedy: remedy)
    }
}
