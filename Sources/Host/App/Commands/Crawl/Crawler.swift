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

    static let noFirstPage = "noFirstPage"
    /// The longest wait for the parts of a page that are loading.
    private static let loadingTime = Duration.seconds(5)
    /// The number of redirects in a row that is not reported.
    private static let redirectLimit = 3

    private let session: Session
    private let limits: CrawlOptions
    private(set) var report: CrawlReport
    private var choosesFirst = false
    private var queue: [Visit] = []
    private var count = 0
    private var choices: [(target: PageTarget, page: Reading)] = []
    /// The finding for each URL that was opened or looked up; `nil` if there is none. The verb begins the key.
    private var results: [String: CrawlFinding?] = [:]
    /// For each URL in the queue, the places that lead to it.
    private var places: [String: [CrawlFinding.Place]] = [:]

    init(_ session: Session, _ limits: CrawlOptions, _ report: CrawlReport) {
        (self.session, self.limits, self.report) = (session, limits, report)
    }

    /// Crawls from URLs. If the list is empty, begins with each public page that does not need a parameter.
    mutating func run(from urls: [String]) async throws(Failure) {
        for name in await session.runtime.records.filter(\.mayRun).map(\.name) {
            report.summary.modules.append(name)
            if await session.hasStarted(name) { continue }
            report.add(CrawlFinding(.fails, "it does not start; see `module why \(name)`"), at: (name, nil, nil))
        }
        let pages = session.mediator.outlines.filter {
            $0.description.access == .public && $0.description.verb == .open && $0.isWritable
        }
        report.routes = pages.map(\.description)
        let first = pages.filter { ($0.path + $0.query).allSatisfy(\.isOptional) }
        choosesFirst = urls.isEmpty
        for url in choosesFirst ? first.map({ RouteURL(matching: $0.pattern) }) : urls.map({ RouteURL($0) }) {
            enqueue(url, from: (shown(url), nil, nil), PageStack(), depth: 0)
        }
        guard !queue.isEmpty else {
            throw Failure(Self.noFirstPage, "each page of the app needs a parameter; name a URL to begin with")
        }
        let end = ContinuousClock.now + limits.time
        await walk(until: end)
        var performed = 0
        while performed < choices.count {
            guard .now < end, !Task.isCancelled else { return report.cut("actions and forms, for lack of time") }
            performed += 1
            await perform(choices[performed - 1].target, on: choices[performed - 1].page)
            await walk(until: end)
        }
    }

    private mutating func walk(until end: ContinuousClock.Instant) async {
        var stage: Int?
        defer { LongWork.end(stage) }
        while count < queue.count {
            if .now >= end || Task.isCancelled { return report.cut("pages after the first \(count), for lack of time") }
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
        if places[key] != nil {
            places[key]?.append(place)
            return
        }
        guard queue.count < limits.pages else { return report.cut("pages after the first \(limits.pages)") }
        guard depth <= limits.depth else { return report.cut("pages beyond --depth \(limits.depth)") }
        places[key] = [place]
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
        let finding = await finding(of: plan, name, shows: shows)
        results[key] = .some(finding)
        // A page that the crawl chose itself may need a parameter that its route does not declare.
        let mayFail =
            if choosesFirst, case .failure(let error)? = plan?.outcome { error.isAboutParameters } else { false }
        for place in origins where place.element != nil || !mayFail { report.add(finding, at: place) }
        guard let plan, finding == nil else { return }
        report.summary.pages += 1
        for url in [visit.url] + plan.redirects.map({ RouteURL($0) }) {
            if let module = session.route(of: url)?.owner { report.reached.insert(module) }
            if url != visit.url { noteWay(from: name, to: url) }
        }
        if plan.redirects.count > Self.redirectLimit {
            let chain = ([name] + plan.redirects.map(session.mediator.shown)).joined(separator: " to ")
            report.add(CrawlFinding(.redirects, "\(plan.redirects.count) redirects: \(chain)"), at: (name, nil, nil))
        }
        // The handler itself may have opened pages, which are below the top page.
        for url in plan.steps.dropLast().compactMap(\.url) where url != name {
            follow(RouteURL(url), (name, "the handler", url), plan.stack, depth: visit.depth)
        }
        let isRoot = if case .root? = plan.steps.last?.command.plain { true } else { visit.stack.top != nil }
        if shows { await read(plan.stack, visit, isAlone: isRoot && plan.stack.items.count == 1, since: begin) }
    }

    private mutating func finding(of plan: NavigationPlan?, _ name: String, shows: Bool) async -> CrawlFinding? {
        switch plan?.outcome {
        case nil: return lateness
        case .success: return nil
        case .failure(let error):
            guard (error.chain.last ?? error).code == .refused, shows else {
                return await session.finding(error, for: .open)
            }
            // An interceptor shows a page, such as a log-in, and waits for a person.
            report.summary.waiting.append(name)
            return nil
        }
    }

    private var lateness: CrawlFinding {
        CrawlFinding(.fails, "no end within \(session.options.deadline.secondsText) s")
    }

    /// Reads the top page of a stack: checks it, and follows what it leads to.
    private mutating func read(
        _ stack: PageStack, _ visit: Visit, isAlone: Bool = false, since begin: ContinuousClock.Instant
    ) async {
        guard let item = stack.top, !item.isWeb else { return }
        let content = await settled(item.page)
        let took = ContinuousClock.now - begin
        let (name, limit) = (shown(visit.url), session.options.deadline)
        let place: CrawlFinding.Place = (name, nil, nil)
        // The code of a module makes the rows.
        let parts = await BlockingExecutor.result(within: limit + .seconds(1)) {
            (targets: content.targets, size: (try? JSONText.encode(content))?.utf8.count ?? 0)
        }
        guard let parts else { return report.add(lateness, at: place) }
        let page = Reading(name: name, stack: stack, targets: parts.targets, depth: visit.depth)
        if took > limits.slow {
            let isLoading = item.page.isLive && content.allElements.contains(where: \.isLoading)
            let words = isLoading ? "a part of it still loads after" : "it takes"
            report.add(CrawlFinding(.slow, "\(words) \(took.secondsText) s"), at: place)
        }
        if parts.size > limits.size {
            report.add(CrawlFinding(.large, "it has \(parts.size / 1_000) kB as JSON"), at: place)
        }
        if page.targets.isEmpty, isAlone, stack.tabs.isEmpty {
            report.add(CrawlFinding(.deadEnd, "it leads nowhere, and `back` does not leave it"), at: place)
        }
        for tab in stack.tabs where !visit.stack.tabs.contains(tab) {
            follow(tab.url, (name, "tab \"\(tab.name)\"", shown(tab.url)), stack, depth: visit.depth)
        }
        for target in page.targets {
            await follow(target, on: page)
            if case .open = target { continue }
            if limits.submits { choices.append((target, page)) }
        }
    }

    /// Returns a page after its parts have loaded.
    private func settled(_ page: Page) async -> Page {
        let end = ContinuousClock.now + min(session.options.deadline, Self.loadingTime)
        while page.isLive, .now < end, !Task.isCancelled, page.current.allElements.contains(where: \.isLoading) {
            try? await Task.sleep(for: .milliseconds(20))
        }
        return page.current
    }

    private mutating func follow(_ target: PageTarget, on page: Reading) async {
        if target.lacksReceiver {
            report.add(CrawlFinding(.noReceiver, "nobody receives its message"), at: (page.name, target.words, nil))
        }
        let (kind, url) = target.outline
        guard kind != .link, case let next = target.completionURL else {
            if let url { follow(url, (page.name, target.words, shown(url)), page.stack, depth: page.depth) }
            return
        }
        await check(url, target, on: page)
        if let next { follow(next, (page.name, target.words, shown(next)), page.stack, depth: page.depth) }
    }

    private mutating func follow(_ url: RouteURL, _ place: CrawlFinding.Place, _ stack: PageStack, depth: Int) {
        noteWay(from: place.page, to: url)
        enqueue(url, from: place, stack, depth: depth + 1)
    }

    /// Checks the URL that an action or a form calls, without calling it.
    private mutating func check(_ url: RouteURL?, _ target: PageTarget, on page: Reading) async {
        guard let url else { return }
        report.note(page.name, shown(url))
        let key = "call \(url.text)"
        if results[key] == nil {
            results[key] = .some(await session.finding(calling: url))
            if let module = session.route(of: url)?.owner { report.reached.insert(module) }
        }
        report.add(results[key] ?? nil, at: (page.name, target.words, shown(url)))
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
        let (item, top) = (page.stack.top, result?.stack.top)
        let place: CrawlFinding.Place = (page.name, target.words, nil)
        let shows = top != nil && top?.entry.identity != item?.entry.identity
        switch result?.outcome {
        case nil: report.add(lateness, at: place)
        case .failure(.noReceiver): break
        case .failure(.failed) where values != nil: report.summary.unsubmitted += 1
        // The module may refuse a sample.
        case .failure(.request(let error, _)) where values != nil && error.isOfHandler: report.summary.unsubmitted += 1
        case .failure(.request(let error, _)) where error.code == .refused && shows:
            report.summary.waiting.append(page.name)
        case .failure(.request(let error, let verb)): report.add(await session.finding(error, for: verb), at: place)
        case .failure(let error): report.add(CrawlFinding(.fails, "\(error)"), at: place)
        case .success where shows:
            guard let result, let top else { return }
            let url = RouteURL(top.entry.url)
            if !top.isRedacted {
                return follow(url, (page.name, target.words, shown(url)), page.stack, depth: page.depth)
            }
            // Its URL does not open it again.
            guard results.updateValue(nil, forKey: "page \(page.name) \(target.words)") == nil else { return }
            await read(result.stack, Visit(url: url, stack: page.stack, depth: page.depth + 1), since: .now)
        case .success:
            guard let item, item.page.isLive else { return }
            for new in await settled(item.page).targets where !page.targets.contains(new) {
                await follow(new, on: page)
            }
        }
    }

    /// Records that a page leads to a URL.
    private mutating func noteWay(from page: String, to url: RouteURL) {
        report.note(page, shown(url))
        if let pattern = session.route(of: url)?.pattern { report.led.insert(pattern) }
    }

    private func shown(_ url: RouteURL) -> String { session.mediator.shown(url.text) }
}

extension PageElement {
    fileprivate var isLoading: Bool { if case .container(let part) = self { part.state == .loading } else { false } }
}

extension PageTarget {
    /// The element as a part of a sentence, such as `link "North"`.
    fileprivate var words: String { "\(outline.kind.rawValue) \"\(title)\"" }

    /// The URL to open after the call of the action or the form.
    fileprivate var completionURL: RouteURL? {
        let completion =
            switch self {
            case .open: Action<Never>("", calling: "").completion
            case .action(let action, _): action.completion
            case .form(let form, _): form.completion
            }
        return if case .open(let url) = completion { url } else { nil }
    }
}

extension RequestError {
    /// Whether the answering module itself refused the request.
    fileprivate var isOfHandler: Bool { code == .handlerFailed && chain.count == 1 }
    fileprivate var isAboutParameters: Bool { isOfHandler && (cause is ParameterError || cause is ParametersError) }
}
