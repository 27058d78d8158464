@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// The longest time for which requests wait after a crash until no new one reaches the module, in seconds.
    private static let unregistering = 2

    /// Handles a crash of a generation, if it runs in a process of its own.
    func watch(_ generation: RunningModule) {
        generation.runner.whenCrashed { [weak self, weak generation] crash in
            guard let self, let generation else { return }
            let isUnregistered = Promise<Void>()
            BlockingExecutor.task { await self.crashed(generation, crash, isUnregistered) }
            isUnregistered.fulfill((), after: .seconds(Self.unregistering))
            await isUnregistered.wait()
        }
    }

    /// Takes a crashed module out: the next request starts it again, unless it has crashed too often.
    ///
    /// A crash during the start makes the start fail, and needs nothing else.
    ///
    /// - Parameter isUnregistered: fulfilled when no new request reaches the generation.
    private func crashed(
        _ generation: RunningModule, _ crash: ModuleCrash, _ isUnregistered: Promise<Void>
    ) async {
        defer { isUnregistered.fulfill(()) }
        let name = generation.module.name
        // Fulfilled at once during a start, since the start waits for the answer that the crash ends.
        if entries[name]?.running !== generation { isUnregistered.fulfill(()) }
        await settle(name)
        guard !isEnding, entries[name]?.running === generation else { return }
        let isOver = entries[name]?.crashes.add(limits.crashes) ?? false
        let phase: ModuleEntry.Phase = isOver ? .failed(.crashedOften(crash, limits.crashes)) : .resolved
        await stopAlone(name, leaving: phase, because: .crashed(crash), isUnregistered)
        // No request may ever come for a module that others need without a request.
        if !isOver, startsUnasked(name) { try? await ensureStarted(name) }
    }

    /// Waits for the pause after a crash, before a start.
    func waitAfterCrash(_ name: String) async {
        let wait = entries[name]?.crashes.wait(limits.crashes) ?? .zero
        if wait > .zero { try? await Task.sleep(for: wait) }
    }

    /// Forgets the crashes of a module that the user starts.
    func forgetCrashes(_ name: String) { entries[name]?.crashes.forget() }
}
