import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The problems that keep a module from being loaded or started, or from stopping normally.
extension PluginProblem {
    static let stopped = PluginProblem(code: .stopped, .state, "it was stopped", remedy: "start it with `module start`")
    static let disabled = PluginProblem(
        code: .disabled, .state, "it is disabled, or left out by --without",
        remedy: "type `module enable NAME`, or leave out --without")
    static let notAwaited = PluginProblem(
        code: .notAwaited, .start, "the wait for its start was cancelled", remedy: "ask again")
    static let notInstalled = PluginProblem(.lock, "it is no longer installed", remedy: "install it again")

    static func shadowed(module: String, by other: String) -> PluginProblem {
        .init(
            code: .shadowed, .name, "a module of that name was found first at \(other)",
            remedy: "nothing, if you want that module; otherwise leave out its folder, or uninstall it "
                + "with `module uninstall \(module)`")
    }

    /// The system's loader rejected the library.
    static func library(_ error: DynamicLibraryError) -> PluginProblem {
        .init(code: error == .mainThreadHeld ? .mainThreadHeld : .refused, .loader, "\(error)", remedy: error.remedy)
    }

    static func startingAlready(chain: [String]) -> PluginProblem {
        .init(
            code: .startingAlready, .start, "it is needed while it starts: \(chain.joined(separator: " → "))",
            remedy: "ask for it after start(), not in it")
    }

    static func notStarted(reason: any Error) -> PluginProblem {
        .init(
            code: .notStarted, .start, "it failed to start: \(reason.inWords)",
            remedy: reason is SettingsError
                ? "correct the setting, and start the host again" : "fix the module, or remove the file")
    }

    static func registration(_ error: RegistrationError) -> PluginProblem {
        .init(
            code: .registration, .routes, "\(error)",
            remedy: "change the pattern, or remove one of the modules; `module start` tries again")
    }

    static func loadOutOfTime(seconds: Int) -> PluginProblem {
        .init(
            code: .loadOutOfTime, .make, "its init(context:) did not end within \(seconds) seconds, and was abandoned",
            remedy: "change its init(context:) so that it does not wait, then `module start` tries again")
    }

    static func startOutOfTime(seconds: Int) -> PluginProblem {
        .init(
            code: .startOutOfTime, .start, "its start() did not end within \(seconds) seconds, and was abandoned",
            remedy: "change its start() so that it ends when it is cancelled, then `module start` tries again")
    }

    static func stopOutOfTime(seconds: Int) -> PluginProblem {
        .init(
            code: .stopOutOfTime, .stop, "its stop() did not end within \(seconds) seconds, and was abandoned",
            remedy: "change its stop() so that it ends when it is cancelled, then `module start` starts it again")
    }

    static func unreadableFolder(path: String, reason: String, _ error: FileError? = nil) -> PluginProblem {
        let remedy = "name a folder that exists and that you may read"
        return .init(.folder, "it cannot be read: \(reason)", remedy: error?.remedy(or: remedy) ?? remedy)
    }

    /// The library does not have a module, and none of the found plugins needs it.
    static var libraryAlone: PluginProblem {
        let symbol = EntryPoint(contract: Contract.version, module: "<Name>").symbol
        return .init(
            .kind, "found a library without a module that no plugin next to it needs",
            remedy: "move it away, or put it next to the plugin that needs it; a module's library exports a \(symbol)")
    }

    /// Another library defines a copy of the protocol.
    static func sharedProtocol(symbol: String, other: String) -> PluginProblem {
        .init(
            .types, "found a copy of the protocol \(symbol), which \(other) also has",
            remedy: "put the protocol into an interface package with a dynamic product that both link")
    }

    /// Another build of a library is open, and lacks symbols that the plugin needs.
    static func otherLibrary(_ library: PluginFile, open: PluginFile) -> PluginProblem {
        .init(
            .library,
            "found a \(library.name) that differs from the open \(open.path): found SHA-256 "
                + "\(library.hash), expected \(open.hash)",
            remedy: "start the host again, which chooses a build for all plugins; if none fits, build all against one"
        )
    }

