@_spi(Host) import ModuleKit

extension ModuleRuntime {
    /// Stops a module, and before it those that require it, the last one first.
    ///
    /// - Parameters:
    ///   - phase: what it is afterwards; those that require it are started again when they are needed.
    ///   - end: what its pages say.
    /// - Returns: the modules that were stopped, in that order.
    @discardableResult
    func stop(_ name: String, leaving phase: ModuleSlot.Phase, because end: ModuleEnd = .stopped) async -> [String] {
        await settle(name)
        var stopped: [String] = []
        while let dependent = started.last(where: { requires($0, name) }) {
            if await stopAlone(dependent, because: .stoppedWith(name)) { rest(dependent) }
            stopped.append(dependent)
        }
        var hasEnded = true
        if started.contains(name) {
            hasEnded = await stopAlone(name, because: end)
            stopped.append(name)
        }
        if hasEnded { setPhase(phase, of: name) }
        mediator.setDormant(name, .gone)
        return stopped
    }

    /// Has a module be started again when a request needs it.
    private func rest(_ name: String) {
        setPhase(.resolved, of: name)
        mediator.setDormant(name, .dormant)
    }

    /// Stops a module that runs; whoever comes while it stops waits for the same end.
    ///
    /// - Returns: whether it ended in time.
    @discardableResult
    func stopAlone(_ name: String, because end: ModuleEnd = .stopped) async -> Bool {
        guard let slot = slots[name] else { return true }
        switch slot.phase {
        case .active(let generation):
            let task = Task.detached { await self.end(generation, because: end) }
            setPhase(.stopping(task), of: name)
            await task.value
        case .stopping(let task): await task.value
        default: break
        }
        if case .failed = slots[name]?.phase { return false }
        return true
    }

    private func end(_ generation: ModuleGeneration, because end: ModuleEnd) async {
        let name = generation.module.name
        await mediator.publish(.moduleWillStop, of: generation.module.info)
        let urls = isEnding ? [] : await openPages(of: name)
        mediator.unregister(owner: name)
        started.removeAll { $0 == name }
        // At the end of the host nobody asks any more.
        if !isEnding { await generation.drain(seconds: limits.settle) }
        let ended: Void? = await TimeLimit.run(.seconds(limits.stop)) { await generation.runner.stop() }
        generation.runner.invalidate()
        slots[name]?.retire(generation)
        if !isEnding { await close(name, urls, because: end) }
        setPhase(ended == nil ? .failed(.stopOutOfTime(seconds: limits.stop)) : .stopped, of: name)
    }

    /// Whether a module requires another one, directly or not.
    private func requires(_ name: String, _ other: String) -> Bool {
        var seen: Set<String> = []
        var rest = [name]
        while let next = rest.popLast() {
            for requirement in slots[next]?.module.info.requirements ?? []
            where seen.insert(requirement.module).inserted {
                if requirement.module == other { return true }
                rest.append(requirement.module)
            }
        }
        return false
    }
}
