@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// A walk over the pages of the app, breadth first. It opens each URL once, without displaying its page.
///
/// The handlers run. Actions and forms are a person's choices: their URLs are only looked up, unless the crawl also
/// performs them, after it has read all pages.
struct Crawler {
    /// A URL to open from the page on top of a stack.
    private struct Visit {
        let url: RouteURL
        var stack: PageStack
        let depth: Int
    }

    /// A page that was read, with its targets.
    private struct Reading {
        let name: String
        let stack: PageStack
        let targets: [PageTarget]
        let depth: Int
    }

    /// The longest wait for the parts of a page that are loading.
    private static let loadingTime = Duration.seconds(5)
    /// The number of redirects in a row that is not reported.
    private static let redirectLimit = 3

    private let session: Session
    private let limits: CrawlLimits
    private let submits: Bool
    private(set) var report: CrawlReport
    private var choosesFirst = false
    private var queue: [Visit] = []
    private var count = 0
    private var choices: [(target: PageTarget, page: Reading)] = []
    /// The finding for each URL that was opened or looked up; `nil` if there is none. The verb begins the key.
    private var results: [String: CrawlFinding?] = [:]
    /// For each URL in the queue, the places that lead to it.
    private var places: [String: [CrawlFinding.Place]] = [:]

    init(_ session: Session, _ limits: CrawlLimits, submits: Bool, drawsGraph: Bool) {
        (self.session, self.limits, self.submits) = (session, limits, submits)
        report = CrawlReport(edges: drawsGraph ? [] : nil)
    }

    /// Crawls from URLs. If the list is empty, begins with each public page that does not need a parameter.
    mutating func run(from urls: [String]) async throws(Failure) {
        for name in await session.runtime.records.filter(\.mayRun).map(\.name) where await session.hasStarted(name) {
            report.summary.modules.append(name)
        }
        let pages = session.mediator.outlines.filter {
            $0.description.access == .public && $0.description.verb == .open && $0.isWritable
        }
        report.routes = pages.map(\.description)
        let first = pages.filter { ($0.path + $0.query).allSatisfy(\.isOptional) }
        choosesFirst = urls.isEmpty
        for url in choosesFirst ? first.map({ RouteURL(matching: $0.pattern) }) : urls.map({ RouteURL($0) }) {
            enqueue(url, from: (shown(url), nil), PageStack(), depth: 0)
        }
        guard !queue.isEmpty else {
            throw Failure("noFirstPage", "each page of the app needs a parameter; name a URL to begin with")
        }
        let end = ContinuousClock.now + limits.time
        await walk(until: end)
        for choice in choices {
            guard .now < end, !Task.isCancelled else { return report.cut("some actions and forms, for lack of time") }
            await perform(choice.target, on: choice.page)
            await walk(until: end)
        }
    }

    private mutating func walk(until end: ContinuousClock.Instant) async {
        var stage: Int?
        defer { LongWork.end(stage) }
        while count < queue.count {
            let left = "\(queue.count - count) pages"
            if count == limits.pages { return report.cut("\(left) after the first \(count)") }
            if .now >= end || Task.isCancelled { return report.cut("\(left), for lack of time") }
            let next = LongWork.begin("crawling: \(count) of \(queue.count) pages…")
            LongWork.end(stage)
            stage = next
            let visit = queue[count]
            // The stack holds pages, which are not needed any more.
            queue[count].stack = PageStack()
            count += 1
            await open(visit)
        }
    }

    private mutating func enqueue(_ url: RouteURL, from place: CrawlFinding.Place, _ stack: PageStack, depth: Int) {
        let key = "open \(url.text)"
        if let known = results[key] { return report.add(known, at: place) }
        places[key, default: []].append(place)
        guard places[key]?.count == 1 else { return }
        guard depth <= limits.depth else { return report.cut("pages below \(limits.depth) links in a row") }
        queue.append(Visit(url: url, stack: stack, depth: depth))
    }

