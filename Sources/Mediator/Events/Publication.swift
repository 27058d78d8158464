import Synchronization

/// One event on its way to its subscribers, who may publish others meanwhile.
final class Publication: Sendable {
    /// How many events may stand in one another.
    static let nestingLimit = 16

    /// The event of which the current task is told.
    @TaskLocal static var current: Publication?

    let event: String
    /// The event whose subscriber published this one, as long as somebody waits for it.
    private weak let outer: Publication?
    private let isOver = Atomic(false)

    init(_ event: String) {
        self.event = event
        outer = Self.current
    }

    /// All subscribers were told.
    func end() { isOver.store(true, ordering: .relaxed) }

    /// This event and those around it that are not over, the outermost first.
    ///
    /// One that is over waits for nobody: a task that its subscriber started goes on alone.
    var chain: [String] {
        var events = [event]
        var next = outer
        while let publication = next {
            if !publication.isOver.load(ordering: .relaxed) { events.append(publication.event) }
            next = publication.outer
        }
        return events.reversed()
    }
}
