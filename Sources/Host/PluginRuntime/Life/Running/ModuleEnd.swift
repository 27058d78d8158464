/// The reason why a module no longer runs.
package enum ModuleEnd: Sendable, Equatable {
    case stopped
    case disabled
    /// The module runs in another process from its next start on.
    case changesProcess
    /// A module that this module requires was stopped.
    case stoppedWith(String)
    /// The module's file is gone, and the module is not installed.
    case removed
    /// The module's process crashed. If there is a problem, requests do not start the module again.
    case crashed(ModuleCrash, PluginProblem?)

    /// The phase of the module afterwards; `nil` for a module that is removed.
    var phase: ModulePhase? {
        switch self {
        case .stopped: .stopped
        case .disabled: .disabled
        case .changesProcess, .stoppedWith: .resolved
        case .removed: nil
        case .crashed(_, let problem): problem.map { .failed($0) } ?? .resolved
        }
    }

    /// Returns the event as a sentence without a remedy.
    package func reason(_ module: String) -> String {
        switch self {
        case .stopped: "\(module) was stopped"
        case .disabled: "\(module) was disabled"
        case .changesProcess: "\(module) was stopped to run in another process"
        case .stoppedWith(let other): "\(module) was stopped with \(other), which it requires"
        case .removed: "\(module) was removed"
        case .crashed(let crash, _): crash.found
        }
    }

    /// Returns a sentence on how to get the module's pages back.
    package func remedy(_ module: String) -> String {
        switch self {
        case .stopped: "`module start \(module)` starts it again."
        case .disabled: "`module enable \(module)` enables it again."
        case .changesProcess: "Open the page again, which starts it there."
        case .stoppedWith(let other): "`module start \(other)` starts \(other) again."
        case .removed: "It runs again once its file is back, or it is installed."
        case .crashed: "Open the page again to restart it."
        }
    }
}
