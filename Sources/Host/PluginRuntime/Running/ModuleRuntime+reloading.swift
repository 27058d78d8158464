@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// Puts what a module's file holds now in place of what runs; one that does not run is started.
    ///
    /// Requests that began on the earlier generation finish there, and those that come go to the new one. An update that
    /// fails leaves the earlier one in use.
    ///
    /// - Parameters:
    ///   - update: what found the module; the user may have isolated it since.
    ///   - isAsked: whether the user asks for it, so that one that was stopped is started again.
    /// - Returns: the number of the generation that runs; `nil` where it stays stopped.
    package func reload(
        _ found: ModuleDescriptor, by update: ModuleUpdate? = nil, isAsked: Bool = true
    ) async throws(PluginProblem) -> Int? {
        // Whether it comes to run or not, it may be asked for.
        if let manifest = found.manifest { mediator.redact(manifest, of: found.name) }
        await settle(found.name)
        if isEnding { throw .stopped }
        var module = found
        if let update { module.isolation = try update.isolation(of: found) }
        switch entries[module.name]?.phase {
        case .active(let old):
            let task = Task.detached(executorPreference: BlockingExecutor()) { [module] in
                await self.update(old, to: module)
            }
            updates[module.name] = task
            try await task.value.get()
        case nil: entries[module.name] = ModuleEntry(module)
        case let phase?:
            try checkCycle(of: module.info)
            let isSame = has(module.name, module.content)
            entries[module.name]?.module = module
            forgetUpdate(of: module.name)
            // It is what `module enable` will run.
            if case .disabled = phase { throw .disabled }
            if case .stopped = phase, !isAsked { return nil }
            // What crashed too often would do so again.
            if phase.isQuarantined, isSame, !isAsked { return nil }
        }
        try await ensureStarted(module.name, isAsked: true)
        return entries[module.name]?.running?.number
    }

    /// Waits until nothing is on its way that changes which generation of a module runs.
    func settle(_ name: String) async {
        while true {
            if let update = updates[name] {
                _ = await update.value
                continue
            }
            switch entries[name]?.phase {
            case .starting(let start): _ = await start.wait()
            case .stopping(let task): await task.value
            default: return
            }
        }
    }

    /// Notes why the modules of a file were not taken; none where they were, or it is gone.
    func refuse(_ refusals: [Refusal], of file: String) { refusedFiles[file] = refusals.isEmpty ? nil : refusals }

    /// Notes why a module's file was not even tried; what runs goes on.
    package func refuseUpdate(of name: String, _ error: PluginProblem) { entries[name]?.failedUpdate = error }

    /// Notes that a module's file holds again what runs.
    package func forgetUpdate(of name: String) { entries[name]?.failedUpdate = nil }

    private func update(_ old: RunningModule, to module: ModuleDescriptor) async -> Result<Void, PluginProblem> {
        // A caller that waits for the end of the update finds that it is over.
        defer { updates[module.name] = nil }
        do throws(PluginProblem) {
            try checkDependents(of: module.info)
            try checkCycle(of: module.info)
            try await bringRequirements(of: module.info)
            let new = nextGeneration(module)
            do throws(PluginProblem) {
                try await take(new, insteadOf: old)
            } catch {
                entries[module.name]?.retire(new)
                throw error
            }
            draining.append(old)
            await pages?.supersede(module.name, openPages(of: module.name))
            BlockingExecutor.task { await self.retire(old) }
            return .success(())
        } catch {
            entries[module.name]?.failedUpdate = error
            return .failure(error)
        }
    }

    private func take(_ new: RunningModule, insteadOf old: RunningModule) async throws(PluginProblem) {
        let registration = try await ready(new)
        do throws(PluginProblem) {
            try put(new, registration, inPlaceOf: old)
        } catch {
            // The module itself goes on: its pages and subscribers are told of no end.
            await discard(new)
            throw error
        }
        await mediator.publishRules(to: new.module.name)
    }

    private func put(
        _ new: RunningModule, _ registration: Registration, inPlaceOf old: RunningModule
    ) throws(PluginProblem) {
        let name = new.module.name
        // It may have been stopped meanwhile, for a module that it requires or at the end of the host.
        guard !isEnding, entries[name]?.running === old else { throw .stopped }
        try checkRunning(new.module.info)
        // What it requires may have been updated meanwhile.
        try checkCycle(of: new.module.info)
        try checkDeclared(registration, of: new.module)
        do {
            try mediator.replace(by: new.leased(registration))
        } catch {
            throw .registration(error)
        }
        entries[name]?.replace(old, by: new)
        // What it requires now may have been started after it.
        started = StartOrder(started.compactMap { entries[$0]?.module.info }).names
    }

    /// Those who require the module must be able to go on with it.
    private func checkDependents(of info: ModuleInfo) throws(PluginProblem) {
        for name in started + entries.keys.filter(isStarting) {
            let requirements = entries[name]?.module.info.requirements ?? []
            for requirement in requirements
            where requirement.module == info.name && !requirement.versions.contains(info.version) {
                throw .requiredOtherwise(by: name, requirement, found: info.version)
            }
        }
    }

    /// A module must not require itself, directly or not: none of those in a cycle could start before the others.
    private func checkCycle(of info: ModuleInfo) throws(PluginProblem) {
        if runsAlone || info.requirements.isEmpty { return }
        let others = entries.values.map(\.module.info).filter { $0.name != info.name }
        if let cycle = StartOrder([info] + others).cycles[info.name] { throw .cycle(cycle) }
    }

    /// Stops an earlier generation once the last request on it has ended, and its last page has left.
    private func retire(_ generation: RunningModule) async {
        await generation.drain(seconds: limits.drain)
        await generation.pages.haveLeft()
        await stopRetired(generation)
    }

    /// Stops an earlier generation, unless the end of the host did.
    func stopRetired(_ generation: RunningModule) async {
        guard let place = draining.firstIndex(where: { $0 === generation }) else { return }
        draining.remove(at: place)
        await generation.stop(seconds: limits.stop, noting: journal)
        generation.runner.invalidate()
        entries[generation.module.name]?.hasDrained(generation)
    }

    /// Takes a module away for good, after it and those that require it were stopped.
    package func forget(_ name: String) async {
        await stop(name, leaving: nil, because: .removed)
    }
}
