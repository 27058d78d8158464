@_spi(Host) import ModuleKit

/// A module of a running host: its descriptor, its phase, and a record of its generations.
struct ModuleEntry {
    var module: ModuleDescriptor
    /// Set only by `ModuleRuntime.setPhase` after the entry is created.
    var phase: ModulePhase
    /// The number of generations so far, including the running one.
    var generationCount = 0
    /// The numbers and libraries of the generations that do not accept new requests.
    private var retired: [(number: Int, library: String)] = []
    /// The problem because of which the last update was refused.
    var failedUpdate: PluginProblem?
    /// Whether a generation of the module was loaded, in this process or in a separate one.
    var isLoaded = false
    /// The times of the last crashes of the module's process.
    var crashes: [ContinuousClock.Instant] = []

    init(_ module: ModuleDescriptor) {
        self.module = module
        phase = module.isDisabled ? .disabled : module.problem.map { .failed($0) } ?? .resolved
    }

    /// Records a generation that was loaded but never ran, or that no longer accepts requests.
    mutating func retire(_ generation: RunningModule) {
        retired.append((generation.number, generation.module.library.path))
    }

    /// Returns the module's record for lists.
    ///
    /// - Parameters:
    ///   - obstacle: the problem of a requirement that keeps the module from running, if any.
    ///   - draining: the numbers of the earlier generations that are still in use.
    ///   - left: the module's abandoned code.
    func record(_ obstacle: PluginProblem?, draining: Set<Int>, left: AbandonedCode?) -> ModuleRecord {
        let (state, problem) = phase.state(obstacle, left)
        // A library that is loaded again does not take more memory.
        let earlier = retired.count { draining.contains($0.number) || $0.library != module.library.path }
        return ModuleRecord(
            module, state: state, isLoaded: isLoaded, problem: problem, generation: phase.running?.number,
            earlier: earlier, earlierInUse: draining.count,
            failedUpdate: problem == nil ? failedUpdate : nil, left: left)
    }
}
