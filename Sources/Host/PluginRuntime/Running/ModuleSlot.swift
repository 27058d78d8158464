/// What is known of one module while the host runs.
struct ModuleSlot {
    enum Phase {
        /// It is started when a request needs it.
        case resolved
        case starting(Task<Result<Void, LoadError>, Never>)
        case active(any ModuleRunner)
        case stopping(Task<Void, Never>)
        case stopped
        case disabled
        case failed(LoadError)
        /// It could not be started when it was found.
        case refused(Refusal)
    }

    let module: KnownModule
    var phase: Phase
    /// Whether its code is in this process.
    var isLoaded = false

    init(_ module: KnownModule) {
        self.module = module
        phase = module.isDisabled ? .disabled : module.refusal.map(Phase.refused) ?? .resolved
    }

    /// The module for lists.
    var record: ModuleRecord {
        let (state, refusal): (ModuleState, Refusal?) =
            switch phase {
            case .resolved, .starting: (.resolved, nil)
            case .active, .stopping: (.active, nil)
            case .stopped: (.stopped, nil)
            case .disabled: (.disabled, nil)
            case .failed(let error):
                (
                    .failed,
                    Refusal(module: module.name, file: module.file, source: module.source, error: error)
                )
            case .refused(let refusal): (.failed, refusal)
            }
        return ModuleRecord(module, state: state, isLoaded: isLoaded, refusal: refusal)
    }
}
