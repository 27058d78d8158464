@_spi(Host) import ModuleKit
import Platform

/// The reasons on which no caller acts: each is a problem with its words.
extension LoadError {
    /// The remedy where a library does not fit the host.
    static let rebuild = "build it against this host's SDK, at `switchboard sdk path`"

    /// A searched folder cannot be read.
    static func unreadableFolder(path: String, reason: String) -> LoadError {
        problem(.folder, "it cannot be read: \(reason)", "name a folder that exists and that you may read")
    }

    /// The file was refused before any of its code ran.
    package static func file(_ error: PluginFileError) -> LoadError { .refused(error.problem) }

    /// It is a library without a module, and no plugin that was found needs it.
    static var libraryAlone: LoadError {
        let symbol = EntryPoint(contract: Contract.version, module: "<Name>").symbol
        return problem(
            .kind, "found a library without a module, which no plugin beside it needs",
            "move it away, or put it beside the plugin that needs it; a module's library exports a \(symbol)")
    }

    /// Another library was compiled with the same protocol.
    static func sharedProtocol(symbol: String, other: String) -> LoadError {
        problem(
            .types, "found a copy of the protocol \(symbol), which \(other) has too",
            "put the protocol into an interface package with a dynamic product that both link")
    }

    /// Another build of a library is open, which does not do in its place.
    static func otherLibrary(_ library: PluginFile, open: PluginFile) -> LoadError {
        problem(
            .library,
            "found a \(library.name) that differs from the one of \(open.path), which is open: found SHA-256 "
                + "\(library.hash), expected \(open.hash)",
            "start the host again, which finds the build that all can run with; otherwise build all against one")
    }

    /// The current content of its file was not installed.
    package static func installation(reason: String) -> LoadError {
        problem(.install, reason, "do that, then try again")
    }

    static func handshake(_ error: HandshakeError) -> LoadError {
        .refused(PluginProblem(.contract, "\(error)", remedy: rebuild, isLasting: true))
    }

    /// The module's name is not that of its entry point.
    static func wrongName(found: String, expected: String) -> LoadError {
        let remedy = "name the entry point switchboard_v1_\(found)"
        return .refused(
            PluginProblem(.name, "found the module \(found), expected \(expected)", remedy: remedy, isLasting: true))
    }

    /// A version in the module's description is no version.
    static func unreadableVersion(of module: String, _ version: String) -> LoadError {
        let found = "found no version or range in `info` of \(module): \(version); expected one such as \"1.2\""
        let remedy = "correct `info`, with ranges such as \"1.0\"..<\"2.0\""
        return .refused(PluginProblem(.name, found, remedy: remedy, isLasting: true))
    }

    /// The files are not those that were scanned.
    static func content(path: String, found: ContentHash, expected: ContentHash) -> LoadError {
        problem(.content, "found \(path) with SHA-256 \(found), expected \(expected)", restart)
    }

    /// Another file took the place of one that was just hashed.
    static func replaced(path: String) -> LoadError {
        problem(.content, "found another file at \(path) than the one that was checked", restart)
    }

    /// The files cannot be opened any more.
    static func gone(path: String, _ error: FileError) -> LoadError {
        problem(.file, "\(path) cannot be opened any more: \(error)", restart)
    }

    /// Its process declares what its scan did not have.
    static func undeclared(_ declaration: String, count: Int) -> LoadError {
        let others = count > 1 ? " and \(count - 1) more" : ""
        return problem(
            .routes, "it declares \(declaration)\(others), which its scan did not have",
            "have it declare at each start what it declares at the first, or run it in the host's process")
    }

    /// What it requires was not found.
    static func missing(_ requirement: Requirement) -> LoadError {
        unmet("\(requirement), which was not found", "install \(requirement.module)")
    }

    static func wrongVersion(_ requirement: Requirement, found: Version) -> LoadError {
        unmet(
            "\(requirement), found version \(found)", "install another version of \(requirement.module)")
    }

    /// What it requires was found and does not run.
    static func notRunning(_ requirement: Requirement) -> LoadError {
        unmet(
            "\(requirement), which does not run", "see why with `module why \(requirement.module)`")
    }

    /// What it requires is disabled.
    static func requiresDisabled(_ requirement: Requirement) -> LoadError {
        let remedy = "enable it with `module enable \(requirement.module)`"
        return .requiresDisabled(PluginProblem(.requires, "\(requirement), which is disabled", remedy: remedy))
    }

    /// What it requires does not run, because the user disabled a module that this one requires.
    static func requiresLeftOut(_ requirement: Requirement) -> LoadError {
        .requiresDisabled(notRunning(requirement).problem)
    }

    /// The modules require one another; the first name is the last again.
    static func cycle(_ names: [String]) -> LoadError {
        unmet("a cycle: \(names.joined(separator: " → "))", "take one requirement out")
    }

    private static func unmet(_ text: String, _ remedy: String) -> LoadError {
        .requirement(PluginProblem(.requires, text, remedy: remedy))
    }

    /// A running module requires it in another version.
    static func requiredOtherwise(by other: String, _ requirement: Requirement, found: Version) -> LoadError {
        problem(
            .requires, "\(other), which runs, requires \(requirement), found version \(found)",
            "stop \(other) first, or update it")
    }

    static var notInstalled: LoadError { problem(.lock, "it is not installed any more", "install it again") }

    private static let restart = "start the host again, so that the file is looked at anew"

    private static func problem(_ field: Finding.Field, _ text: String, _ remedy: String) -> LoadError {
        .refused(PluginProblem(field, text, remedy: remedy))
    }
}
