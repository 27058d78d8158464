@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// How long the requests that a crash ended wait until no new one reaches the module, in seconds.
    private static let unregistering = 2

    /// Has a generation's crash be handled; one that shares the host's process takes the host along.
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
    /// A start that crashes fails by itself.
    ///
    /// - Parameter isUnregistered: is fulfilled when no new request reaches the generation.
    private func crashed(
        _ generation: RunningModule, _ crash: ModuleCrash, _ isUnregistered: Promise<Void>
    ) async {
        defer { isUnregistered.fulfill(()) }
        let name = generation.module.name
        // A start waits for the answer that the crash ends.
        if entries[name]?.running !== generation { isUnregistered.fulfill(()) }
        await settle(name)
        guard !isEnding, entries[name]?.running === generation else { return }
        let isOver = entries[name]?.crashes.add(limits.crashes) ?? false
        let phase: ModuleEntry.Phase = isOver ? .failed(.crashedOften(crash, limits.crashes)) : .resolved
        await stopAlone(name, leaving: phase, because: .crashed(crash), isUnregistered)
        // No request may come for one that others need without a request.
        if !isOver, startsUnasked(name) { try? await ensureStarted(name) }
    }

    /// Waits before a start after a crash.
    func waitAfterCrash(_ name: String) async {
        let wait = entries[name]?.crashes.wait(limits.crashes) ?? .zero
        if wait > .zero { try? await Task.sleep(for: wait) }
    }

    /// Forgets the crashes of a module that the user starts.
    func forgetCrashes(_ name: String) { entries[name]?.crashes.forget() }
}
