@_spi(Host) import ModuleKit
import Platform

extension ModuleRuntime {
    /// The longest time for which interrupted requests wait until the crashed module is unregistered, in seconds.
    private static let unregistering = 2

    /// Handles the crash of a generation's process. Returns when new requests no longer reach the generation, but at
    /// the latest after `unregistering` seconds. Only then do the interrupted requests fail.
    nonisolated func take(_ crash: ModuleCrash, of runner: any ModuleRunner) async {
        let isUnregistered = Promise<Void>()
        BlockingExecutor.task { await self.remove(runner, crash, isUnregistered) }
        isUnregistered.fulfill((), after: .seconds(Self.unregistering))
        await isUnregistered.wait()
    }

    /// Stops a crashed module. The next request starts it again, unless it has crashed too often.
    ///
    /// If the module crashes during its start, the start fails, and this function does nothing more.
    ///
    /// - Parameter isUnregistered: fulfilled when new requests no longer reach the generation.
    private func remove(
        _ runner: any ModuleRunner, _ crash: ModuleCrash, _ isUnregistered: Promise<Void>
    ) async {
        defer { isUnregistered.fulfill(()) }
        let name = crash.module
        // During a start, the promise must be fulfilled before `settle`: `settle` waits for the start, and the start
        // waits for an answer that fails only after the promise is fulfilled.
        if entries[name]?.phase.running?.runner !== runner { isUnregistered.fulfill(()) }
        await settle(name)
        guard !isEnding, entries[name]?.phase.running?.runner === runner else { return }
        let problem = entries[name]?.note(crash, limits)
        await stopAlone(name, because: .crashed(crash, problem), isUnregistered)
        // A module that must run without a request is started here, because no request may come for it.
        if problem == nil, startsUnasked(name) { try? await ensureStarted(name) }
    }
}
