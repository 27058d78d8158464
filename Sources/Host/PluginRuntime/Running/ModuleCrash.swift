import Glibc
import Platform

/// The end of an isolated module's process that the host did not want.
package struct ModuleCrash: Error, Sendable, Equatable {
    /// The way in which the process ended.
    package enum Cause: Sendable, Equatable {
        case signal(CInt)
        case exited(CInt)
        /// The process sent bytes that are no frame, and was killed.
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
        "\(found); ask again, which starts it anew, and report it to the module's author"
    }
}

/// The limits of an isolated module's crashes, and the pause before it is started again.
package struct CrashLimits: Sendable {
    /// The number of crashes within `window` after which the module is not started again.
    package var count = 3
    /// The time in which crashes are counted together, in seconds.
    package var window = 300
    /// The pause before the first start after a crash; each further crash doubles it.
    package var delay = Duration.milliseconds(100)

    package init() {}
}

/// The last crashes of a module.
struct CrashHistory: Sendable {
    private var times: [ContinuousClock.Instant] = []

    /// Notes a crash, and returns whether there were too many.
    mutating func add(_ limits: CrashLimits) -> Bool {
        let now = ContinuousClock.now
        times.removeAll { $0 < now - .seconds(limits.window) }
        times.append(now)
        return times.count >= limits.count
    }

    mutating func forget() { times = [] }

    /// Returns the pause before the next start.
    func wait(_ limits: CrashLimits) -> Duration {
        guard let last = times.last else { return .zero }
        let delay = limits.delay * (1 << min(times.count - 1, 6))
        return max(last + delay - .now, .zero)
    }
}

extension PluginProblem {
    /// The module's process crashed too often.
    static func crashedOften(_ crash: ModuleCrash, _ limits: CrashLimits) -> PluginProblem {
        PluginProblem(
            code: .crashedOften, .start, "\(crash.found), \(limits.count) times within \(limits.window) s",
            remedy: "fix the module, then `module start \(crash.module)` tries again")
    }
}
