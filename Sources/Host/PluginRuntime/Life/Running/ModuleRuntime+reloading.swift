@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// Replaces a running module with the present content of its file, or starts the module if it does not run.
    ///
    /// Requests that began on the earlier generation finish there, and new requests go to the new generation. If an
    /// update fails, the earlier generation stays in use.
    ///
    /// - Parameters:
    ///   - found: the module, with its present content.
    ///   - update: the reader that found the module. If it is given, the module's isolation is read again, because the
    ///     user may have changed the isolation since the module was found.
    ///   - isAsked: whether the user requests the reload, which also starts a stopped module again.
    /// - Returns: the number of the running generation; `nil` if the module stays stopped.
    package func reload(
        _ found: ModuleDescriptor, by update: ModuleFileReader? = nil, isAsked: Bool = true
    ) async throws(PluginProblem) -> Int? {
        // The module's URLs are redacted from now on, because requests may contain them even if the module never runs.
        if let manifest = found.manifest { mediator.redact(manifest, of: found.name) }
        await settle(found.name)
        if isEnding { throw .stopped }
        var module = found
        if let update { module.isolation = try update.isolation(of: found) }
        switch entries[module.name]?.phase {
        case .active(let old):
            // Another host may have disabled the module since it was found.
            if module.isDisabled {
                await stop(module.name, because: .disabled)
                throw .disabled
            }
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
            // `module enable` will run the new content.
            if case .disabled = phase { throw .disabled }
            if case .stopped = phase, !isAsked { return nil }
            // The same content would crash again.
            if entries[module.name]?.phase.isQuarantined == true, isSame, !isAsked { return nil }
        }
        try await ensureStarted(module.name, isAsked: true)
        return entries[module.name]?.phase.running?.number
    }

    /// Waits until no start, stop or update of a module is under way.
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

    /// Records the problems of a file's modules. The list is empty if the modules were loaded, or if the file is gone.
    func refuse(_ records: [ModuleRecord], of file: String) { refusedFiles[file] = records.isEmpty ? nil : records }

    /// Records the problem because of which a module's file was not loaded. The running generation continues.
    package func refuseUpdate(of name: String, _ error: PluginProblem) { entries[name]?.failedUpdate = error }

    /// Removes the problem of the last update, such as when the module's file has the running content again.
    package func forgetUpdate(of name: String) { entries[name]?.failedUpdate = nil }

    private func update(_ old: RunningModule, to module: ModuleDescriptor) async -> Result<Void, PluginProblem> {
        // A caller that has waited for this task must not find an update under way.
        defer { updates[module.name] = nil }
        do throws(PluginProblem) {
            try checkDependents(of: module.info)
            try checkCycle(of: module.info)
            try await bringRequirements(of: module.info)
            let new = nextGeneration(module)
            do throws(PluginProblem) {
                try await launch(new, insteadOf: old)
            } catch {
                entries[module.name]?.retire(new)
                throw error
            }
            await mediator.publishRules(to: module.name)
            await pages?.supersede(module.name, openPages(of: module.name))
            BlockingExecutor.task { await self.retire(old) }
            return .success(())
        } catch {
            entries[module.name]?.failedUpdate = error
            return .failure(error)
        }
    }

    /// Replaces a running generation with a new one. Requests and pages may still use the earlier one.
    func replace(_ old: RunningModule, by new: RunningModule) {
        entries[new.module.name]?.module = new.module
        entries[new.module.name]?.failedUpdate = nil
        entries[new.module.name]?.retire(old)
        setPhase(.active(new), of: new.module.name)
        draining.append(old)
        // The new generation may require modules that were started after this module.
        started = StartOrder(started.compactMap { entries[$0]?.module.info }).names
    }

    /// Checks that the modules that require this one accept its version.
    private func checkDependents(of info: ModuleInfo) throws(PluginProblem) {
        for name in started + entries.keys.filter(isStarting) {
            let requirements = entries[name]?.module.info.requirements ?? []
            for requirement in requirements
            where requirement.module == info.name && !requirement.versions.contains(info.version) {
                throw .requiredOtherwise(by: name, requirement, found: info.version)
            }
        }
    }

    /// Checks that a module does not require itself, directly or indirectly: no module of a cycle could start first.
    func checkCycle(of info: ModuleInfo) throws(PluginProblem) {
        if runsAlone || info.requirements.isEmpty { return }
        let others = entries.values.map(\.module.info).filter { $0.name != info.name }
        if let cycle = StartOrder([info] + others).cycles[info.name] { throw .cycle(cycle) }
    }

    /// Stops an earlier generation after its last request has ended (or its drain limit has passed), and its last page
    /// is closed.
    private func retire(_ generation: RunningModule) async {
        await generation.drain(seconds: limits.drain)
        await generation.pages.waitUntilClosed()
        await stopRetired(generation)
    }

    /// Stops an earlier generation, unless the end of the host has stopped it.
    func stopRetired(_ generation: RunningModule) async {
        guard let place = draining.firstIndex(where: { $0 === generation }) else { return }
        draining.remove(at: place)
        await generation.stop(seconds: limits.stop, noting: journal)
        generation.runner.invalidate()
    }
}
