@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// Has a generation's crash be handled; one that shares the host's process takes the host along.
    func watch(_ generation: RunningModule) {
        generation.runner.whenCrashed { [weak self, weak generation] crash in
            guard let self, let generation else { return }
            BlockingExecutor.task { await self.crashed(generation, crash) }
        }
    }

    /// Takes a crashed module out: the next request starts it again, unless it has crashed too often.
    ///
    /// Its requests have their error already. A start that crashes fails by itself.
    private func crashed(_ generation: RunningModule, _ crash: ModuleCrash) async {
        let name = generation.module.name
        await settle(name)
        guard !isEnding, entries[name]?.running === generation else { return }
        let isOver = entries[name]?.crashes.add(limits.crashes) ?? false
        let phase: ModuleEntry.Phase = isOver ? .failed(.crashedOften(crash, limits.crashes)) : .resolved
        await stopAlone(name, leaving: phase, because: .crashed(crash))
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
