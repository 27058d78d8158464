@_spi(Host) import ModuleKit

extension Command {
    static let crawl = Command(
        name: "crawl", words: "[URL…]",
        summary: "open these or the app's first pages, and all linked pages; exit 1 if there is a problem",
        options: CrawlOptions.all, read: { arguments throws(Failure) in try CrawlOptions(arguments).run })
}

/// The options of the command `crawl`.
struct CrawlOptions: Sendable {
    fileprivate static let submit = Option("--submit", "also perform actions and forms, with samples for the values")
    fileprivate static let setUp = Option("--as", value: "FILE", "first run the lines of FILE, such as a log-in")
    fileprivate static let withoutEach = Option(
        "--without-each", "crawl again without each module; list the additional problems")
    fileprivate static let offline = Option(
        "--offline", "crawl again without services and remotes; list the additional problems")
    fileprivate static let slowServices = Option(
        "--slow-services", value: "MS", "crawl again with late answers of web services; list the additional problems")
    fileprivate static let slow = Option("--slow", value: "MS", "report pages that take longer (2000)")
    fileprivate static let size = Option("--size", value: "KB", "report pages that are larger as JSON (1000)")
    fileprivate static let pages = Option("--pages", value: "N", "end after so many pages (10000)")
    fileprivate static let depth = Option("--depth", value: "N", "follow so many links in a row (100)")
    fileprivate static let seconds = Option("--seconds", value: "N", "end after this time (600)")
    fileprivate static let graph = Option("--graph", "only write the ways between pages, as a flow chart for Mermaid")
    private static let variants = [withoutEach, offline, slowServices]
    fileprivate static let all = [submit, setUp] + variants + [slow, size, pages, depth, seconds, graph]

    private let arguments: Arguments
    let slow, time: Duration
    /// The limits for the size of a page as JSON, in bytes, for the number of pages, and for the links in a row.
    let size, pages, depth: Int
    private let delay: Int?

    fileprivate init(_ arguments: Arguments) throws(Failure) {
        self.arguments = arguments
        slow = .milliseconds(try arguments.number(Self.slow) ?? 2_000)
        time = .seconds(try arguments.number(Self.seconds) ?? 600)
        size = 1_000 * (try arguments.number(Self.size) ?? 1_000)
        pages = try arguments.number(Self.pages) ?? 10_000
        depth = try arguments.number(Self.depth) ?? 100
        delay = try arguments.number(Self.slowServices)
        if arguments.has(Self.graph), let variant = Self.variants.first(where: arguments.has) {
            throw .twoSources(Self.graph.name, variant.name)
        }
    }

    var submits: Bool { arguments.has(Self.submit) }

    fileprivate func run(in session: Session) async throws(Failure) -> ExitCode {
        if let file = arguments.values(Self.setUp).last { try await session.run(file) }
        let (console, drawsGraph) = (session.console, arguments.has(Self.graph))
        let report = CrawlReport(edges: drawsGraph ? [] : nil) { finding in
            if !drawsGraph { _ = try? console.show("finding", finding, text: finding.line) }
        }
        var crawler = Crawler(session, self, report)
        try await crawler.run(from: arguments.words)
        var result = crawler.report
        for variant in variants(of: result) where !Task.isCancelled {
            for finding in variant.findings(in: session, words, beside: result) { result.add(finding) }
        }
        result.end()
        if drawsGraph {
            try console.show("graph", result.edges, text: result.flowChart, isSource: true)
        } else {
            try console.show("crawl", result.summary, text: result.summary.lines.joined(separator: "\n"))
        }
        return drawsGraph || result.summary.findings == 0 ? .done : .failed
    }

    private func variants(of report: CrawlReport) -> [CrawlVariant] {
        let names = arguments.has(Self.withoutEach) ? report.summary.modules : []
        var variants = names.map { CrawlVariant(words: "without \($0)", options: [HostOptions.without.name, $0]) }
        if arguments.has(Self.offline) { variants.append(CrawlVariant(words: "offline", options: [Self.offline.name])) }
        if let delay {
            let words = "with services that take \(delay) ms"
            variants.append(CrawlVariant(words: words, options: [Self.slowServices.name, "\(delay)"]))
        }
        return variants
    }

    /// The arguments of a variant's crawl.
    private var words: [String] {
        arguments.typed(Self.all.filter { !Self.variants.contains($0) }) + arguments.words
    }
}

extension Session {
    /// Runs the lines of a file as a script, and ends at its first failure.
    fileprivate func run(_ path: String) async throws(Failure) {
        var inner = self
        inner.input = ShellInput(try .file(path), console: console, log: log)
        let exitCode = await runLines(inner, true) {}
        guard exitCode == .done else {
            throw Failure("setUpFailed", "a line of \(path) failed, so nothing was crawled; correct it", exitCode)
        }
    }
}
