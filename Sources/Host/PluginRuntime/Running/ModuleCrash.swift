import Glibc
import Platform

/// The end of an isolated module's process that nobody asked for.
package struct ModuleCrash: Error, Sendable, Equatable {
    /// How it ended.
    package enum Cause: Sendable, Equatable {
        case signal(CInt)
        case exited(CInt)
        /// It sent bytes that are no frame, and was killed.
        case fault(String)
    }

    package let module: String
    package let cause: Cause

    package init(module: String, cause: Cause) {
        self.module = module
        self.cause = cause
    }

    /// What happened, as a sentence without its end.
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

/// How often an isolated module may crash, and when it is started again.
package struct CrashLimits: Sendable {
    /// How many crashes within `window` end it for good.
    package var count = 3
    /// In seconds.
    package var window = 300
    /// How long the first start after a crash waits; each further crash doubles it.
    package var delay = Duration.milliseconds(100)

    package init() {}
}

/// The last crashes of a module.
struct CrashHistory: Sendable {
    private var times: [ContinuousClock.Instant] = []

    /// Notes a crash, and returns whether there are too many now.
    mutating func add(_ limits: CrashLimits) -> Bool {
        let now = ContinuousClock.now
        times.removeAll { $0 < now - .seconds(limits.window) }
        times.append(now)
        return times.count >= limits.count
    }

    mutating func forget() { times = [] }

    /// How long the next start waits.
    func wait(_ limits: CrashLimits) -> Duration {
        guard let last = times.last else { return .zero }
        let delay = limits.delay * (1 << min(times.count - 1, 6))
        return max(last + delay - .now, .zero)
    }
}

extension PluginProblem {
    /// A module's process crashed too often.
    static func crashedOften(_ crash: ModuleCrash, _ limits: CrashLimits) -> PluginProblem {
        PluginProblem(
            code: .crashedOften, .start, "\(crash.found), \(limits.count) times within \(limits.window) s",
            remedy: "fix the module, then `module start \(crash.module)` tries again")
    }
}
