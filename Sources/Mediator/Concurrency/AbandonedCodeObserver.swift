import Synchronization

@_spi(Host) extension ActivityTable {
    /// A report that code was abandoned, or that abandoned code has ended.
    ///
    /// Code is abandoned if it still runs, but its caller no longer waits for it, for example after a timeout.
    public struct AbandonedCode: Sendable {
        /// The number of the slot that the code occupies while it runs.
        public let slot: Int
        /// The code's note in the table.
        public let activity: Activity
        /// Whether the code has ended.
        public let hasEnded: Bool
    }
}

/// The closure that observes abandoned code, and the code that the table has reported to the closure.
struct AbandonedCodeObserver {
    var body: (@Sendable (ActivityTable.AbandonedCode) -> Void)?
    /// For each slot: the code that was reported as abandoned and has not been reported as ended.
    var reported: [Int: (activity: ActivityTable.Activity, head: UInt32, request: UInt64)] = [:]

    mutating func reportEnd(of slot: Int) {
        guard let code = reported.removeValue(forKey: slot) else { return }
        body?(ActivityTable.AbandonedCode(slot: slot, activity: code.activity, hasEnded: true))
    }
}

@_spi(Host) extension ActivityTable {
    /// Sets the closure that is called when code is abandoned, and when abandoned code ends.
    ///
    /// The closure runs under a lock: code must be reported as abandoned before it is reported as ended. The closure
    /// must return immediately, and must not use the table.
    public func observeAbandonedCode(_ body: @escaping @Sendable (AbandonedCode) -> Void) {
        observer.withLock { $0.body = body }
    }

    /// Marks the code in a slot as abandoned, and reports it to the observer.
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

    /// Marks a module's running code of one kind as abandoned; `nil` stands for all kinds.
    public func leave(_ kind: Kind?, of module: String) {
        for slot in 0..<ActivityLayout.slotCount {
            guard let activity = running(slot), activity.module == module else { continue }
            if kind ?? activity.kind == activity.kind { leave(slot) }
        }
    }

    /// For each slot: two numbers that identify the running code, if the code holds its thread; otherwise `nil`.
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

    /// Reports that the abandoned code in a slot has ended, unless newer code in the slot was reported as abandoned.
    @inline(never)
    func settle(_ slot: Int) {
        observer.withLock { observer in
            if let reported = observer.reported[slot], (reported.head, reported.request) == identity(slot) { return }
            observer.reportEnd(of: slot)
            left.bitwiseAnd(~(1 << UInt64(slot)), ordering: .sequentiallyConsistent)
        }
    }
}
