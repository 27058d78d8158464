@_spi(Host) import ModuleKit

/// The requests that wait until the user has answered their pages.
struct PageWaits {
    let results = PageResults()
    /// The reason why no user can answer a page; `nil` if a user can.
    private(set) var whyUnattended: String?
    /// For each request that waits: the line of the shell to which it belongs.
    private var persons: [RequestID: ShellRequest] = [:]

    init(whyUnattended: String?) { self.whyUnattended = whyUnattended }

    /// Records that a request waits, if it belongs to a line of the shell.
    mutating func begin(_ id: RequestID) {
        persons[id] = ShellRequest.current
        persons[id]?.setWaiting(true)
    }

    /// Ends the wait of a request. The line of the shell still waits if another request of that line waits.
    mutating func end(_ id: RequestID) {
        guard let person = persons.removeValue(forKey: id) else { return }
        person.setWaiting(persons.values.contains { $0 === person })
    }

    /// Resumes the requests whose pages have left a stack, and returns whether there were any.
    mutating func resume(without pages: PageStack) -> Bool {
        let ready = persons.keys.filter { !pages.isAwaited(by: $0) }
        for id in ready { end(id) }
        return !ready.isEmpty
    }

    /// Ends all waits. From now on, each further wait ends immediately for the same reason.
    mutating func endAll(because reason: String) {
        whyUnattended = reason
        for person in persons.values { person.setWaiting(false) }
        persons = [:]
        results.end(.unattended(reason: reason))
    }
}
