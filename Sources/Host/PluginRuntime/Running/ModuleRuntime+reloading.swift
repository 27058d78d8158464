@_spi(Host) import ModuleKit

extension ModuleRuntime {
    /// Puts what a module's file holds now in place of what runs; one that does not run is started.
    ///
    /// Requests that began on the earlier generation finish there, and those that come go to the new one. An update that
    /// fails leaves the earlier one in use.
    ///
    /// - Returns: the number of the generation that runs.
    func reload(_ module: KnownModule) async throws(LoadError) -> Int {
        while let update = updates[module.name] { _ = await update.value }
        if case .starting(let task) = slots[module.name]?.phase { _ = await task.value }
        if case .stopping(let task) = slots[module.name]?.phase { await task.value }
        switch slots[module.name]?.phase {
        case .active(let old):
            let task = Task.detached { await self.update(old, to: module) }
            updates[module.name] = task
            let result = await task.value
            updates[module.name] = nil
            try result.get()
        case .disabled: throw .disabled
        case nil: slots[module.name] = ModuleSlot(module)
        default: slots[module.name]?.module = module
        }
        try await bring(module.name, isAsked: true)
        return slots[module.name]?.running?.number ?? 0
    }

    private func update(_ old: ModuleGeneration, to module: KnownModule) async -> Result<Void, LoadError> {
        do throws(LoadError) {
            try checkDependents(of: module.info)
            try await bringRequirements(of: module.info)
            let new = nextGeneration(module)
            let registration = try await ready(new)
            do {
                try mediator.replace(by: new.leased(registration))
            } catch {
                await rollBack(new)
                throw .registration(error)
            }
            slots[module.name]?.replace(old, by: new)
            Task.detached { await self.retire(old) }
            return .success(())
        } catch {
            slots[module.name]?.failedUpdate = error
            return .failure(error)
        }
    }

    /// Those who require the module must be able to go on with it.
    private func checkDependents(of info: ModuleInfo) throws(LoadError) {
        for name in started {
            let requirements = slots[name]?.module.info.requirements ?? []
            for requirement in requirements where requirement.module == info.name && !requirement.allows(info.version) {
                throw .requiredOtherwise(by: name, requirement, found: info.version)
            }
        }
    }

    /// Stops an earlier generation once the last request on it has ended.
    private func retire(_ generation: ModuleGeneration) async {
        await generation.drain(seconds: limits.drain)
        _ = await TimeLimit.run(.seconds(limits.stop)) { await generation.runner.stop() }
        generation.runner.invalidate()
        slots[generation.module.name]?.hasDrained(generation)
    }

    /// Takes a module away for good, after it and those that require it were stopped.
    func forget(_ name: String) async {
        await stop(name, leaving: .stopped)
        slots[name] = nil
    }
}
