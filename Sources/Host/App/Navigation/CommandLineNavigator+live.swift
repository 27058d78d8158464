@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// Makes the page on top again where its view model has changed, without waiting for the next frame, unless there is one
    /// and it cannot be drawn yet.
    func refresh() {
        guard let live else { return }
        if viewport.followsChanges { drawNext(live.number) } else { draw(live.number) }
    }

    /// Shows what came of an event that the person threw: in place, as a change, or else by the whole page.
    func showChanges() {
        guard let before = pages.top?.page.elements, live != nil else { return }
        refresh()
        guard !viewport.followsChanges, let top = pages.top, top.page.elements != before else { return }
        viewport.show(top)
    }

    /// Begins to follow the view model of the page on top, if it has one, and no other.
    func followTop() {
        pageCount += 1
        live = pages.top?.page.liveSource.map { LivePage(source: $0, number: pageCount) }
        renewTop()
    }

    /// Makes the elements of the page on top of what its view model holds now, and watches what was read for that.
    private func renewTop() {
        guard let live else { return }
        let (elements, bindings) = live.source.elements { [weak self] in
            Task { await self?.changed(live.number) }
        }
        self.live?.bindings = bindings
        pages.renewTop(elements)
    }

    /// Something changed that was read for a page: a frame is due, unless one is already.
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

    /// Draws a frame that is due, unless a line was typed and not read yet: the cursor is further down than is known.
    private func drawNext(_ number: Int) {
        guard console.format == .text, TypedLines.unread > 0 else { return draw(number) }
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
