import Glibc
import Platform

/// An unexpected end of an isolated module's process.
package struct ModuleCrash: Error, Sendable, Equatable {
    /// The event that ended the process.
    package enum Cause: Sendable, Equatable {
        case signal(CInt)
        case exited(CInt)
        /// The process sent bytes that are not a frame, and was killed.
        case fault(String)
    }

    package let module: String
    package let cause: Cause

    package init(module: String, cause: Cause) {
        self.module = module
        self.cause = cause
    }

    /// The crash as a sentence without a remedy.
    var found: String {
        switch cause {
        case .signal(SIGXCPU):
            "\(module)'s process used up its processor time and ended with \(SignalName.text(SIGXCPU))"
        case .signal(let signal): "\(module)'s process ended with \(SignalName.text(signal))"
        case .exited(let code): "\(module)'s process ended itself with code \(code)"
        case .fault(let reason): "\(module)'s process broke the protocol and was killed: \(reason)"
        }
    }
}

extension ModuleCrash: CustomStringConvertible {
    package var description: String {
        "\(found); ask again to restart it, and report it to the module's author"
    }
}

extension ModuleEntry {
    /// Records a crash, and returns a problem if there were too many crashes.
    mutating func note(_ crash: ModuleCrash, _ limits: ModuleLimits) -> PluginProblem? {
        let now = ContinuousClock.now
        crashes.removeAll { $0 < now - .seconds(limits.crashWindow) }
        crashes.append(now)
        return crashes.count < limits.crashCount ? nil : .crashedOften(crash, limits)
    }

    /// Returns the remaining pause between the last crash and the next start.
    func pause(_ limits: ModuleLimits) -> Duration {
        guard let last = crashes.last else { return .zero }
        let pause = limits.crashPause * (1 << min(crashes.count - 1, 6))
        return max(last + pause - .now, .zero)
    }
}

extension PluginProblem {
    /// The module's process crashed too often.
    static func crashedOften(_ crash: ModuleCrash, _ limits: ModuleLimits) -> PluginProblem {
        PluginProblem(
            code: .crashedOften, .start,
            "\(crash.found), \(limits.crashCount) times within \(limits.crashWindow) s",
            remedy: "fix the module, then `module start \(crash.module)` tries again")
    }
}
