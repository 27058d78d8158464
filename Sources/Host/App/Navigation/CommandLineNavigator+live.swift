@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// Renews the top page if its view model has changed, without waiting for the next frame, unless that frame cannot
    /// be drawn yet.
    func refresh() {
        guard let live else { return }
        if viewport.followsChanges { drawNext(live.number) } else { draw(live.number) }
    }

    /// Shows the effect of the person's event: in place, as a change, or else by the whole page.
    func showChanges() {
        guard let before = pages.top?.page.elements, live != nil else { return }
        refresh()
        guard !viewport.followsChanges, let top = pages.top, top.page.elements != before else { return }
        viewport.show(top)
    }

    /// Follows the view model of the top page, if it has one, and no other.
    func followTop() {
        pageCount += 1
        live = pages.top?.page.liveSource.map { LivePage(source: $0, number: pageCount) }
        renewTop()
    }

    /// Renews the elements of the top page from its view model, and observes the values that they read.
    private func renewTop() {
        guard let live else { return }
        let (elements, bindings) = live.source.elements { [weak self] in
            Task { await self?.changed(live.number) }
        }
        self.live?.bindings = bindings
        pages.renewTop(elements)
    }

    /// Schedules a frame for a change of an observed value, unless one is scheduled already.
    private func changed(_ number: Int) {
        guard let live, live.number == number, !live.isFrameDue, viewport.followsChanges else { return }
        self.live?.isFrameDue = true
        let delay = live.delay(isPaced: console.format == .text)
        if delay > .zero { draw(number, after: delay) } else { drawNext(number) }
    }

    private func draw(_ number: Int, after delay: Duration) {
        Task {
            try? await Task.sleep(for: delay)
            drawNext(number)
        }
    }

    /// Draws a scheduled frame, unless a line was typed during a command: then the cursor is further down than the host knows.
    private func drawNext(_ number: Int) {
        guard console.format == .text, !console.rows.isTyping, TerminalMode.unread > 0 else { return draw(number) }
        draw(number, after: LivePage.interval)
    }

    private func draw(_ number: Int) {
        guard live?.number == number else { return }
        live?.isFrameDue = false
        live?.lastFrame = .now
        renewTop()
        if let top = pages.top { viewport.renew(top) }
    }
}
