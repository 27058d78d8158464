@_spi(Host) package import ModuleKit

/// A module of a running host.
package struct ModuleEntry {
    /// The step of a module's life, with all that the step needs.
    ///
    /// `ModuleState` cannot take its place. A phase owns live objects, so that no module can start without its promise or run
    /// without its generation, and exists only for modules that can start. A state is a word for lists, programs and start
    /// images: it outlives the process, and files without a module have one, too. `ModuleState.init(_:)` and
    /// `startsOnRequest` derive the two views of a phase, for lists and for requests.
    package enum Phase {
        /// The module is started when a request needs it.
        case resolved
        /// The module starts; any number of tasks wait for the result.
        case starting(Promise<Result<Void, PluginProblem>>)
        case active(RunningModule)
        case stopping(Task<Void, Never>)
        case stopped
        case disabled
        case failed(PluginProblem)
        /// The module could not be started when it was found.
        case refused(Refusal)
    }

    var module: ModuleDescriptor
    var phase: Phase
    /// The number of generations so far, with the running one.
    var generationCount = 0
    /// The generations that do not run any more, in order.
    private(set) var retired: [RetiredGeneration] = []
    /// The problem for which the last update was refused.
    var failedUpdate: PluginProblem?
    /// Whether the module's code is in this process.
    var isLoaded = false
    /// The crashes of the module's process.
    var crashes = CrashHistory()

    init(_ module: ModuleDescriptor) {
        self.module = module
        phase = module.isDisabled ? .disabled : module.refusal.map(Phase.refused) ?? .resolved
    }

    /// Whether the module may be started for a module that requires it.
    var mayStart: Bool {
        switch phase {
        case .resolved, .starting, .active, .stopping: true
        case .stopped, .disabled, .failed, .refused: false
        }
    }

    var running: RunningModule? { if case .active(let generation) = phase { generation } else { nil } }

    /// Puts a new generation in place of the running one.
    mutating func replace(_ old: RunningModule, by new: RunningModule) {
        module = new.module
        phase = .active(new)
        failedUpdate = nil
        retired.append(RetiredGeneration(old, isDraining: true))
    }

    /// Notes a generation that was loaded and never ran, or does not run any more.
    mutating func retire(_ generation: RunningModule) {
        retired.append(RetiredGeneration(generation, isDraining: false))
    }

    /// Notes that an earlier generation has no requests any more.
    mutating func noteDrained(_ generation: RunningModule) {
        guard let place = retired.firstIndex(where: { $0.generation == generation.number }) else { return }
        retired[place].isDraining = false
    }

    /// Returns the module's record for lists.
    ///
    /// - Parameter obstacle: the problem of a requirement that keeps the module from running, if any.
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
    /// Whether the module's process crashed too often.
    var isQuarantined: Bool { if case .failed(let problem) = self { problem.code == .crashedOften } else { false } }

    /// Whether a request starts the module; `nil` if the registration in the mediator decides it.
    var startsOnRequest: Bool? {
        switch self {
        case .resolved: true
        case .starting, .active, .stopping: nil
        // A module that did not stop in time ran, and no request starts it again.
        case .failed(let problem): problem.code != .stopOutOfTime
        case .stopped, .disabled, .refused: false
        }
    }
}

/// A module that does not run and has, or may have, the route for a URL.
package struct UnavailableModule: Sendable {
    let record: ModuleRecord
    /// Whether the module has the route for certain; otherwise its declarations are unknown, and the URL begins with its name.
    let isCertain: Bool

    /// A sentence on the module that does not run, and on the remedy.
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
