@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// Stops a module, and before it those that require it, the last one first.
    ///
    /// - Parameters:
    ///   - phase: what it is afterwards, `nil` for nothing any more; those that require it are started again when they are
    ///     needed.
    ///   - end: what its pages say.
    /// - Returns: the modules that were stopped, in that order.
    @discardableResult
    package func stop(_ name: String, leaving phase: ModuleEntry.Phase?, because end: ModuleEnd = .stopped) async
        -> [String]
    {
        var stopped: [String] = []
        while true {
            // Another caller may have started it again while others stopped.
            await settle(name)
            if let dependent = entries.keys.first(where: { isStarting($0) && requires($0, name) }) {
                await settle(dependent)
            } else if let dependent = started.last(where: { requires($0, name) }) {
                await stopAlone(dependent, leaving: .resolved, because: .stoppedWith(name))
                stopped.append(dependent)
            } else if started.contains(name) {
                await stopAlone(name, leaving: phase, because: end)
                return stopped + [name]
            } else {
                conclude(name, phase)
                return stopped
            }
        }
    }

    /// Notes what a module is that runs no more, in one step with its end: no caller finds it half ended.
    private func conclude(_ name: String, _ phase: ModuleEntry.Phase?) {
        defer { forgetClashes() }
        guard let phase else {
            entries[name] = nil
            return mediator.setState(of: name, .gone)
        }
        setPhase(phase, of: name)
    }

    /// What clashed with a module that is gone may run now.
    private func forgetClashes() {
        for (name, entry) in entries {
            guard case .failed(let problem) = entry.phase, problem.code == .registration else { continue }
            setPhase(.resolved, of: name)
        }
    }

    /// Stops a module that runs; a caller that comes while it stops waits for that end.
    ///
    /// - Parameters:
    ///   - phase: what it is afterwards, where it ends in time.
    ///   - isUnregistered: is fulfilled when no new request reaches it.
    func stopAlone(
        _ name: String, leaving phase: ModuleEntry.Phase? = .stopped, because end: ModuleEnd = .stopped,
        _ isUnregistered: Promise<Void>? = nil
    ) async {
        switch entries[name]?.phase {
        case .active(let generation):
            let task = BlockingExecutor.task {
                await self.end(generation, leaving: phase, because: end, isUnregistered)
            }
            setPhase(.stopping(task), of: name)
            await task.value
        case .stopping(let task): await task.value
        // Whatever does not run is not to be found among those that do, again and again.
        default: started.removeAll { $0 == name }
        }
    }

    private func end(
        _ generation: RunningModule, leaving phase: ModuleEntry.Phase?, because end: ModuleEnd,
        _ isUnregistered: Promise<Void>?
    ) async {
        let name = generation.module.name
        // Of a crash there is no word before it.
        if isUnregistered == nil { await mediator.publish(.moduleWillStop, of: generation.module.info) }
        let urls = isEnding ? [] : await openPages(of: name)
        if case .resolved? = phase, !isEnding {
            // A request that comes meanwhile waits for the next start: it bypasses no interceptor of the module.
            mediator.unregisterUntilNeeded(owner: name)
        } else {
            mediator.unregister(owner: name)
        }
        isUnregistered?.fulfill(())
        if isUnregistered != nil { await mediator.publish(.moduleWillStop, of: generation.module.info) }
        // At the end of the host no request comes any more.
        if !isEnding, await !generation.drain(seconds: limits.settle) { journal?.activities.leave(nil, of: name) }
        let isInTime = await generation.stop(seconds: limits.stop, noting: journal)
        generation.runner.invalidate()
        entries[name]?.retire(generation)
        if !isEnding { await close(name, urls, because: end) }
        // Until here, a caller that stops what it requires waits for its end.
        started.removeAll { $0 == name }
        let isLate = !isInTime && phase != nil
        conclude(name, isLate ? .failed(.stopOutOfTime(seconds: limits.stop)) : phase)
    }

    func isStarting(_ name: String) -> Bool {
        if case .starting = entries[name]?.phase { true } else { false }
    }

    /// Whether a module requires another one, directly or not.
    private func requires(_ name: String, _ other: String) -> Bool {
        var seen: Set<String> = []
        var rest = [name]
        while let next = rest.popLast() {
            for requirement in entries[next]?.module.info.requirements ?? []
            where seen.insert(requirement.module).inserted {
                if requirement.module == other { return true }
                rest.append(requirement.module)
            }
        }
        return false
    }
}