    /// The host did not install the present content of the module's file.
    package static func installation(reason: String) -> PluginProblem {
        .init(.install, reason, remedy: "do that, then try again")
    }

    static func handshake(_ error: HandshakeError) -> PluginProblem {
        .init(.contract, "\(error)", remedy: DynamicLibraryError.rebuild, isLasting: true)
    }

    /// The module's name differs from the name in its entry point.
    static func wrongName(found: String, expected: String) -> PluginProblem {
        .init(
            .name, "found the module \(found), expected \(expected)",
            remedy: "name the entry point switchboard_v1_\(found)", isLasting: true)
    }

    static func unreadableVersion(of module: String, _ version: String) -> PluginProblem {
        .init(
            .name, "found no version or range in `info` of \(module): \(version); expected one such as \"1.2\"",
            remedy: "correct `info`, with ranges such as \"1.0\"..<\"2.0\"", isLasting: true)
    }

    /// The files do not have the content that was scanned.
    static func content(path: String, found: ContentHash, expected: ContentHash) -> PluginProblem {
        .init(.content, "found \(path) with SHA-256 \(found), expected \(expected)", remedy: restart)
    }

    /// The hashed file was replaced by another file.
    static func replaced(path: String) -> PluginProblem {
        .init(.content, "found another file at \(path) than the one that was checked", remedy: restart)
    }

    static func gone(path: String, _ error: FileError) -> PluginProblem {
        .init(.file, "\(path) cannot be opened any more: \(error)", remedy: restart)
    }

    /// The module's process declares more than its scan found.
    static func undeclared(_ declaration: String, count: Int) -> PluginProblem {
        let others = count > 1 ? " and \(count - 1) more" : ""
        return .init(
            .routes, "it declares \(declaration)\(others), which its scan did not find",
            remedy: "make it declare the same at each start, or run it in the host's process")
    }

    static func missing(_ requirement: Requirement) -> PluginProblem {
        unmet("\(requirement), which was not found", "install \(requirement.module)")
    }

    static func wrongVersion(_ requirement: Requirement, found: Version) -> PluginProblem {
        unmet("\(requirement), found version \(found)", "install another version of \(requirement.module)")
    }

    /// - Parameter code: `requiresDisabled` if the user disabled a module that the required module needs.
    static func notRunning(_ requirement: Requirement, code: Code = .requirement) -> PluginProblem {
        unmet("\(requirement), which does not run", "see why with `module why \(requirement.module)`", code: code)
    }

    static func requiresDisabled(_ requirement: Requirement) -> PluginProblem {
        unmet(
            "\(requirement), which is disabled, or left out by --without",
            "type `module enable \(requirement.module)`, or leave out --without",
            code: .requiresDisabled)
    }

    /// The modules require one another. The last name repeats the first.
    static func cycle(_ names: [String]) -> PluginProblem {
        unmet("a cycle: \(names.joined(separator: " → "))", "remove one requirement")
    }

    private static func unmet(_ text: String, _ remedy: String, code: Code = .requirement) -> PluginProblem {
        .init(code: code, .requires, text, remedy: remedy)
    }

    /// A running module requires another version of this module.
    static func requiredOtherwise(by other: String, _ requirement: Requirement, found: Version) -> PluginProblem {
        .init(
            .requires, "\(requirement) for the running module \(other), found version \(found)",
            remedy: "stop \(other) first, or update it")
    }

    private static let restart = "start the host again, so that it checks the file again"
}

extension RegistrationFault {
    /// The module whose declaration conflicts with the refused declaration; `nil` if the fault is not a conflict.
    var otherOwner: String? {
        switch self {
        case .conflict(_, _, _, let other, _), .rewriteConflict(_, _, _, let other, _): other
        case .isolation(_, _, _, let other): other
        default: nil
        }
    }
}
