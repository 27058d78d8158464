@_spi(Host) import ModuleKit
import Platform
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

    /// Returns the stack, with a page that gives the reason in place of each that cannot be restored.
    func stack(_ snapshot: StackSnapshot) async -> PageStack {
        var stack = PageStack()
        let end = ContinuousClock.now + Self.wholeTime
        let tabs = snapshot.branches.compactMap(\.tab)
        if !tabs.isEmpty { change(&stack, .tabs(tabs)) }
        for branch in snapshot.branches {
            if let tab = branch.tab { change(&stack, .tab(tab.name)) }
            for entry in branch.entries.suffix(max(Self.pageLimit / snapshot.branches.count, 1)) {
                stack.restore(
                    await page(entry, isTimeLeft: .now < end), url: entry.url, style: entry.style,
                    origin: entry.origin == .external ? .external : .shell,
                    isRedacted: entry.isRedacted ?? false, isWeb: entry.isWeb ?? false)
            }
        }
        if let tab = snapshot.branches[snapshot.selected].tab { change(&stack, .tab(tab.name)) }
        return stack
    }

    private func change(_ stack: inout PageStack, _ command: NavigationCommand) {
        _ = stack.apply(command, for: nil, results: PageResults())
    }

    /// Returns the page, or one with the reason for its absence.
    private func page(_ entry: StackSnapshot.PageEntry, isTimeLeft: Bool) async -> Page {
        if entry.url.isEmpty { return placeholder(entry, "no URL leads to it") }
        if entry.isRedacted == true { return placeholder(entry, "its URL holds a secret, which is not kept") }
        if entry.isWeb == true, let page = PageStack.webPage(RouteURL(entry.url)) { return page }
        guard isTimeLeft else { return placeholder(entry, "the pages before it took \(Self.wholeTime)") }
        var options = options
        options.deadline = min(options.deadline, Self.pageTime)
        guard let plan = await plan(entry, options) else {
            return placeholder(entry, "it did not come within \(options.deadline)")
        }
        switch plan.outcome {
        case .success: return plan.page ?? placeholder(entry, "\(entry.url) leads to no page any more")
        case .failure(let error): return placeholder(entry, "\(error)")
        }
    }

    /// Returns the plan of opening a page; `nil` if a module blocks its thread, which no deadline of a request ends.
    private func plan(_ entry: StackSnapshot.PageEntry, _ options: RequestOptions) async -> NavigationPlan? {
        await BlockingExecutor.result(within: options.deadline + .seconds(1)) {
            await mediator.plan(RouteURL(entry.url), from: PageStack(), origin: origin(of: entry), options: options)
        }
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
