@_spi(Host) import ModuleKit

/// Opens the pages of the last session again, each for the one who had asked for it.
struct Restoration: Sendable {
    /// How many pages are asked for at a time.
    private static let pagesAtOnce = 16
    /// The most pages that are opened again, the newest of each tab.
    private static let pageLimit = 1_000

    let mediator: Switchboard
    let options: RequestOptions
    /// Who asks in this session: an outsider gets nothing that others had opened.
    let origin: Origin

    /// The stack, with a page that says why in place of each that cannot be opened again.
    func stack(_ snapshot: StackSnapshot) async -> PageStack {
        var stack = PageStack()
        let tabs = snapshot.branches.compactMap(\.tab)
        if !tabs.isEmpty { change(&stack, .tabs(tabs)) }
        for branch in snapshot.branches {
            if let tab = branch.tab { change(&stack, .tab(tab.name)) }
            let entries = branch.entries.suffix(max(Self.pageLimit / snapshot.branches.count, 1))
            for (entry, page) in zip(entries, await pages(entries)) {
                stack.restore(
                    page, url: entry.url, style: entry.style, origin: allowed(entry.origin.origin),
                    isRedacted: entry.isRedacted ?? false, isWeb: entry.isWeb ?? false)
            }
        }
        if let tab = snapshot.branches[snapshot.selected].tab { change(&stack, .tab(tab.name)) }
        return stack
    }

    private func change(_ stack: inout PageStack, _ command: NavigationCommand) {
        _ = stack.apply(command, for: nil, results: PageResults())
    }

    /// The pages, several asked for at once.
    private func pages(_ entries: ArraySlice<StackSnapshot.PageEntry>) async -> [Page] {
        await withTaskGroup(of: (Int, Page).self) { group in
            var pages: [Int: Page] = [:]
            for (count, entry) in entries.enumerated() {
                if count >= Self.pagesAtOnce, let (place, page) = await group.next() { pages[place] = page }
                group.addTask { (count, await page(entry)) }
            }
            for await (place, page) in group { pages[place] = page }
            return (0..<entries.count).compactMap { pages[$0] }
        }
    }

    private func page(_ entry: StackSnapshot.PageEntry) async -> Page {
        if entry.url.isEmpty { return placeholder(entry, "no URL leads to it") }
        if entry.isRedacted == true { return placeholder(entry, "its URL holds a secret, which is not kept") }
        if entry.isWeb == true, let page = PageStack.webPage(entry.url) { return page }
        let plan = await mediator.plan(
            entry.url, from: PageStack(), origin: allowed(entry.origin.origin), options: options)
        switch plan.outcome {
        case .success: return plan.page ?? placeholder(entry, "\(entry.url) leads to no page any more")
        case .failure(let error): return placeholder(entry, "\(error)")
        }
    }

    private func allowed(_ origin: Origin) -> Origin { self.origin == .external ? .external : origin }

    private func placeholder(_ entry: StackSnapshot.PageEntry, _ reason: String) -> Page {
        Page(entry.title) {
            Text("This page could not be opened again: \(reason).")
            if !entry.url.isEmpty, entry.isRedacted != true { Link("Open it again", to: entry.url) }
        }
    }
}

extension StackSnapshot.Branch {
    /// The pages, or one that says why the tab's first cannot be opened.
    fileprivate var entries: [StackSnapshot.PageEntry] {
        guard pages.isEmpty, isRedacted == true, let tab else { return pages }
        return [
            StackSnapshot.PageEntry(
                url: tab.url, title: tab.name, style: .pushed, origin: OriginName(.shell), isRedacted: true)
        ]
    }
}
