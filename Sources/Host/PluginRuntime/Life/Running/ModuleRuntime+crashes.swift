@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// The longest time for which requests wait after a crash until no new one reaches the module, in seconds.
    private static let unregistering = 2

    /// Takes the crash of a generation's process. The requests that it ended wait until no new one reaches the
    /// generation.
    nonisolated func take(_ crash: ModuleCrash, of runner: any ModuleRunner) async {
        let isUnregistered = Promise<Void>()
        BlockingExecutor.task { await self.remove(runner, crash, isUnregistered) }
        isUnregistered.fulfill((), after: .seconds(Self.unregistering))
        await isUnregistered.wait()
    }

    /// Takes a crashed module out: the next request starts it again, unless it has crashed too often.
    ///
    /// A crash during the start makes the start fail, and needs nothing else.
    ///
    /// - Parameter isUnregistered: fulfilled when no new request reaches the generation.
    private func remove(
        _ runner: any ModuleRunner, _ crash: ModuleCrash, _ isUnregistered: Promise<Void>
    ) async {
        defer { isUnregistered.fulfill(()) }
        let name = crash.module
        // Fulfilled at once during a start, since the start waits for the answer that the crash ends.
        if entries[name]?.phase.running?.runner !== runner { isUnregistered.fulfill(()) }
        await settle(name)
        guard !isEnding, entries[name]?.phase.running?.runner === runner else { return }
        let problem = entries[name]?.note(crash, limits)
        await stopAlone(name, because: .crashed(crash, problem), isUnregistered)
        // No request may ever come for a module that others need without a request.
        if problem == nil, startsUnasked(name) { try? await ensureStarted(name) }
    }
}
