extension Switchboard {
    /// Performs a command of the person at the navigator, such as going back, and tells of the pages that come and go.
    public func perform(_ command: NavigationCommand) async -> Feedback {
        switch await prepared(command, for: nil, registry) {
        case .success(let command): return await perform(command, for: nil)
        case .failure(let objection): return await refusal(objection, for: nil)
        }
    }

    /// Performs a prepared command on behalf of a request, and tells of the pages that come and go.
    ///
    /// Nothing is asked of the navigator where nobody listens.
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        let navigator = navigator(for: request)
        guard registry.subscriptions.concernsPages, request?.life.planner == nil else {
            return await navigate(command, for: request)
        }
        let before = await navigator.stack()
        let forecast = await navigator.forecast(command, for: request)
        if let turn = PageTurn(from: before, to: forecast, by: command) {
            await tell(turn, .pageWillDisappear, .pageWillAppear)
        }
        let feedback = await navigate(command, for: request)
        if let turn = PageTurn(from: before, to: feedback, by: command) {
            await tell(turn, .pageDidDisappear, .pageDidAppear)
        }
        return feedback
    }

    /// The same without waiting, or `nil` where somebody listens, a page or a performer has to be asked first, or the
    /// navigator has to be waited for.
    func performAtOnce(_ command: NavigationCommand, for request: Request) -> Feedback? {
        guard command.isPerformedAsItIs, !registry.subscriptions.concernsPages else { return nil }
        return navigator(for: request).performAtOnce(command, for: request)
    }

    private func navigate(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        guard let request else { return await navigator.perform(command) }
        let navigator = navigator(for: request)
        guard navigator.waitsForReaders else { return await navigator.perform(command, for: request) }
        return await request.life.pausingClock(deadlines) { await navigator.perform(command, for: request) }
    }

    /// Shows pages in a way of the navigator's own, such as those of the last session, and tells of the one on top.
    @_spi(Host) public func show(_ top: StackEntry?, _ body: @Sendable () async -> Void) async {
        if let top { await publish(.pageWillAppear, PageChange(top)) }
        await body()
        if let top { await publish(.pageDidAppear, PageChange(top)) }
    }

    private func tell(
        _ turn: PageTurn, _ leaving: Event<PageChange>, _ coming: Event<PageChange>
    ) async {
        if let page = turn.old { await publish(leaving, PageChange(page), reversed: true) }
        if let page = turn.new { await publish(coming, PageChange(page)) }
    }
}
