extension StackChange {
    mutating func add(_ page: Page, style: StackEntry.Style) {
        add(page, url: request?.shownURL ?? "", style: style)
    }

    mutating func addWebPage(_ address: String) throws(StackRefusal) {
        guard let page = PageStack.webPage(address) else { throw .notWeb(address) }
        add(page, url: address, style: .pushed)
        stack.items[stack.items.count - 1].isWeb = true
    }

    mutating func replaceTop(by page: Page) {
        let old = stack.items.popLast()
        if let old { leave(old) }
        add(page, style: old?.entry.style ?? .pushed)
    }

    mutating func replaceAll(by page: Page) {
        for item in stack.items.reversed() { leave(item) }
        stack.items = []
        add(page, style: .pushed)
    }

    private mutating func add(_ page: Page, url: String, style: StackEntry.Style) {
        var item = stack.item(page, url: url, style: style)
        item.origin = request?.origin
        item.isRedacted = request.map { $0.shownURL != $0.url.text && url == $0.shownURL } ?? false
        item.waiter = waiter()
        item.lease = request?.life.pageLease
        stack.items.append(item)
        stack.branches[stack.selected].popped = []
    }

    /// The request's number, if its caller waits for the page to leave; of several pages, for the last.
    private mutating func waiter() -> RequestID? {
        guard let request, request.awaitsResult else { return nil }
        stack.forget(request.id)
        return request.id
    }
}
