@_spi(Host) import ModuleKit

/// A module of a running host.
struct ModuleEntry {
    /// The step of a module's life, with all that the step needs: no module can start without its promise, or run
    /// without its generation. Lists have a word in place of it (`ModuleState`), which outlives the process.
    enum Phase {
        /// The module is started when a request needs it.
        case resolved
        /// The module starts; any number of tasks wait for the result.
        case starting(Promise<Result<Void, PluginProblem>>)
        case active(RunningModule)
        case stopping(Task<Void, Never>)
        case stopped
        case disabled
        /// The module could not be started, when it was found or later, or did not end well.
        case failed(PluginProblem)
    }

    var module: ModuleDescriptor
    var phase: Phase
    /// The number of generations so far, with the running one.
    var generationCount = 0
    /// The numbers and libraries of the generations that do not run any more.
    private var retired: [(number: Int, library: String)] = []
    /// The problem for which the last update was refused.
    var failedUpdate: PluginProblem?
    /// Whether the module's code is in this process.
    var isLoaded = false
    /// The times of the last crashes of the module's process.
    var crashes: [ContinuousClock.Instant] = []

    init(_ module: ModuleDescriptor) {
        self.module = module
        phase = module.isDisabled ? .disabled : module.problem.map { .failed($0) } ?? .resolved
    }

    /// Whether the module may be started for a module that requires it.
    var mayStart: Bool {
        switch phase {
        case .resolved, .starting, .active, .stopping: true
        case .stopped, .disabled, .failed: false
        }
    }

    var running: RunningModule? { if case .active(let generation) = phase { generation } else { nil } }

    /// Whether the module's process crashed too often.
    var isQuarantined: Bool { if case .failed(let problem) = phase { problem.code == .crashedOften } else { false } }

    /// Puts a new generation in place of the running one.
    mutating func replace(_ old: RunningModule, by new: RunningModule) {
        module = new.module
        phase = .active(new)
        failedUpdate = nil
        retire(old)
    }

    /// Notes a generation that was loaded and never ran, or takes no new request any more.
    mutating func retire(_ generation: RunningModule) {
        retired.append((generation.number, generation.module.library.path))
    }

    /// Returns the module's record for lists.
    ///
    /// - Parameters:
    ///   - obstacle: the problem of a requirement that keeps the module from running, if any.
    ///   - draining: the numbers of the earlier generations that are still in use.
    ///   - left: the module's code that was left behind.
    func record(_ obstacle: PluginProblem?, draining: Set<Int>, left: AbandonedCode?) -> ModuleRecord {
        let (state, problem) = standing(obstacle, left)
        // A library that is loaded again takes no more memory.
        let earlier = retired.count { draining.contains($0.number) || $0.library != module.library.path }
        return ModuleRecord(
            module, state: state, isLoaded: isLoaded, problem: problem, generation: running?.number,
            earlier: earlier, earlierInUse: draining.count,
            failedUpdate: problem == nil ? failedUpdate : nil, left: left)
    }

    private func standing(
        _ obstacle: PluginProblem?, _ left: AbandonedCode?
    ) -> (state: ModuleState, problem: PluginProblem?) {
        switch phase {
        case .resolved, .starting: (obstacle == nil ? .resolved : .failed, obstacle)
        case .active, .stopping: (left == nil ? .active : .degraded, nil)
        case .stopped: (.stopped, nil)
        case .disabled: (.disabled, nil)
        case .failed(let problem): (isQuarantined ? .quarantined : .failed, problem)
        }
    }
}

/// The reason why a module does not run any more.
package enum ModuleEnd: Sendable, Equatable {
    case stopped
    case disabled
    /// The module runs in another process from its next start on.
    case changesProcess
    /// A module that this one requires was stopped.
    case stoppedWith(String)
    /// The module's file is gone, and the module is not installed.
    case removed
    /// The module's process crashed; with a problem, no request starts it again.
    case crashed(ModuleCrash, PluginProblem?)

    /// The module's phase afterwards; `nil` for a module that is removed.
    var phase: ModuleEntry.Phase? {
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

    /// Returns a sentence on how the module's pages come back.
    package func remedy(_ module: String) -> String {
        switch self {
        case .stopped: "`module start \(module)` starts it again."
        case .disabled: "`module enable \(module)` enables it again."
        case .changesProcess: "Open the page again, which starts it there."
        case .stoppedWith(let other): "`module start \(other)` starts that one again."
        case .removed: "It runs again once its file is back, or it is installed."
        case .crashed: "Open the page again, which starts it anew."
        }
    }
}
