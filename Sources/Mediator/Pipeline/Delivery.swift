extension RequestPipeline {
    /// Turns an answer into an outcome: the navigator performs its command, or the caller receives its value.
    @inline(__always)
    func deliver(_ answer: Answer) async throws(RequestError) -> RequestOutcome {
        try checkIsAwaited(after: answer.answeredBy)
        if active.isServed {
            return .response(leased(answer.response, of: answer.answeredBy.module), from: answer.answeredBy)
        }
        if active.wantsPage, var page = answer.response.page?.current {
            page.lease = registry.pageLease(of: answer.answeredBy.module)
            return .value(Payload(page), from: answer.answeredBy)
        }
        if active.origin == .external { await openParent(of: answer) }
        return switch (active.verb, answer.response) {
        case (.call, .value(let value)): .value(value, from: answer.answeredBy)
        case (.call, .done) where !active.wantsPage: .value(Payload(String?.none), from: answer.answeredBy)
        case (.open, .page(let page)): try await navigate(await command(showing: page, answer), answer)
        case (.open, .command(let command)): try await navigate(command, answer)
        case (.open, .done): try await report(.done, of: answer)
        case (.open, .suppressed): try await report(.suppressed, of: answer)
        default: throw answer.unexpected
        }
    }

    /// Returns the command that shows a page in the caller's style.
    ///
    /// For a single page (`RouteLabel.single`) that is already on the stack, the command returns to that page and
    /// replaces it: the old page's module may have ended, or an earlier build of the module may have made the page.
    @inline(__always)
    private func command(showing page: Page, _ answer: Answer) async -> NavigationCommand {
        let url = answer.request.url
        // A caller that waits for a result needs a separate page. A redacted URL may stand for several pages.
        let opening = active.identity.options.style == .presented ? NavigationCommand.present(page) : .push(page)
        guard answer.isSingle, !active.awaitsResult, url.text == answer.request.shownURL else { return opening }
        let back = await mediator.naming(.popTo(url: url), for: answer.request)
        let forecast = await navigator.forecast(back, for: answer.request)
        if case .refused = forecast.outcome { return opening }
        return .sequence([back, .replace(page)])
    }

    /// Opens the parent page of the page that an external caller requested; the requested page is then opened above it.
    ///
    /// Nothing happens if the parent is already on top. If the parent cannot be opened in half of the remaining time,
    /// or needs a detour such as a log-in, the page is opened without a parent.
    private func openParent(of answer: Answer) async {
        guard case .page = answer.response, active.verb == .open, active.identity.options.opensParents,
            let text = answer.labels.text(of: RouteLabel.parent), let pattern = try? RoutePattern(text)
        else { return }
        let parameters = answer.request.captures.filter { pattern.parameterNames.contains($0.name) }
        let parent = RouteURL(matching: text, QueryItems(parameters))
        // A chain of parents that leads back to itself ends here.
        if active.chain.contains(where: { $0.url.text == parent.text }) { return }
        let back = await mediator.naming(.popTo(url: parent), for: answer.request)
        let (now, top) = (
            await navigator.entries(for: answer.request), await navigator.forecast(back, for: answer.request)
        )
        if top.outcome == .shown, top.entries.count == now.count { return }
        let options = RequestOptions(deadline: (active.timeLeft ?? .zero) / 2)
        await Switchboard.$child.withValue(active) {
            _ = try? await mediator.open(parent, origin: active.origin, options: options)
        }
    }

    /// Returns a response for another host; the response's pages hold the module's lease until that host removes them.
    private func leased(_ response: Response, of module: String?) -> Response {
        guard let lease = registry.pageLease(of: module) else { return response }
        func leased(_ page: Page) -> Page {
            var page = page.current
            page.lease = lease
            return page
        }
        return switch response {
        case .page(let page): .page(leased(page))
        case .command(let command): .command(command.mapPages(leased))
        default: response
        }
    }

    /// Checks that the caller still waits and that the deadline has not passed.
    ///
    /// Synchronous stages cannot be abandoned, so they may have used up the time.
    @inline(__always)
    func checkIsAwaited(after stage: @autoclosure () -> Request.Stage) throws(RequestError) {
        if !active.isAwaited || active.timeLeft.map({ $0 <= .zero }) == true {
            throw RequestError(.deadline(url: active.shownURL, stage: stage(), limit: active.deadline))
        }
        if Task.isCancelled { throw RequestError(.cancelled(url: active.shownURL, during: stage())) }
    }

    /// Returns the feedback on an answer without a page or command, with the current stack.
    private func report(
        _ outcome: Feedback.Outcome, of answer: Answer
    ) async throws(RequestError) -> RequestOutcome {
        if active.awaitsResult { return .result(nil) }
        let entries = try await active.run(.navigator) { [navigator] in
            await navigator.entries(for: answer.request)
        }
        return .feedback(Feedback(outcome, entries: entries.get()))
    }

    @inline(__always)
    private func navigate(
        _ command: NavigationCommand, _ answer: Answer
    ) async throws(RequestError) -> RequestOutcome {
        try enter(.navigator)
        if let parts = await parts(of: command, for: answer.request) {
            // Selecting the tab opens its first page. The other commands then act on a tab that already has a page.
            _ = try await navigate(parts.tab, answer)
            return try await navigate(parts.rest, answer)
        }
        let isLeased = leasePages(of: answer.answeredBy.module)
        let feedback = try await performInTime(command, answer.request)
        // The pages now hold the lease. The request drops it, because the pages' code may retain the request.
        if isLeased { active.pageLease = nil }
        active.decide(active.redaction.redacted(feedback.outcome.words))
        let isRefused = if case .refused = feedback.outcome { true } else { false }
        if isRefused || active.planner != nil { mediator.forgetAdmissions(of: active) }
        if let next = feedback.next {
            try checkDestination(next, chosenBy: answer.answeredBy)
            return try await openTab(next)
        }
        guard active.awaitsResult else { return .feedback(feedback) }
        switch feedback.outcome {
        // A command that only returns to a page opens no page whose result could be awaited.
        case .shown: return .result(command.opensPage ? try await waitForResult(of: answer.request) : nil)
        case .dismissed(let value): return .result(value)
        case .done, .suppressed: return .result(nil)
        case .refused(let reason):
            throw RequestError(
                .refused(url: answer.request.shownURL, by: .navigator, reason: active.redaction.redacted(reason)))
        }
    }

    /// Splits a sequence of commands after the command that selects a tab without pages.
    ///
    /// Returns `nil` if the sequence selects no empty tab, ends with the selection of the tab, or would be refused.
    private func parts(
        of command: NavigationCommand, for request: Request
    ) async -> (tab: NavigationCommand, rest: NavigationCommand)? {
        guard case .sequence(let commands) = command, let place = commands.firstIndex(where: \.showsTab),
            place + 1 < commands.count
        else { return nil }
        let (tab, rest) = (commands[...place], commands[(place + 1)...])
        guard await navigator.forecast(.sequence(Array(tab)), for: request).next != nil else { return nil }
        if case .refused = await navigator.forecast(command, for: request).outcome { return nil }
        return (.sequence(Array(tab)), .sequence(Array(rest)))
    }

    /// Sets the lease for the pages that the request opens next; returns whether their module has a lease.
    private func leasePages(of module: String?) -> Bool {
        guard let lease = registry.pageLease(of: module) else { return false }
        active.pageLease = lease
        return true
    }

    /// Performs a command and returns the navigator's feedback, or throws at the deadline.
    @inline(__always)
    private func performInTime(
        _ command: NavigationCommand, _ request: Request
    ) async throws(RequestError) -> Feedback {
        // While the navigator waits for readers of the output, clocks are paused, so no deadline can pass.
        let isTimed = command.takesPagesOff || !navigator.waitsForReaders
        if active.isInSeparateTask || !isTimed { return try await askAndPerform(command, request) }
        return try await active.run(.navigator) { [self] () async throws(RequestError) in
            try await askAndPerform(command, request)
        }.get()
    }

    /// Performs a command, unless a page objects, or the caller gives up while the user is asked.
    @inline(__always)
    private func askAndPerform(
        _ command: NavigationCommand, _ request: Request
    ) async throws(RequestError) -> Feedback {
        let command = await mediator.naming(command, for: request)
        if command.takesPagesOff {
            let objection = await mediator.objection(to: command, for: request)
            try checkIsAwaited(after: active.stage)
            if let objection { return objection }
        }
        guard navigator.waitsForReaders else { return await mediator.turnPages(by: command, for: request) }
        return await active.pausingClock { await mediator.turnPages(by: command, for: request) }
    }

    /// The navigator, or the planner of a plan.
    @inline(__always)
    private var navigator: any Navigator { active.planner ?? mediator.navigator }

    /// Opens, with the origin of the request, the first page of a tab that is selected for the first time.
    private func openTab(_ url: RouteURL) async throws(RequestError) -> RequestOutcome {
        let feedback: Result<Feedback, RequestError>
        do throws(RequestError) {
            feedback = try await active.run(.navigator) { [active, mediator] () async throws(RequestError) in
                try await mediator.open(url, origin: active.origin)
            }
        } catch {
            _ = await navigator.perform(.sequence([]), for: nil)
            throw error
        }
        // Requests whose pages have left the stack wait until the tab's first page is displayed. If the page is not
        // displayed, an empty sequence lets these requests continue.
        if (try? feedback.get())?.outcome != .shown { _ = await navigator.perform(.sequence([]), for: nil) }
        return try active.awaitsResult ? .result(nil) : .feedback(feedback.get())
    }

    /// Waits with paused clocks until the user leaves the page, and returns the value that the page was dismissed with.
    private func waitForResult(of request: Request) async throws(RequestError) -> Payload? {
        let stage = Request.Stage.page(url: request.shownURL)
        active.record(stage)
        for outer in active.chain.dropFirst() { outer.settle() }
        if active.isDetour, let outer = active.outer, mediator.detours.isOver(for: outer) {
            await mediator.leaveDetours(of: outer.id)
        }
        let result = await active.pausingClock {
            let result = await navigator.result(of: request)
            if case .dismissed = result, active.planner == nil { _ = await active.turn?.waitUnlessCancelled() }
            return result
        }
        switch result {
        case .dismissed(let value):
            active.decide(value == nil ? "left without a value" : "dismissed with a value")
            return value
        case .unattended(let reason): throw RequestError(.refused(url: request.shownURL, by: stage, reason: reason))
        case .cancelled: throw RequestError(.cancelled(url: request.shownURL, during: stage))
        }
    }
}
