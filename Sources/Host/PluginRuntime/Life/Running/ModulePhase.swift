@_spi(Host) import ModuleKit

/// The step of a module's life, with all that the step needs: no module can start without its promise, or run without
/// its generation.
///
/// ```text
/// resolved → starting → active → stopping → resolved, stopped, disabled, failed, or gone
///    ↑           ↓         ↺ an update puts the next generation in place of the running one
///    └──── failed, stopped, disabled: the user starts or enables the module, or the problem is over
/// ```
///
/// Everything else that says where a module stands follows from it: the order of stops, what a request starts (the
/// mediator's idle modules), whether another host answers, and the state in lists.
enum ModulePhase {
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

    /// Whether the module may be started for a module that requires it.
    var mayStart: Bool {
        switch self {
        case .resolved, .starting, .active, .stopping: true
        case .stopped, .disabled, .failed: false
        }
    }

    var isStarting: Bool { if case .starting = self { true } else { false } }

    var running: RunningModule? { if case .active(let generation) = self { generation } else { nil } }

    /// Whether the module's process crashed too often.
    var isQuarantined: Bool { if case .failed(let problem) = self { problem.code == .crashedOften } else { false } }

    /// Returns the state for lists, with the problem for which the module does not run.
    func state(
        _ obstacle: PluginProblem?, _ left: AbandonedCode?
    ) -> (state: ModuleState, problem: PluginProblem?) {
        switch self {
        case .resolved, .starting: (obstacle == nil ? .resolved : .failed, obstacle)
        case .active, .stopping: (left == nil ? .active : .degraded, nil)
        case .stopped: (.stopped, nil)
        case .disabled: (.disabled, nil)
        case .failed(let problem): (isQuarantined ? .quarantined : .failed, problem)
        }
    }
}

extension ModuleRuntime {
    /// Sets a module's phase, and all that follows from it: the place in the order of stops, whether requests start the
    /// module, and whether another host may answer for it.
    func setPhase(_ phase: ModulePhase, of name: String) {
        guard entries[name] != nil else { return }
        entries[name]?.phase = phase
        switch phase {
        // The registration decides whether requests reach the module.
        case .starting: leaveFleetModule(name)
        case .active: if !started.contains(name) { started.append(name) }
        case .stopping: break
        case .resolved, .stopped, .disabled, .failed: leaveRunning(name, phase)
        }
        modulesChanged?()
    }

    private func leaveRunning(_ name: String, _ phase: ModulePhase) {
        started.removeAll { $0 == name }
        switch phase {
        // This host answers first.
        case .resolved: leaveFleetModule(name)
        // The module ran, and no request starts it again.
        case .failed(let problem) where problem.code != .stopOutOfTime: break
        default: mediator.unregister(owner: name)
        }
        useFleetModule(name)
        makeIdle(name)
    }

    /// Lets requests start a module that another host does not answer for. A request that needs a module whose start
    /// failed gets the error.
    func makeIdle(_ name: String) {
        if isFleetModule(name) { return }
        switch entries[name]?.phase {
        case .resolved, .starting: mediator.makeIdle(name)
        case .failed(let problem) where problem.code != .stopOutOfTime: mediator.makeIdle(name)
        default: break
        }
    }

    /// Forgets a module that is not found any more.
    func removeEntry(of name: String) {
        entries[name] = nil
        started.removeAll { $0 == name }
        mediator.unregister(owner: name)
        useFleetModule(name)
        modulesChanged?()
    }
}
