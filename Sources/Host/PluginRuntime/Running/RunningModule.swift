@_spi(Host) import ModuleKit
import Synchronization

/// One generation of a module that is running: its runner, and whether requests are still on it.
package final class RunningModule: Sendable {
    /// Counted from 1 for each module.
    let number: Int
    let module: ModuleDescriptor
    let runner: any ModuleRunner
    let pages: OpenPages
    private let drained = Promise<Bool>()

    init(number: Int, _ module: ModuleDescriptor, runner: any ModuleRunner) {
        self.number = number
        self.module = module
        self.runner = runner
        pages = OpenPages(of: module.name)
    }

    /// What the generation brings, held by those who are told of its end.
    func leased(_ registration: Registration) -> Registration {
        var registration = registration
        registration.lease = Lease(owner: module.name) { [drained] in drained.fulfill(true) }
        registration.pageLease = { [pages] in pages.open() }
        return registration
    }

    /// Waits until every request has ended that began on it, for some seconds at most.
    ///
    /// - Returns: whether all have.
    @discardableResult
    func drain(seconds: Int) async -> Bool {
        drained.fulfill(false, after: .seconds(seconds))
        return await drained.wait()
    }

    /// Stops the module; at the time limit its storage is closed, so that code that still runs locks no file.
    ///
    /// - Returns: whether it stopped in time.
    @discardableResult
    func stop(seconds: Int, noting journal: SessionJournal? = nil) async -> Bool {
        let ended: Void? = await TimeLimit.run(.seconds(seconds)) { [runner, module] in
            let slot = journal?.begin(module, .stop)
            await runner.stop()
            journal?.end(slot)
        }
        if ended == nil {
            journal?.activities.leave(.stop, of: module.name)
            await closeStorage(seconds: seconds)
        }
        return ended != nil
    }

    /// Closes the storage of code that may still run, and waits for some seconds at most.
    func closeStorage(seconds: Int) async {
        _ = await TimeLimit.run(.seconds(seconds)) { [runner] in await runner.close() }
    }
}

extension RetiredGeneration {
    /// - Parameter isDraining: whether requests may still be running on it.
    init(_ generation: RunningModule, isDraining: Bool) {
        self.init(
            generation: generation.number, version: "\(generation.module.info.version)",
            content: generation.module.content, library: generation.module.library.path, isDraining: isDraining)
    }
}

/// Counts the open pages of a generation, so that it is stopped when the last one has left.
final class OpenPages: Sendable {
    private struct State {
        var count = 0
        /// Fulfilled when the last one leaves.
        var haveLeft: Promise<Void>?
    }

    private let module: String
    private let state = Mutex(State())

    init(of module: String) { self.module = module }

    /// What one more page holds as long as it is open.
    func open() -> Lease {
        state.withLock { $0.count += 1 }
        return Lease(owner: module) { [self] in close() }
    }

    /// Waits until no page is open.
    func haveLeft() async {
        let left = state.withLock { state -> Promise<Void>? in
            guard state.count > 0 else { return nil }
            let left = state.haveLeft ?? Promise()
            state.haveLeft = left
            return left
        }
        await left?.wait()
    }

    private func close() {
        let left = state.withLock { state -> Promise<Void>? in
            state.count -= 1
            return state.count == 0 ? state.haveLeft.take() : nil
        }
        left?.fulfill(())
    }
}

/// Who has the pages of modules before a person.
package protocol PageKeeper: Sendable {
    /// The URLs of the pages, in every tab and among those that can be put back.
    func openURLs() async -> Set<String>

    /// Tells the person of a newer generation of a module whenever a page of the earlier one is on top, as `close` knows them.
    func supersede(_ module: String, _ urls: Set<String>) async

    /// Puts a page in place of each of a module's that says why it ended, and how to open it again.
    ///
    /// - Parameter urls: whose pages are the module's too, of those whose module nothing else tells.
    func close(_ module: String, _ urls: Set<String>, because end: ModuleEnd) async
}
