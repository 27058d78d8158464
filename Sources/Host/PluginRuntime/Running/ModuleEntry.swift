@_spi(Host) package import ModuleKit

/// A module of a running host.
package struct ModuleEntry {
    /// The step of its life that the module is in, with all that the step needs.
    ///
    /// `ModuleState` cannot take its place. A phase owns live objects, so that none can start without its promise or run
    /// without its generation, and exists only for modules that can start. A state is a word for lists, programs and start
    /// images: it outlives the process, and files without a module have one, too. `ModuleState.init(_:)` and
    /// `requestState` derive the two views of a phase, for lists and for requests.
    package enum Phase {
        /// It is started when a request needs it.
        case resolved
        /// Its start is in progress; any number of tasks wait for the result.
        case starting(Promise<Result<Void, PluginProblem>>)
        case active(RunningModule)
        case stopping(Task<Void, Never>)
        case stopped
        case disabled
        case failed(PluginProblem)
        /// It could not be started when it was found.
        case refused(Refusal)
    }

    var module: ModuleDescriptor
    var phase: Phase
    /// How many generations there were, the one that runs among them.
    var generationCount = 0
    /// Those that do not run, the first one first.
    private(set) var retired: [RetiredGeneration] = []
    /// Why the last update was not taken.
    var failedUpdate: PluginProblem?
    /// Whether its code is in this process.
    var isLoaded = false
    /// The crashes of its process.
    var crashes = CrashHistory()

    init(_ module: ModuleDescriptor) {
        self.module = module
        phase = module.isDisabled ? .disabled : module.refusal.map(Phase.refused) ?? .resolved
    }

    /// Whether it may be started for a module that requires it.
    var mayStart: Bool {
        switch phase {
        case .resolved, .starting, .active, .stopping: true
        case .stopped, .disabled, .failed, .refused: false
        }
    }

    var running: RunningModule? { if case .active(let generation) = phase { generation } else { nil } }

    /// Puts a new generation in place of the one that runs.
    mutating func replace(_ old: RunningModule, by new: RunningModule) {
        module = new.module
        phase = .active(new)
        failedUpdate = nil
        retired.append(RetiredGeneration(old, isDraining: true))
    }

    /// Notes a generation that was loaded and never ran, or runs no more.
    mutating func retire(_ generation: RunningModule) {
        retired.append(RetiredGeneration(generation, isDraining: false))
    }

    /// Notes that no request is on an earlier generation any more.
    mutating func hasDrained(_ generation: RunningModule) {
        guard let place = retired.firstIndex(where: { $0.generation == generation.number }) else { return }
        retired[place].isDraining = false
    }

    /// The module for lists.
    ///
    /// - Parameter obstacle: what keeps it from running of what it requires.
    func record(_ obstacle: PluginProblem?) -> ModuleRecord {
        let reason: Refusal? =
            switch phase {
            case .resolved, .starting: obstacle.map(refusal)
            case .active, .stopping, .stopped, .disabled: nil
            case .failed(let error): refusal(error)
            case .refused(let refusal): refusal
            }
        let fault = reason == nil ? failedUpdate.map { refusal($0).ofUpdate } : nil
        return ModuleRecord(
            module, state: reason == nil ? ModuleState(phase) : phase.isQuarantined ? .quarantined : .failed,
            isLoaded: isLoaded, refusal: reason,
            generation: running?.number,
            earlier: retired.filter { $0.isDraining || $0.library != module.library.path }, failedUpdate: fault)
    }

    private func refusal(_ error: PluginProblem) -> Refusal {
        Refusal(module: module.name, file: module.file, source: module.source, error)
    }
}

extension ModuleState {
    /// The state of a module whose requirements run.
    init(_ phase: ModuleEntry.Phase) {
        self =
            switch phase {
            case .resolved, .starting: .resolved
            case .active, .stopping: .active
            case .stopped: .stopped
            case .disabled: .disabled
            case .failed, .refused: .failed
            }
    }
}

extension ModuleEntry.Phase {
    /// Whether its process crashed too often.
    var isQuarantined: Bool { if case .failed(let problem) = self { problem.code == .crashedOften } else { false } }

    /// The state from the view of requests; `nil` where the registration in the mediator decides it.
    var requestState: LazyModules.State? {
        switch self {
        case .resolved: .idle
        case .starting, .active, .stopping: nil
        // It ran, and no request starts it again.
        case .failed(let problem) where problem.code == .stopOutOfTime: .gone
        case .failed: .failed
        case .stopped, .disabled, .refused: .gone
        }
    }
}

/// A module that does not run, and that has what a URL asks for, or may have.
package struct UnavailableModule: Sendable {
    let record: ModuleRecord
    /// Whether it is known to have it; otherwise the host does not know what it has, and it bears the name that the URL begins with.
    let isCertain: Bool

    /// That it does not run, and what to do.
    package var absence: String {
        let name = record.name
        let remedy =
            switch record.state {
            case .disabled: "it is disabled; enable it with `module enable \(name)`"
            case .stopped: "it was stopped; start it with `module start \(name)`"
            default: "it does not run; see why with `module why \(name)`"
            }
        return "\(name) \(isCertain ? "answers" : "may answer") it, but \(remedy)"
    }
}
