@_spi(Host) import ModuleKit

/// A lock that a task can hold across suspensions. Waiting tasks receive the lock in the order of their arrival.
actor AsyncMutex {
    private var isLocked = false
    private var waiting: [Promise<Void>] = []

    /// Waits for the lock, and holds it until `unlock()`.
    func lock() async {
        guard isLocked else {
            isLocked = true
            return
        }
        let turn = Promise<Void>()
        waiting.append(turn)
        await turn.wait()
    }

    /// Passes the lock to the first waiting task.
    func unlock() {
        if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().fulfill(()) }
    }
}
