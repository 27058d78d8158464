extension Switchboard {
    /// Performs a command of the person at the navigator, such as going back, and tells of the pages that come and go.
    public func perform(_ command: NavigationCommand) async -> Feedback { await perform(command, for: nil) }

    /// Performs a command on behalf of a request, and tells of the pages that come and go.
    ///
    /// Nothing is asked of the navigator where nobody listens.
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        guard registry.subscriptions.concernsPages else { return await navigate(command, for: request) }
        let before = await navigator.stack()
        if let turn = PageTurn(from: before, expecting: command, for: request) {
            await tell(turn, .pageWillDisappear, .pageWillAppear)
        }
        let feedback = await navigate(command, for: request)
        if let turn = PageTurn(from: before, to: feedback, by: command) {
            await tell(turn, .pageDidDisappear, .pageDidAppear)
        }
        return feedback
    }

    /// The same without waiting, or `nil` where somebody listens or the navigator has to be waited for.
    func performAtOnce(_ command: NavigationCommand, for request: Request) -> Feedback? {
        registry.subscriptions.concernsPages ? nil : navigator.performAtOnce(command, for: request)
    }

    private func navigate(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        guard let request else { return await navigator.perform(command) }
        return await navigator.perform(command, for: request)
    }

    private func tell(
        _ turn: PageTurn, _ leaving: Event<PageChange>, _ coming: Event<PageChange>
    ) async {
        if let page = turn.old { await publish(leaving, PageChange(page), reversed: true) }
        if let page = turn.new { await publish(coming, PageChange(page)) }
    }
}
