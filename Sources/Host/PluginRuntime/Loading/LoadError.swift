@_spi(Host) package import ModuleKit
package import Platform

/// The reason why a module does not run.
///
/// The cases are those on which callers act; all other reasons are problems, which `LoadError+problems.swift` makes.
package enum LoadError: Error, Sendable {
    case refused(PluginProblem)
    /// A module of that name was found in a folder that is searched earlier.
    case shadowed(module: String, by: String)
    /// The system's loader rejected the library.
    case library(DynamicLibraryError)
    /// The user disabled what it requires.
    case requiresDisabled(PluginProblem)
    /// What it requires is not there, or does not run.
    case requirement(PluginProblem)
    /// The user stopped it.
    case stopped
    /// The user disabled it.
    case disabled
    /// Its `init(context:)` did not end in time, and was abandoned.
    case loadOutOfTime(seconds: Int)
    /// Its `start()` did not end in time, and was abandoned.
    case startOutOfTime(seconds: Int)
    /// The task that waited for its start was cancelled.
    case notAwaited
    /// Its `stop()` did not end in time, and was abandoned.
    case stopOutOfTime(seconds: Int)
    /// It was started by a module that it needs itself, directly or not.
    case startingAlready(chain: [String])
    /// The module threw while it was made or started.
    case notStarted(reason: any Error)
    case registration(RegistrationError)
    /// Its process crashed too often in a short time.
    case crashedOften(PluginProblem)
}

extension LoadError {
    /// The findings and the remedy, for messages.
    package var problem: PluginProblem {
        switch self {
        case .refused(let problem): problem
        case .shadowed(let module, let other):
            PluginProblem(
                .name, "a module of that name was found first at \(other)",
                remedy: "nothing, if that is the one you want; otherwise leave out its folder, or remove an installed "
                    + "one with `module uninstall \(module)`")
        case .library(let error):
            PluginProblem(
                .loader, "\(error)",
                remedy: error.missing != nil || error == .mainThreadHeld ? error.remedy : Self.rebuild)
        case .requirement(let problem), .requiresDisabled(let problem): problem
        case .stopped: PluginProblem(.state, "it was stopped", remedy: "start it with `module start`")
        case .disabled: PluginProblem(.state, "it is disabled", remedy: "enable it with `module enable`")
        case .notAwaited: PluginProblem(.start, "the wait for its start was cancelled", remedy: "ask again")
        case .startingAlready(let chain):
            PluginProblem(
                .start, "it is needed while it starts: \(chain.joined(separator: " → "))",
                remedy: "ask for it after start(), not in it")
        case .notStarted(let reason):
            PluginProblem(
                .start, "it failed to start: \(String(describing: reason))",
                remedy: "fix the module, or remove the file")
        case .crashedOften(let problem): problem
        case .registration(let error):
            PluginProblem(
                .routes, "\(error)",
                remedy: "change the pattern, or remove one of the modules; `module start` tries again")
        case .loadOutOfTime(let seconds):
            Self.late(
                .make, "it was not made", seconds, "change its init(context:) so that it waits for nothing",
                "tries again")
        case .startOutOfTime(let seconds):
            Self.late(
                .start, "its start() did not end", seconds, "change its start() so that it ends when it is cancelled",
                "tries again")
        case .stopOutOfTime(let seconds):
            Self.late(
                .stop, "its stop() did not end", seconds, "change its stop() so that it ends when it is cancelled",
                "starts it again")
        }
    }

    private static func late(
        _ step: Finding.Field, _ found: String, _ seconds: Int, _ remedy: String, _ effect: String
    ) -> PluginProblem {
        PluginProblem(
            step, "\(found) within \(seconds) seconds, and was left behind",
            remedy: "\(remedy), then `module start` \(effect)")
    }
}

extension LoadError: CustomStringConvertible {
    package var description: String { "\(problem)" }
}

extension RegistrationFault {
    /// The module whose declaration is in the way; `nil` where none is.
    var otherOwner: String? {
        switch self {
        case .conflict(_, _, _, let other, _), .rewriteConflict(_, _, _, let other, _),
            .duplicateService(_, _, _, let other, _):
            other
        case .isolation(_, _, _, let other): other
        default: nil
        }
    }
}
