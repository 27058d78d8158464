@_spi(Host) import ModuleKit
import PluginRuntime

/// Opens the pages of the last session again, one after the other, each for the session's own origin.
struct Restoration: Sendable {
    /// The most pages that are opened again, those of all tabs together, the newest of each.
    static let pageLimit = 1_000
    /// How long one page may take, and after what time no other is opened.
    private static let pageTime = Duration.seconds(5)
    private static let wholeTime = Duration.seconds(30)

    let mediator: Switchboard
    let options: RequestOptions
    /// Who asks in this session.
    let origin: Origin
    let file: StackFile
    /// Is told of each page that is dropped.
    let report: @Sendable (String) -> Void

    /// The stack, with a page that says why in place of each that cannot be opened again.
    ///
    /// A page that ended the host when it was opened again, or does not come, is on neither the stack nor the file any more.
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

    /// The page, or one that says why it is not there; `nil` where it did not come in time.
    private func page(
        _ entry: StackSnapshot.PageEntry, at place: StackSnapshot.Place, isTimeLeft: Bool
    ) async -> Page? {
        if entry.url.isEmpty { return placeholder(entry, "no URL leads to it") }
        if entry.isRedacted == true { return placeholder(entry, "its URL holds a secret, which is not kept") }
        if entry.isWeb == true, let page = PageStack.webPage(entry.url) { return page }
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

    /// What opening a page comes to; `nil` where a module holds its thread, which no deadline of a request ends.
    private func plan(_ entry: StackSnapshot.PageEntry, _ options: RequestOptions) async -> NavigationPlan? {
        await TimeLimit.run(options.deadline + .seconds(1)) {
            await mediator.plan(entry.url, from: PageStack(), origin: origin(of: entry), options: options)
        }
    }

    private func drop(_ url: String, _ reason: String) {
        report("\(url) was dropped from the stack of the last session: \(reason); open it by its URL")
    }

    /// Who the page is opened for; the file goes on to say who had asked for it.
    private func origin(of entry: StackSnapshot.PageEntry) -> Origin { entry.origin == .external ? .external : origin }

    /// An outsider is not told what a page was called that others had opened.
    private func placeholder(_ entry: StackSnapshot.PageEntry, _ reason: String) -> Page {
        Page(origin == .external ? entry.url : entry.title) {
            Text("This page could not be opened again: \(reason).")
            if !entry.url.isEmpty, entry.isRedacted != true { Link("Open it again", to: entry.url) }
        }
    }
}

extension NavigationPlan {
    /// Whether a module, and no remote, was waited for in vain.
    fileprivate var isLate: Bool {
        guard case .failure(.deadline(_, let stage, _)) = outcome else { return false }
        return switch stage {
        case .resolver, .installation: false
        default: true
        }
    }
}

extension StackSnapshot.Branch {
    /// The pages, or one that says why the tab's first cannot be opened.
    fileprivate var entries: [StackSnapshot.PageEntry] {
        guard pages.isEmpty, isRedacted == true, let tab else { return pages }
        return [
            StackSnapshot.PageEntry(url: tab.url, title: tab.name, style: .pushed, origin: .shell, isRedacted: true)
        ]
    }
}
