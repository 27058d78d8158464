/// The person behind a request, from the view of the navigator: a line of the shell that asks, waits and gets answers.
protocol Person: AnyObject, Sendable {
    /// Asks whether a page may be left.
    ///
    /// - Returns: the reason why the page stays; `nil` if the person lets it go.
    func objection(to question: String) async -> String?

    /// Sets whether a page of the request waits for the person.
    func setWaiting(_ isWaiting: Bool)
}

enum CurrentPerson {
    /// `nil` outside a line of the shell.
    @TaskLocal static var value: (any Person)?
}
