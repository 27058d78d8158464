@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// Stops the modules that require a module, in the reverse order of their starts, and then the module itself.
    ///
    /// The modules that require it are started again when a request needs them.
    ///
    /// - Parameter end: the reason that the module's pages display.
    /// - Returns: the stopped modules, in the order of their stops.
    @discardableResult
    package func stop(_ name: String, because end: ModuleEnd = .stopped) async -> [String] {
        var stopped: [String] = []
        while true {
            // Another caller may have started the module again while dependent modules were stopped.
            await settle(name)
            if let dependent = entries.keys.first(where: { isStarting($0) && requires($0, name) }) {
                await settle(dependent)
            } else if let dependent = started.last(where: { requires($0, name) }) {
                await stopAlone(dependent, because: .stoppedWith(name))
                stopped.append(dependent)
            } else if started.contains(name) {
                await stopAlone(name, because: end)
                return stopped + [name]
            } else {
                // Only `module enable` lets a disabled module start again.
                if case .disabled = entries[name]?.phase, end == .stopped { return stopped }
                setPhaseAfterStop(name, end.phase)
                return stopped
            }
        }
    }

    /// Sets the phase of a stopped module, or removes the module if `phase` is `nil`. The function does not suspend, so
    /// other calls do not see a half-stopped module.
    private func setPhaseAfterStop(_ name: String, _ phase: ModulePhase?) {
        defer { forgetClashes() }
        if let phase { setPhase(phase, of: name) } else { removeEntry(of: name) }
    }

    /// Lets modules that failed because of a conflict start again, because the module that they conflicted with may
    /// be gone.
    private func forgetClashes() {
        let clashing = entries.keys.filter { name in
            // A module that was refused when it was found is skipped: requests do not find its declarations.
            guard case .failed(let problem)? = entries[name]?.phase else { return false }
            return problem.code == .registration && entries[name]?.module.problem == nil
        }
        for name in clashing { setPhase(.resolved, of: name) }
    }

    /// Stops a running module, or waits for its stop. `isUnregistered` is fulfilled when new requests can no longer
    /// reach the module.
    func stopAlone(
        _ name: String, because end: ModuleEnd = .stopped, _ isUnregistered: Promise<Void>? = nil
    ) async {
        switch entries[name]?.phase {
        case .active(let generation):
            let task = BlockingExecutor.task { await self.end(generation, because: end, isUnregistered) }
            setPhase(.stopping(task), of: name)
            await task.value
        case .stopping(let task): await task.value
        default: break
        }
    }

    private func end(
        _ generation: RunningModule, because end: ModuleEnd, _ isUnregistered: Promise<Void>?
    ) async {
        let (name, phase) = (generation.module.name, end.phase)
        // A crash is announced only after the module is unregistered.
        if isUnregistered == nil { await mediator.publish(.moduleWillStop, of: generation.module.info) }
        let urls = isEnding ? [] : await openPages(of: name)
        if case .resolved? = phase, !isEnding {
            // New requests wait for the next start. Otherwise, they could bypass an interceptor of the module.
            mediator.unregisterUntilNeeded(owner: name)
        } else {
            mediator.unregister(owner: name)
        }
        isUnregistered?.fulfill(())
        if isUnregistered != nil { await mediator.publish(.moduleWillStop, of: generation.module.info) }
        // At the end of the host, there are no new requests.
        if !isEnding, await !generation.drain(seconds: limits.settle) { journal?.activities.leave(nil, of: name) }
        let isInTime = await generation.stop(seconds: limits.stop, noting: journal)
        generation.runner.invalidate()
        entries[name]?.retire(generation)
        if !isEnding { await pages?.close(name, urls, because: end) }
        let isLate = !isInTime && phase != nil
        setPhaseAfterStop(name, isLate ? .failed(.stopOutOfTime(seconds: limits.stop)) : phase)
    }

    func isStarting(_ name: String) -> Bool { entries[name]?.phase.isStarting == true }

    /// Whether a module requires another one, directly or indirectly.
    func requires(_ name: String, _ other: String) -> Bool {
        Self.leads(from: name, to: [other]) { entries[$0]?.module.info.requirements.map(\.module) ?? [] }
    }

    /// Whether at least one of the names `others` can be reached from `name` in one or more steps. `steps` returns the
    /// names that are one step away from a name.
    static func leads(from name: String, to others: [String], by steps: (String) -> [String]) -> Bool {
        var seen: Set<String> = []
        var rest = steps(name)
        while let next = rest.popLast() {
            if others.contains(next) { return true }
            if seen.insert(next).inserted { rest += steps(next) }
        }
        return false
    }
}
