import Dispatch
@_spi(Host) import ModuleKit

/// One generation of a module that is running: its runner, and whether requests are still on it.
final class ModuleGeneration: Sendable {
    /// Counted from 1 for each module.
    let number: Int
    let module: KnownModule
    let runner: any ModuleRunner
    /// Its pages that are open.
    let pages: OpenPages
    private let drained = FirstOutcome<Bool>()

    init(number: Int, _ module: KnownModule, runner: any ModuleRunner) {
        self.number = number
        self.module = module
        self.runner = runner
        pages = OpenPages(of: module.name)
    }

    /// What the generation brings, held by those who are told of its end.
    func leased(_ registration: Registration) -> Registration {
        var registration = registration
        registration.lease = Lease(owner: module.name) { [drained] in drained.end(true) }
        registration.pageLease = { [pages] in pages.open() }
        return registration
    }

    /// Waits until every request has ended that began on it, for some seconds at most.
    ///
    /// - Returns: whether all have.
    @discardableResult
    func drain(seconds: Int) async -> Bool {
        let drained = drained
        let timer = DispatchWorkItem { drained.end(nil) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: timer)
        defer { timer.cancel() }
        return await drained.outcome() ?? false
    }
}
