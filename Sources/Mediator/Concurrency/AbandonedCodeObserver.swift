import Synchronization

@_spi(Host) extension ActivityTable {
    /// Code that its caller has left behind, or whose end follows.
    public struct AbandonedCode: Sendable {
        /// The number of the place that the code has as long as it runs.
        public let slot: Int
        /// The note of the code.
        public let activity: Activity
        /// Whether the code ends now.
        public let hasEnded: Bool
    }
}

/// The observer of abandoned code, and what it knows.
struct AbandonedCodeObserver {
    var body: (@Sendable (ActivityTable.AbandonedCode) -> Void)?
    /// The code that was left behind and whose end was not reported, by its slot.
    var reported: [Int: (activity: ActivityTable.Activity, head: UInt32, request: UInt64)] = [:]

    mutating func reportEnd(of slot: Int) {
        guard let code = reported.removeValue(forKey: slot) else { return }
        body?(ActivityTable.AbandonedCode(slot: slot, activity: code.activity, hasEnded: true))
    }
}

@_spi(Host) extension ActivityTable {
    /// Sets the closure that receives code that is left behind, and its end; it returns at once.
    ///
    /// It runs under a lock, so that the end of code follows its leaving, and may not use the table itself.
    public func observeLeftCode(_ body: @escaping @Sendable (AbandonedCode) -> Void) {
        observer.withLock { $0.body = body }
    }

    /// Notes that the code of a slot was left behind.
    public func leave(_ slot: Int?) {
        guard let slot else { return }
        observer.withLock { observer in
            let (head, request) = identity(slot)
            guard let activity = running(slot) else { return }
            if let reported = observer.reported[slot] {
                if (reported.head, reported.request) == (head, request) { return }
                observer.reportEnd(of: slot)
            }
            let bit: UInt64 = 1 << UInt64(slot)
            left.bitwiseOr(bit, ordering: .sequentiallyConsistent)
            guard identity(slot) == (head, request) else {
                left.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
                return
            }
            observer.reported[slot] = (activity, head, request)
            observer.body?(AbandonedCode(slot: slot, activity: activity, hasEnded: false))
        }
    }

    func leave(request: UInt64) {
        for slot in 0..<ActivityLayout.slotCount where identity(slot).request == request { leave(slot) }
    }

    /// Notes that a module's code of a kind, or all of it, was left behind.
    public func leave(_ kind: Kind?, of module: String) {
        for slot in 0..<ActivityLayout.slotCount {
            guard let activity = running(slot), activity.module == module else { continue }
            if kind ?? activity.kind == activity.kind { leave(slot) }
        }
    }

    /// The code that holds a thread in each slot, as two numbers that stay while it runs; `nil` for other slots.
    public var heldThreads: [[UInt64]?] {
        (0..<ActivityLayout.slotCount).map { slot in
            let (head, request) = identity(slot)
            return head & ActivityLayout.holdsThread != 0 ? [UInt64(head), request] : nil
        }
    }

    private func identity(_ slot: Int) -> (head: UInt32, request: UInt64) {
        let place = memory + slot * ActivityLayout.slotSize
        let head = place.load(as: UInt32.self)
        return (head, head == 0 ? 0 : place.load(fromByteOffset: ActivityLayout.request, as: UInt64.self))
    }

    /// Reports the end of the code that was left behind in a slot, unless the next code there was left, too.
    @inline(never)
    func settle(_ slot: Int) {
        observer.withLock { observer in
            if let reported = observer.reported[slot], (reported.head, reported.request) == identity(slot) { return }
            observer.reportEnd(of: slot)
            left.bitwiseAnd(~(1 << UInt64(slot)), ordering: .sequentiallyConsistent)
        }
    }
}
