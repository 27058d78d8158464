@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// One running generation of a module: its runner, and the requests and pages that use it.
package final class RunningModule: Sendable {
    /// The number of the generation, counted from 1 for each module.
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

    /// Returns the registration with leases that report when requests and pages no longer use the generation.
    func leased(_ registration: Registration) -> Registration {
        var registration = registration
        registration.lease = Lease(owner: module.name) { [drained] in drained.fulfill(true) }
        registration.pageLease = { [pages] in pages.open() }
        return registration
    }

    /// Waits at most `seconds` for the requests that began on the generation. Returns whether all requests have ended.
    @discardableResult
    func drain(seconds: Int) async -> Bool {
        drained.fulfill(false, after: .seconds(seconds))
        return await drained.wait()
    }

    /// Stops the module, and returns whether it stopped in time. Otherwise, closes its storage, because code that still
    /// runs could keep a file locked.
    @discardableResult
    func stop(seconds: Int, noting journal: SessionJournal? = nil) async -> Bool {
        let ended: Void? = await BlockingExecutor.result(within: .seconds(seconds)) { [runner, module] in
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

    /// Closes the storage of code that may still run. Waits at most `seconds`.
    func closeStorage(seconds: Int) async {
        _ = await BlockingExecutor.result(within: .seconds(seconds)) { [runner] in await runner.close() }
    }
}

/// The open pages of a generation. An earlier generation is stopped only when its last page is closed.
final class OpenPages: Sendable {
    private let module: String
    /// The number of pages, and a promise that is fulfilled when the last one is closed.
    private let state = Mutex<(count: Int, haveLeft: Promise<Void>?)>((0, nil))

    init(of module: String) { self.module = module }

    /// Returns the lease of an additional page, which counts as open as long as the lease lives.
    func open() -> Lease {
        state.withLock { $0.count += 1 }
        return Lease(owner: module) { [self] in close() }
    }

    /// Waits until no page is open.
    func waitUntilClosed() async {
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

/// The owner of the user's open pages.
package protocol PageKeeper: Sendable {
    /// Returns the URLs of the pages in every tab, including pages that can be restored.
    func openURLs() async -> Set<String>

    /// Marks a module's open pages as pages of an earlier generation. The user is notified when such a page is on top.
    func supersede(_ module: String, _ urls: Set<String>) async

    /// Replaces each page of a module with a page that displays why the module ended and how to open the page again.
    /// `urls` are the URLs of the module's pages. They identify pages without a lease.
    func close(_ module: String, _ urls: Set<String>, because end: ModuleEnd) async
}