    private mutating func open(_ visit: Visit) async {
        let (mediator, origin, options) = (session.mediator, session.origin, session.options)
        let (begin, key, name) = (ContinuousClock.now, "open \(visit.url.text)", shown(visit.url))
        let plan = await BlockingExecutor.result(within: options.deadline + .seconds(1)) {
            await mediator.plan(visit.url, from: visit.stack, origin: origin, options: options)
        }
        let origins = places.removeValue(forKey: key) ?? []
        let shows = plan.map { $0.stack.top?.entry.identity != visit.stack.top?.entry.identity } ?? false
        // The handler reads a parameter that the route does not declare, so the page is not one to begin with.
        if choosesFirst, visit.depth == 0, case .failure(let error) = plan?.outcome, error.isAboutParameters { return }
        let finding = await finding(of: plan, name, shows: shows)
        results[key] = .some(finding)
        for place in origins { report.add(finding, at: place) }
        guard let plan, finding == nil else { return }
        report.summary.pages += 1
        if let module = route(of: visit.url)?.owner { report.reached.insert(module) }
        for next in plan.redirects + plan.steps.compactMap(\.url) where next != name { noteLed(RouteURL(next)) }
        if plan.redirects.count > Self.redirectLimit {
            let chain = ([name] + plan.redirects).joined(separator: " to ")
            report.add(CrawlFinding(.redirects, "\(plan.redirects.count) redirects: \(chain)"), at: (name, nil))
        }
        if shows { await read(plan.stack, visit, since: begin) }
    }

    private mutating func finding(of plan: NavigationPlan?, _ name: String, shows: Bool) async -> CrawlFinding? {
        switch plan?.outcome {
        case nil: return lateness
        case .success: return nil
        case .failure(let error):
            guard error.code == .refused, shows else { return await session.finding(error, for: .open) }
            // An interceptor shows a page, such as a log-in, and waits for a person.
            report.summary.waiting.append(name)
            return nil
        }
    }

    private var lateness: CrawlFinding {
        CrawlFinding(.fails, "no end within \(session.options.deadline.secondsText) s")
    }

    /// Reads the top page of a stack: checks it, and follows what it leads to.
    private mutating func read(_ stack: PageStack, _ visit: Visit, since begin: ContinuousClock.Instant) async {
        guard let item = stack.top, !item.isWeb else { return }
        let content = await settled(item.page)
        let took = ContinuousClock.now - begin
        let page = Reading(name: shown(visit.url), stack: stack, targets: content.targets, depth: visit.depth)
        let place: CrawlFinding.Place = (page.name, nil)
        if took > limits.slow { report.add(CrawlFinding(.slow, "it takes \(took.secondsText) s"), at: place) }
        if let size = try? JSONText.encode(content).utf8.count, size > limits.size {
            report.add(CrawlFinding(.large, "it has \(size / 1_000) kB as JSON"), at: place)
        }
        if page.targets.isEmpty, visit.stack.top != nil, stack.items.count == 1, stack.tabs.isEmpty {
            report.add(CrawlFinding(.deadEnd, "it leads nowhere, and `back` does not leave it"), at: place)
        }
        for tab in stack.tabs where !visit.stack.tabs.contains(tab) {
            follow(tab.url, (page.name, "tab \"\(tab.name)\""), page)
        }
        for target in page.targets {
            await follow(target, on: page)
            if case .open = target { continue }
            if submits { choices.append((target, page)) }
        }
    }

    /// Returns a page after its parts have loaded.
    private func settled(_ page: Page) async -> Page {
        let end = ContinuousClock.now + min(session.options.deadline, Self.loadingTime)
        while true {
            let changed = Promise<Void>()
            let (current, bindings) = Binding.following({ page.current }) { changed.fulfill(()) }
            guard page.isLive, .now < end, current.allElements.contains(where: \.isLoading) else { return current }
            changed.fulfill((), after: end - .now)
            await changed.wait()
            withExtendedLifetime(bindings) {}
        }
    }

