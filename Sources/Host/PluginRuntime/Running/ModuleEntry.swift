@_spi(Host) package import ModuleKit

/// What is known of one module while the host runs.
package struct ModuleEntry {
    package enum Phase {
        /// It is started when a request needs it.
        case resolved
        /// Its start is on its way; any number of tasks wait for the result.
        case starting(Promise<Result<Void, LoadError>>)
        case active(RunningModule)
        case stopping(Task<Void, Never>)
        case stopped
        case disabled
        case failed(LoadError)
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
    var failedUpdate: LoadError?
    /// Whether its code is in this process.
    var isLoaded = false

    init(_ module: ModuleDescriptor) {
        self.module = module
        phase = module.isDisabled ? .disabled : module.refusal.map(Phase.refused) ?? .resolved
    }

    /// Whether it may be started for whoever requires it.
    var mayStart: Bool {
        switch phase {
        case .resolved, .starting, .active, .stopping: true
        case .stopped, .disabled, .failed, .refused: false
        }
    }

    /// The generation that runs.
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
    /// - Parameter obstacle: what it requires and what does not run.
    func record(_ obstacle: Requirement?) -> ModuleRecord {
        let (state, reason): (ModuleState, Refusal?) =
            switch phase {
            case .resolved, .starting: (obstacle == nil ? .resolved : .failed, obstacle.map(refusal))
            case .active, .stopping: (.active, nil)
            case .stopped: (.stopped, nil)
            case .disabled: (.disabled, nil)
            case .failed(let error): (.failed, refusal(error))
            case .refused(let refusal): (.failed, refusal)
            }
        let fault = reason == nil ? failedUpdate.map(refusal) : nil
        return ModuleRecord(
            module, state: state, isLoaded: isLoaded, refusal: reason, generation: running?.number,
            earlier: retired.filter { $0.isDraining || $0.library != module.library.path }, failedUpdate: fault)
    }

    private func refusal(_ requirement: Requirement) -> Refusal { refusal(.requirement(.notRunning(requirement))) }

    private func refusal(_ error: LoadError) -> Refusal {
        Refusal(module: module.name, file: module.file, source: module.source, error: error)
    }
}

/// A module that does not run, and that has what a URL asks for, or may have.
package struct UnavailableModule: Sendable {
    let record: ModuleRecord
    /// Whether it is known to have it; otherwise nobody knows what it has, and it bears the name that the URL begins with.
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
