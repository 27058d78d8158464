@_spi(Host) import ModuleKit

/// A module of a running host: its descriptor, the phase of its life, and what is kept of its generations.
struct ModuleEntry {
    var module: ModuleDescriptor
    /// After the entry is made, `ModuleRuntime.setPhase` alone sets it.
    var phase: ModulePhase
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
        let (state, problem) = phase.state(obstacle, left)
        // A library that is loaded again takes no more memory.
        let earlier = retired.count { draining.contains($0.number) || $0.library != module.library.path }
        return ModuleRecord(
            module, state: state, isLoaded: isLoaded, problem: problem, generation: phase.running?.number,
            earlier: earlier, earlierInUse: draining.count,
            failedUpdate: problem == nil ? failedUpdate : nil, left: left)
    }
}
