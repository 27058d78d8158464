@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// Starts a module with all its requirements, or waits for a start that is under way. `isAsked` is
    /// `true` if the user requests the start. Only then is a stopped or failed module started again.
    package func ensureStarted(_ name: String, isAsked: Bool = false) async throws(PluginProblem) {
        if isAsked { entries[name]?.crashes = [] }
        if isFleetModule(name), !isAsked { return }
        steps: while true {
            guard let entry = entries[name] else { throw .missing(Requirement(name, "0"..<"1")) }
            switch entry.phase {
            case .active: break steps
            case .starting(let start):
                // Two starts that wait for each other would never end.
                if waitsForThisStart(name) { throw .startingAlready(chain: startChain + [name]) }
                try await outcome(of: start, of: name)
                break steps
            case .stopping(let task): await task.value
            case .disabled: throw .disabled
            case .stopped where !isAsked: throw .stopped
            case .failed(let error) where !isAsked: throw error
            case .resolved, .stopped, .failed:
                try await beginStart(entry.module)
                break steps
            }
        }
        if isAsked { await startUnasked() }
    }

    private func beginStart(_ module: ModuleDescriptor) async throws(PluginProblem) {
        // The end of the host would not stop a module that starts now.
        if isEnding { throw .stopped }
        let chain = startChain + [module.name]
        let start = Promise<Result<Void, PluginProblem>>()
        setPhase(.starting(start), of: module.name)
        // The task begins on this thread, because a request waits for it.
        Task.immediateDetached(executorPreference: BlockingExecutor()) {
            await Self.$currentStarts.withValue(chain) { start.fulfill(await self.performStart(module)) }
        }
        try await outcome(of: start, of: module.name)
    }

    /// Waits for a start. If the current task is cancelled, throws `notAwaited`, and the start continues.
    private func outcome(of start: Promise<Result<Void, PluginProblem>>, of name: String) async throws(PluginProblem) {
        let waiting = startChain.last
        if let waiting { awaited[waiting, default: []].append(name) }
        defer {
            if let waiting, let place = awaited[waiting]?.firstIndex(of: name) { awaited[waiting]?.remove(at: place) }
        }
        guard let outcome = await start.waitUnlessCancelled() else { throw .notAwaited }
        try outcome.get()
    }

    /// The modules whose starts led to the current task. Each module's start began the start of the next module.
    @TaskLocal private static var currentStarts: [String] = []

    /// The modules of `currentStarts` that are still starting. A task that a start began may run longer than the start.
    var startChain: [String] { Self.currentStarts.filter(isStarting) }

    /// Whether a module is in `startChain`, or its start waits, directly or indirectly, for a module in `startChain`.
    private func waitsForThisStart(_ name: String) -> Bool {
        startChain.contains(name) || Self.leads(from: name, to: startChain) { awaited[$0] ?? [] }
    }

    private func performStart(_ module: ModuleDescriptor) async -> Result<Void, PluginProblem> {
        do throws(PluginProblem) {
            try await bringRequirements(of: module.info)
            let pause = entries[module.name]?.pause(limits) ?? .zero
            if pause > .zero { try? await Task.sleep(for: pause) }
            let generation = nextGeneration(module)
            try await launch(generation)
            // Nothing else has run on this actor between the registration and this line.
            setPhase(.active(generation), of: module.name)
            await mediator.publishRules(to: module.name)
            return .success(())
        } catch {
            fail(module.name, error)
            return .failure(error)
        }
    }

    /// Records the problem of a start, unless the module was removed in the meantime.
    private func fail(_ name: String, _ error: PluginProblem) {
        guard isStarting(name) else { return }
        switch error.code {
        // These problems may not exist at the next start: a requirement may run then, and the main thread may be free.
        case .requirement, .requiresDisabled, .startingAlready, .mainThreadHeld: setPhase(.resolved, of: name)
        default: setPhase(.failed(error), of: name)
        }
    }

    /// Whether a new generation is still wanted. `old` is the generation that `new` replaces, if any.
    private func isAwaited(_ new: RunningModule, insteadOf old: RunningModule?) -> Bool {
        guard !isEnding, let entry = entries[new.module.name] else { return false }
        if let old { return entry.phase.running === old }
        return entry.phase.isStarting && entry.generationCount == new.number
    }

    func bringRequirements(of info: ModuleInfo) async throws(PluginProblem) {
        if runsAlone { return }
        for requirement in info.requirements where !isMetByFleet(requirement) {
            if let problem = requirement.problem(with: entries[requirement.module]?.module.info) { throw problem }
            if entries[requirement.module]?.phase.running != nil { continue }
            guard !waitsForThisStart(requirement.module) else {
                throw .startingAlready(chain: startChain + [requirement.module])
            }
            do {
                try await ensureStarted(requirement.module)
            } catch {
                throw .notRunning(requirement)
            }
        }
    }

    /// Creates the next generation of a module, without loading it.
    func nextGeneration(_ module: ModuleDescriptor) -> RunningModule {
        let number = (entries[module.name]?.generationCount ?? 0) + 1
        entries[module.name]?.generationCount = number
        var module = module
        module.settings = settings[module.name] ?? []
        let runner = runners(module, mediator) { [weak self] in await self?.take($1, of: $0) }
        return RunningModule(number: number, module, runner: runner)
    }

    /// Loads, starts and registers a generation, which replaces the generation `old`, if any. If the registration
    /// fails, the new generation is stopped.
    func launch(_ new: RunningModule, insteadOf old: RunningModule? = nil) async throws(PluginProblem) {
        let registration = try await loadAndStart(new)
        do throws(PluginProblem) {
            try register(new, registration, insteadOf: old)
        } catch {
            new.runner.invalidate()
            // Pages and subscribers are not notified if the earlier generation continues to run.
            if old == nil { await mediator.publish(.moduleWillStop, of: new.module.info) }
            await new.stop(seconds: limits.stop, noting: journal)
            throw error
        }
    }

    private func register(
        _ new: RunningModule, _ registration: Registration, insteadOf old: RunningModule?
    ) throws(PluginProblem) {
        // In the meantime, the host may have begun to end, or the module may have been stopped or updated.
        guard isAwaited(new, insteadOf: old) else { throw .stopped }
        try checkRunning(new.module.info)
        // In the meantime, an update of another module may have added a requirement that closes a cycle.
        if old != nil { try checkCycle(of: new.module.info) }
        try checkDeclared(registration, of: new.module)
        do throws(RegistrationError) {
            let leased = new.leased(registration)
            if old == nil { try mediator.register(leased) } else { try mediator.replace(by: leased) }
        } catch {
            throw .registration(error)
        }
        if let old { replace(old, by: new) }
    }

    /// Checks that a module's required modules still run, in accepted versions. A required module may have been stopped
    /// or updated during the module's start.
    private func checkRunning(_ info: ModuleInfo) throws(PluginProblem) {
        if runsAlone { return }
        for requirement in info.requirements where !isMetByFleet(requirement) {
            guard let running = entries[requirement.module]?.phase.running else { throw .notRunning(requirement) }
            if let problem = requirement.problem(with: running.module.info) { throw problem }
        }
    }

    /// Checks that an isolated module does not declare more than its scan found. Only the declarations of the scan were
    /// compared with other modules and accepted.
    private func checkDeclared(_ registration: Registration, of module: ModuleDescriptor) throws(PluginProblem) {
        if module.isolation == nil { return }
        let scanned = module.manifest ?? catalogue.manifest(of: module.name)
        guard let scanned else { throw .undeclared("its routes", count: 1) }
        let added = Manifest(registration).declarations(excluding: scanned)
        if let first = added.first { throw .undeclared(first, count: added.count) }
    }

    /// Loads and starts a generation, and returns its declarations.
    private func loadAndStart(_ generation: RunningModule) async throws(PluginProblem) -> Registration {
        let info = generation.module.info
        let work = LongWork.begin("starting \(info.name)…")
        defer { LongWork.end(work) }
        try await inTime(generation, .load, orThrow: .loadOutOfTime(seconds: limits.start)) { try $0.load() }
        journal?.noteAddresses(of: generation.module)
        entries[info.name]?.isLoaded = true
        await mediator.publish(.moduleDidLoad, of: info)
        await mediator.publish(.moduleWillStart, of: info)
        return try await inTime(generation, .start, orThrow: .startOutOfTime(seconds: limits.start)) {
            try await $0.start()
        }
    }

    /// Runs a step of a module's start, with a note in the journal. A step that exceeds its time is abandoned.
    private func inTime<Value: Sendable>(
        _ generation: RunningModule, _ kind: ActivityTable.Kind, orThrow late: @autoclosure () -> PluginProblem,
        _ step: @escaping @Sendable (any ModuleRunner) async throws -> Value
    ) async throws(PluginProblem) -> Value {
        let (chain, runner, limit) = (Self.currentStarts, generation.runner, Duration.seconds(limits.start))
        let result = await BlockingExecutor.result(within: limit) { [journal] () -> Result<Value, any Error> in
            let slot = journal?.begin(generation.module, kind)
            defer { journal?.end(slot) }
            return await Self.$currentStarts.withValue(chain) {
                do {
                    return .success(try await step(runner))
                } catch {
                    return .failure(error)
                }
            }
        }
        if case .success(let value)? = result { return value }
        if result == nil { journal?.activities.leave(kind, of: generation.module.name) }
        runner.invalidate()
        await generation.closeStorage(seconds: limits.stop)
        guard case .failure(let error)? = result else { throw late() }
        throw error as? PluginProblem ?? .notStarted(reason: error)
    }
}