    private mutating func follow(_ target: PageTarget, on page: Reading) async {
        let place: CrawlFinding.Place = (page.name, target.words)
        if target.lacksReceiver { report.add(CrawlFinding(.noReceiver, "nobody receives its message"), at: place) }
        switch target {
        case .open(_, let url): follow(url, place, page)
        case .action(let action, let receiver):
            await check(action.url ?? receiver?.url, place)
            if case .open(let url) = action.completion { follow(url, place, page) }
        case .form(let form, let receiver):
            await check(form.url ?? receiver?.url, place)
            if case .open(let url) = form.completion { follow(url, place, page) }
        }
    }

    private mutating func follow(_ url: RouteURL, _ place: CrawlFinding.Place, _ page: Reading) {
        report.note(place, shown(url))
        noteLed(url)
        enqueue(url, from: place, page.stack, depth: page.depth + 1)
    }

    /// Checks the URL that an action or a form calls, without calling it.
    private mutating func check(_ url: RouteURL?, _ place: CrawlFinding.Place) async {
        guard let url else { return }
        report.note(place, shown(url))
        let key = "call \(url.text)"
        if results[key] == nil {
            results[key] = .some(await session.finding(calling: url))
            if let module = route(of: url)?.owner { report.reached.insert(module) }
        }
        report.add(results[key] ?? nil, at: place)
    }

    /// Performs an action or a form, and follows what it newly leads to.
    private mutating func perform(_ target: PageTarget, on page: Reading) async {
        var values: Payload?
        if case .form(let form, _) = target {
            values = try? form.filled(with: form.samples)
            if values == nil { return report.summary.unsubmitted += 1 }
        }
        let (mediator, options) = (session.mediator, session.options)
        let result = await BlockingExecutor.result(within: options.deadline + .seconds(1)) { [values] in
            await mediator.plan(target, filledWith: values, on: page.stack, origin: .shell, options: options)
        }
        let (item, top, place) = (page.stack.top, result?.stack.top, (page: page.name, element: Optional(target.words)))
        let shows = top != nil && top?.entry.identity != item?.entry.identity
        switch result?.outcome {
        case nil: report.add(lateness, at: place)
        case .failure(.noReceiver): break
        // The module may refuse a sample.
        case .failure(.request(let error, _)) where values != nil && error.isOfHandler: report.summary.unsubmitted += 1
        case .failure(.request(let error, _)) where error.code == .refused && shows:
            report.summary.waiting.append(page.name)
        case .failure(.request(let error, let verb)): report.add(await session.finding(error, for: verb), at: place)
        case .failure(let error): report.add(CrawlFinding(.fails, "\(error)"), at: place)
        case .success where shows: if let top, !top.isRedacted { follow(RouteURL(top.entry.url), place, page) }
        case .success:
            guard let item, item.page.isLive else { return }
            for new in await settled(item.page).targets where !page.targets.contains(new) {
                await follow(new, on: page)
            }
        }
    }

    /// Records that something leads to the route of a URL.
    private mutating func noteLed(_ url: RouteURL) {
        if let pattern = route(of: url)?.pattern { report.led.insert(pattern) }
    }

    private func route(of url: RouteURL) -> RouteExplanation.Pattern? {
        try? session.mediator.explain(url, origin: session.origin, near: false).routes.candidates.first
    }

    private func shown(_ url: RouteURL) -> String { session.mediator.shown(url.text) }
}

extension PageElement {
    fileprivate var isLoading: Bool { if case .container(let part) = self { part.state == .loading } else { false } }
}

extension PageTarget {
    /// The element as a part of a sentence.
    fileprivate var words: String {
        switch self {
        case .open: "link \"\(title)\""
        case .action: "action \"\(title)\""
        case .form: "form \"\(title)\""
        }
    }
}

extension RequestError {
    /// Whether the answering module itself refused the request.
    fileprivate var isOfHandler: Bool { code == .handlerFailed && chain.count == 1 }
    fileprivate var isAboutParameters: Bool { cause is ParameterError || cause is ParametersError }
}
