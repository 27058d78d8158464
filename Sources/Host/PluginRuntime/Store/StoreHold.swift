import Synchronization

/// Keeps what a running host has found in the store until the host ends, from the moment that there is a store.
final class StoreHold: Sendable {
    private let store: ModuleStore?
    private let held = Mutex<StoreUse?>(nil)

    /// Holds nothing yet.
    init(_ store: ModuleStore?) { self.store = store }

    /// Begins to hold the store, where there is one.
    ///
    /// - Returns: the use that began; `nil` where it began before: what this host has loaded is not removed by itself, either.
    @discardableResult
    func begin() -> StoreUse? {
        held.withLock { held in
            guard held == nil else { return nil }
            held = store?.use()
            return held
        }
    }
}
