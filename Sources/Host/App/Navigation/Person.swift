/// The person behind a request, as the navigator sees one: a line of the shell that asks, waits and is answered.
protocol Person: AnyObject, Sendable {
    /// Asks whether a page may be left.
    ///
    /// - Returns: why the page stays; `nil` where the person lets it go.
    func objection(to question: String) async -> String?

    /// Says whether a page of the request waits for the person.
    func setWaiting(_ isWaiting: Bool)
}

/// The person whom the current task works for.
enum CurrentPerson {
    /// `nil` where no line of the shell asked.
    @TaskLocal static var value: (any Person)?
}
