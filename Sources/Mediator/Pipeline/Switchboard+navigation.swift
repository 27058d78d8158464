@_spi(Host) extension Switchboard {
    /// While the current task opens a parent page: the request for the child page. That request may have ended, because
    /// the parent's code can start tasks that run longer.
    @TaskLocal static var child: ActiveRequest?

    /// Whether the current task opens a parent page, which is not displayed, because its child page follows.
    @_spi(Host) public static var isOpeningParent: Bool { child?.isAwaited ?? false }

    /// Performs a command outside of the pipeline, and publishes the events of its pages.
    ///
    /// The command comes from the user, such as going back, or from another host that answers a request of this host.
    /// In the second case, `request` is this host's waiting request, and its clock is paused.
    public func perform(_ command: NavigationCommand, for request: Request? = nil) async -> Feedback {
        let command = await naming(command, for: request)
        if let objection = await objection(to: command, for: request) { return objection }
        return await Self.pausing(request?.active) { await turnPages(by: command, for: request) }
    }

    /// Returns the command with each `popTo` URL spelled like the URL of the same page on the stack.
    func naming(_ command: NavigationCommand, for request: Request?) async -> NavigationCommand {
        guard command.contains({ if case .popTo = $0 { true } else { false } }) else { return command }
        let entries = await navigator(for: request).entries(for: request)
        let registry = registry
        return command.mapDestinations { url in
            let entry = entries.last { $0.url == url.text || registry.isPage(url, of: RouteURL($0.url)) }
            return entry.map { RouteURL($0.url) } ?? url
        }
    }

    /// Returns the navigator that performs a request's commands; for a plan, its planner.
    func navigator(for request: Request?) -> any Navigator { request?.active?.planner ?? navigator }

    /// Asks the user about each page that a command would remove and that has a question, such as a page with an unsent
    /// form.
    ///
    /// The clock of the request is paused in the meantime.
    ///
    /// - Returns: the feedback that refuses the command, or `nil` if it may be performed.
    func objection(to command: NavigationCommand, for request: Request?) async -> Feedback? {
        guard command.takesPagesOff else { return nil }
        let navigator = navigator(for: request)
        let reason = await Self.pausing(request?.active) { await navigator.objection(to: command, for: request) }
        guard let reason else { return nil }
        return Feedback(.refused(reason: reason), entries: await navigator.entries(for: request))
    }

    /// Performs a command without asking the user, and publishes the events of its pages if this host displays the
    /// pages and has subscribers.
    func turnPages(by command: NavigationCommand, for request: Request?) async -> Feedback {
        let navigator = navigator(for: request)
        guard registry.concernsPages, request?.active?.planner == nil, !navigator.isOnAnotherHost else {
            return await navigator.perform(command, for: request)
        }
        let before = await navigator.entries(for: request)
        let forecast = await navigator.forecast(command, for: request)
        if let turn = PageTurn(from: before, to: forecast) {
            await publish(turn, .pageWillDisappear, .pageWillAppear)
        }
        let feedback = await navigator.perform(command, for: request)
        if let turn = PageTurn(from: before, to: feedback) {
            await publish(turn, .pageDidDisappear, .pageDidAppear)
        }
        return feedback
    }

    /// Runs a closure that displays pages, such as the last session's pages, and publishes the events of the top page.
    @_spi(Host) public func show(_ top: StackEntry?, _ body: @Sendable () async -> Void) async {
        if let top { await publish(.pageWillAppear, PageChange(top)) }
        await body()
        if let top { await publish(.pageDidAppear, PageChange(top)) }
    }

    /// Removes the pages of a request's detours, and publishes the events of the top page if they have subscribers.
    func leaveDetours(of request: RequestID) async {
        guard registry.concernsPages, !navigator.isOnAnotherHost else {
            return await navigator.endDetours(of: request)
        }
        let before = await navigator.entries(for: nil)
        await navigator.endDetours(of: request)
        guard let turn = PageTurn(from: before, to: await navigator.entries(for: nil)) else { return }
        await publish(turn, .pageWillDisappear, .pageWillAppear)
        await publish(turn, .pageDidDisappear, .pageDidAppear)
    }

    private func publish(
        _ turn: PageTurn, _ leaving: Event<PageChange>, _ coming: Event<PageChange>
    ) async {
        if let page = turn.old { await publish(leaving, PageChange(page), reversed: true) }
        if let page = turn.new { await publish(coming, PageChange(page)) }
    }
}
