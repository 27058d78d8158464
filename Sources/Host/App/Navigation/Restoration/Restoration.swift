@_spi(Host) import ModuleKit
import PluginRuntime

/// The restoration of the last session's pages, one after the other, each for the session's own origin.
struct Restoration: Sendable {
    /// The maximum number of restored pages in all tabs together, the newest of each.
    static let pageLimit = 1_000
    /// The time limit of one page, and of the whole restoration before another page begins.
    private static let pageTime = Duration.seconds(5)
    private static let wholeTime = Duration.seconds(30)

    let mediator: Switchboard
    let options: RequestOptions
    let origin: Origin
    let file: StackFile
    /// Called for each dropped page.
    let report: @Sendable (String) -> Void

    /// Returns the stack, with a page that gives the reason in place of each that cannot be restored.
    ///
    /// A page whose restoration ended the host, or did not end in time, is removed from the stack and the file.
    func stack(_ snapshot: StackSnapshot) async throws(StackFileError) -> PageStack {
        let lost = file.lost()
        var snapshot = snapshot
        for page in lost.compactMap(snapshot.page) { drop(page.url, "the host ended while it was opened again") }
        if !lost.isEmpty {
            snapshot = snapshot.without(lost)
            try file.write(snapshot)
        }
        file.forgetNotes()
        let (stack, dropped) = await opened(snapshot)
        if !dropped.isEmpty { try file.write(snapshot.without(dropped)) }
        file.forgetNotes()
        return stack
    }

    private func opened(_ snapshot: StackSnapshot) async -> (PageStack, dropped: Set<StackSnapshot.Place>) {
        var stack = PageStack()
        var dropped: Set<StackSnapshot.Place> = []
        let end = ContinuousClock.now + Self.wholeTime
        let tabs = snapshot.branches.compactMap(\.tab)
        if !tabs.isEmpty { change(&stack, .tabs(tabs)) }
        for (number, branch) in snapshot.branches.enumerated() {
            if let tab = branch.tab { change(&stack, .tab(tab.name)) }
            let entries = branch.entries
            for index in entries.indices.suffix(max(Self.pageLimit / snapshot.branches.count, 1)) {
                let (entry, place) = (entries[index], StackSnapshot.Place(branch: number, page: index))
                guard let page = await page(entry, at: place, isTimeLeft: .now < end) else {
                    dropped.insert(place)
                    continue
                }
                stack.restore(
                    page, url: entry.url, style: entry.style, origin: entry.origin == .external ? .external : .shell,
                    isRedacted: entry.isRedacted ?? false, isWeb: entry.isWeb ?? false)
            }
        }
        if let tab = snapshot.branches[snapshot.selected].tab { change(&stack, .tab(tab.name)) }
        return (stack, dropped)
    }

    private func change(_ stack: inout PageStack, _ command: NavigationCommand) {
        _ = stack.apply(command, for: nil, results: PageResults())
    }

    /// Returns the page, or one with the reason for its absence; `nil` if it did not come in time.
    private func page(
        _ entry: StackSnapshot.PageEntry, at place: StackSnapshot.Place, isTimeLeft: Bool
    ) async -> Page? {
        if entry.url.isEmpty { return placeholder(entry, "no URL leads to it") }
        if entry.isRedacted == true { return placeholder(entry, "its URL holds a secret, which is not kept") }
        if entry.isWeb == true, let page = PageStack.webPage(RouteURL(entry.url)) { return page }
        guard isTimeLeft else { return placeholder(entry, "the pages before it took \(Self.wholeTime)") }
        file.note(place)
        var options = options
        options.deadline = min(options.deadline, Self.pageTime)
        let plan = await plan(entry, options)
        guard let plan, !plan.isLate else {
            drop(entry.url, "it did not come within \(options.deadline)")
            return nil
        }
        file.note(place)
        switch plan.outcome {
        case .success: return plan.page ?? placeholder(entry, "\(entry.url) leads to no page any more")
        case .failure(let error): return placeholder(entry, "\(error)")
        }
    }

    /// Returns the plan of opening a page; `nil` if a module blocks its thread, which no deadline of a request ends.
    private func plan(_ entry: StackSnapshot.PageEntry, _ options: RequestOptions) async -> NavigationPlan? {
        await TimeLimit.run(options.deadline + .seconds(1)) {
            await mediator.plan(RouteURL(entry.url), from: PageStack(), origin: origin(of: entry), options: options)
        }
    }

    private func drop(_ url: String, _ reason: String) {
        report("\(url) was dropped from the stack of the last session: \(reason); open it by its URL")
    }

    /// Returns the origin for opening the page; the file keeps the original one.
    private func origin(of entry: StackSnapshot.PageEntry) -> Origin { entry.origin == .external ? .external : origin }

    /// Returns the replacement of a page; an external caller does not see the title of a page that others had opened.
    private func placeholder(_ entry: StackSnapshot.PageEntry, _ reason: String) -> Page {
        Page(origin == .external ? entry.url : entry.title) {
            Text("This page could not be opened again: \(reason).")
            if !entry.url.isEmpty, entry.isRedacted != true { Link("Open it again", to: RouteURL(entry.url)) }
        }
    }
}

extension NavigationPlan {
    /// Whether a module, and not a remote, exceeded the time.
    fileprivate var isLate: Bool {
        guard case .failure(let error) = outcome, error.code == .deadline else { return false }
        return switch error.stage {
        case .resolver, .installation: false
        default: true
        }
    }
}

extension StackSnapshot.Branch {
    /// The pages, or one with the reason why the tab's first page cannot be opened.
    fileprivate var entries: [StackSnapshot.PageEntry] {
        guard pages.isEmpty, isRedacted == true, let tab else { return pages }
        return [
            StackSnapshot.PageEntry(
                url: tab.url.text, title: tab.name, style: .pushed, origin: .shell, isRedacted: true)
        ]
    }
}
