@_spi(Host) import ModuleKit

/// The phase of a module's life, with the value that belongs to it: the promise of a start, the generation that runs,
/// or the task of a stop.
///
/// ```text
/// resolved → starting → active → stopping → resolved, stopped, disabled, failed, or gone
///    ↑           ↓         ↺ an update replaces the running generation with the next one
///    └──── failed, stopped, disabled: the user starts or enables the module, or the problem is solved
/// ```
///
/// The rest of a module's status follows from its phase: the order of stops, whether a request starts the module (the
/// mediator's idle modules), whether another host answers for it, and its state in lists.
enum ModulePhase {
    /// The module is started when a request needs it.
    case resolved
    /// The module starts; any number of tasks wait for the result.
    case starting(Promise<Result<Void, PluginProblem>>)
    case active(RunningModule)
    case stopping(Task<Void, Never>)
    case stopped
    case disabled
    /// The module was refused when it was found, its start failed, or it did not stop normally.
    case failed(PluginProblem)

    /// Whether the module may be started for a module that requires it.
    var mayStart: Bool {
        switch self {
        case .resolved, .starting, .active, .stopping: true
        case .stopped, .disabled, .failed: false
        }
    }

    var isStarting: Bool { if case .starting = self { true } else { false } }

    var isStopping: Bool { if case .stopping = self { true } else { false } }

    var running: RunningModule? { if case .active(let generation) = self { generation } else { nil } }

    /// Whether the module's process crashed too often.
    var isQuarantined: Bool { if case .failed(let problem) = self { problem.code == .crashedOften } else { false } }

    /// Returns the state for lists, and the problem that keeps the module from running.
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
    /// Sets a module's phase, and everything that follows from it: its place in the order of stops, whether requests
    /// start the module, and whether another host may answer for it.
    func setPhase(_ phase: ModulePhase, of name: String) {
        guard entries[name] != nil else { return }
        entries[name]?.phase = phase
        switch phase {
        // While the module starts, runs or stops, its registration decides whether requests reach it.
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
        // This host takes precedence over other hosts.
        case .resolved: leaveFleetModule(name)
        // The module is not unregistered: a request for it gets the error (see `makeIdle`).
        case .failed(let problem) where problem.code != .stopOutOfTime: break
        default: mediator.unregister(owner: name)
        }
        useFleetModule(name)
        makeIdle(name)
    }

    /// Lets requests start a module, unless another host answers for it. A request for a module whose start failed gets
    /// the error.
    func makeIdle(_ name: String) {
        if isFleetModule(name) { return }
        switch entries[name]?.phase {
        case .resolved, .starting: mediator.makeIdle(name)
        case .failed(let problem) where problem.code != .stopOutOfTime: mediator.makeIdle(name)
        default: break
        }
    }

    /// Removes a module that is no longer found.
    func removeEntry(of name: String) {
        entries[name] = nil
        started.removeAll { $0 == name }
        mediator.unregister(owner: name)
        useFleetModule(name)
        modulesChanged?()
    }
}
