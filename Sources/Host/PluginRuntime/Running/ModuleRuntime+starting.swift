@_spi(Host) import ModuleKit

extension ModuleRuntime {
    /// Sees to it that a module runs, with all that it requires; whoever comes while it starts waits for the same start.
    ///
    /// - Parameter isAsked: whether the user asks for it, so that one that was stopped, or that failed, is started again.
    func bring(_ name: String, isAsked: Bool = false) async throws(LoadError) {
        while let slot = slots[name] {
            switch slot.phase {
            case .active: return
            case .starting(let task): return try await outcome(of: task)
            case .stopping(let task): await task.value
            case .disabled: throw .disabled
            case .stopped where !isAsked: throw .stopped
            case .failed(let error) where !isAsked: throw error
            case .refused(let refusal) where !isAsked: throw .scanned(ScanRefusal(refusal))
            case .resolved, .stopped, .failed, .refused: return try await begin(slot.module)
            }
        }
        throw .requirement(.missing(Requirement(name, VersionRange(from: Version(0)))))
    }

    private func begin(_ module: KnownModule) async throws(LoadError) {
        let chain = StartChain.current + [module.name]
        let task = Task.detached {
            await StartChain.$current.withValue(chain) { await self.run(module) }
        }
        setPhase(.starting(task), of: module.name)
        try await outcome(of: task)
    }

    /// Waits for a start; whoever is cancelled waits no longer, and the start goes on for the others.
    private func outcome(of task: Task<Result<Void, LoadError>, Never>) async throws(LoadError) {
        guard let result = await task.valueUnlessCancelled else { throw .notAwaited }
        try result.get()
    }

    private func run(_ module: KnownModule) async -> Result<Void, LoadError> {
        let runner = runners.runner(for: module, mediator: mediator)
        do throws(LoadError) {
            try await bringRequirements(of: module.info)
            try await launch(runner, module)
            setPhase(.active(runner), of: module.name)
            started.append(module.name)
            return .success(())
        } catch .requirement(let fault) {
            // Once what it requires runs, so may it.
            setPhase(.resolved, of: module.name)
            return .failure(.requirement(fault))
        } catch {
            setPhase(.failed(error), of: module.name)
            mediator.setDormant(module.name, .failed)
            return .failure(error)
        }
    }

    private func bringRequirements(of info: ModuleInfo) async throws(LoadError) {
        if runsAlone { return }
        for requirement in info.requirements {
            guard let found = slots[requirement.module]?.module.info else {
                throw .requirement(.missing(requirement))
            }
            guard requirement.allows(found.version) else {
                throw .requirement(.wrongVersion(requirement, found: found.version))
            }
            let chain = StartChain.current
            guard !chain.contains(requirement.module) else {
                throw .startingAlready(chain: chain + [requirement.module])
            }
            do {
                try await bring(requirement.module)
            } catch {
                throw .requirement(.notRunning(requirement))
            }
        }
    }

    /// Loads, starts and registers a module; what fails leaves nothing behind.
    private func launch(_ runner: any ModuleRunner, _ module: KnownModule) async throws(LoadError) {
        try runner.load()
        slots[module.name]?.isLoaded = true
        await mediator.publish(.moduleDidLoad, of: module.info)
        await mediator.publish(.moduleWillStart, of: module.info)
        let registration = try await startInTime(runner)
        do {
            try mediator.register(registration)
        } catch {
            runner.invalidate()
            await mediator.publish(.moduleWillStop, of: module.info)
            _ = await TimeLimit.run(.seconds(limits.stop)) { await runner.stop() }
            throw .registration(error)
        }
    }

    /// What a module declares once it has started; one that does not end in time is left behind.
    func startInTime(_ runner: any ModuleRunner) async throws(LoadError) -> Registration {
        let chain = StartChain.current
        let result = await TimeLimit.run(.seconds(limits.start)) { () -> Result<Registration, any Error> in
            await StartChain.$current.withValue(chain) {
                do {
                    return .success(try await runner.start())
                } catch {
                    return .failure(error)
                }
            }
        }
        switch result {
        case .success(let registration)?: return registration
        case .failure(let error)?:
            runner.invalidate()
            throw .notStarted(reason: error)
        case nil:
            runner.invalidate()
            throw .startOutOfTime(seconds: limits.start)
        }
    }
}
