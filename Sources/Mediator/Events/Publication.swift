import Synchronization

/// One event on its way to its subscribers, who may publish others meanwhile.
final class Publication: Sendable {
    /// How many events may stand in one another.
    static let nestingLimit = 16

    /// The event of which the current task is told.
    @TaskLocal static var current: Publication?

    let event: String
    /// The event whose subscriber published this one.
    private let outer: Publication?
    private let isOver = Atomic(false)

    init(_ event: String) {
        self.event = event
        // A subscriber may start a task that publishes later, when nobody waits for it any more.
        var outer = Self.current
        while let candidate = outer, candidate.isOver.load(ordering: .relaxed) { outer = candidate.outer }
        self.outer = outer
    }

    /// All subscribers were told.
    func end() { isOver.store(true, ordering: .relaxed) }

    /// This event and those around it, the outermost first.
    var chain: [String] {
        var events = [event]
        var outer = outer
        while let publication = outer {
            events.append(publication.event)
            outer = publication.outer
        }
        return events.reversed()
    }
}
