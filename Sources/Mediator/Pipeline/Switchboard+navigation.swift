extension Switchboard {
    /// Returns what performs a request's commands: the navigator, or the planner of a plan.
    func navigator(for request: Request?) -> any Navigator { request?.active.planner ?? navigator }

    /// Asks the pages that a command takes off and that confirm their leaving, with the clock of the request stopped.
    ///
    /// - Returns: the feedback on a command that is not to be performed; `nil` if it may be.
    func objection(to command: NavigationCommand, for request: Request?) async -> Feedback? {
        guard command.takesPagesOff else { return nil }
        let navigator = navigator(for: request)
        let reason =
            if let active = request?.active {
                await active.pausingClock { await navigator.objection(to: command, for: request) }
            } else { await navigator.objection(to: command, for: nil) }
        guard let reason else { return nil }
        return Feedback(.refused(reason: reason), entries: await navigator.entries(for: request))
    }
}
