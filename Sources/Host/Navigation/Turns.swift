/// Lets tasks do something one after the other, in the order in which they came.
actor Turns {
    private var isTaken = false
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    /// Waits for a turn, which lasts until `end()`.
    func begin() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withUnsafeContinuation { waiting.append($0) }
    }

    /// Has the next one begin.
    func end() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
