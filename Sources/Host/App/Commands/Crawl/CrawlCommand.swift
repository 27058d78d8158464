@_spi(Host) import ModuleKit

extension Command {
    static let crawl = Command(
        name: "crawl", words: "[URL…]",
        summary: "open these pages or the app's first ones, and all that they lead to; exit 1 if something is wrong",
        options: [
            CrawlRun.submit, CrawlRun.setUp, CrawlRun.withoutEach, CrawlRun.offline, CrawlRun.slowServices,
            CrawlRun.slow, CrawlRun.size, CrawlRun.pages, CrawlRun.depth, CrawlRun.seconds, CrawlRun.graph,
        ], read: { arguments throws(Failure) in try CrawlRun(arguments).run })
}

/// The limits of a crawl.
struct CrawlLimits: Sendable {
    let slow: Duration
    /// The size of a page as JSON, in bytes.
    let size: Int
    let pages: Int
    let depth: Int
    let time: Duration
}

/// One run of the command `crawl`, with its options.
private struct CrawlRun {
    static let submit = Option("--submit", "also perform actions and forms, with samples for the values")
    static let setUp = Option("--as", value: "FILE", "first run the lines of FILE, such as a log-in")
    static let withoutEach = Option("--without-each", "again without each module, and list what only then is wrong")
    static let offline = Option("--offline", "again without services and remotes, and list what only then is wrong")
    static let slowServices = Option(
        "--slow-services", value: "MS", "again with services that answer so late, and list what only then is wrong")
    static let slow = Option("--slow", value: "MS", "report pages that take longer (2000)")
    static let size = Option("--size", value: "KB", "report pages that are larger as JSON (1000)")
    static let pages = Option("--pages", value: "N", "end after so many pages (10000)")
    static let depth = Option("--depth", value: "N", "follow so many links in a row (100)")
    static let seconds = Option("--seconds", value: "N", "end after this time (600)")
    static let graph = Option("--graph", "only write which page leads to which, as a flow chart for Mermaid")

    private let arguments: Arguments
    private let limits: CrawlLimits

    init(_ arguments: Arguments) throws(Failure) {
        self.arguments = arguments
        limits = CrawlLimits(
            slow: .milliseconds(try arguments.number(Self.slow) ?? 2_000),
            size: 1_000 * (try arguments.number(Self.size) ?? 1_000),
            pages: try arguments.number(Self.pages) ?? 10_000,
            depth: try arguments.number(Self.depth) ?? 100,
            time: .seconds(try arguments.number(Self.seconds) ?? 600))
        _ = try arguments.number(Self.slowServices)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        if let file = arguments.values(Self.setUp).last { try await session.run(file) }
        let drawsGraph = arguments.has(Self.graph)
        var crawler = Crawler(session, limits, submits: arguments.has(Self.submit), drawsGraph: drawsGraph)
        try await crawler.run(from: arguments.words)
        var report = crawler.report
        if drawsGraph {
            try session.console.show("graph", report.edges, text: report.flowChart, isSource: true)
        } else {
            for variant in variants(of: report) {
                for finding in try await variant.findings(in: session, words, beside: crawler.report) {
                    report.add(finding)
                }
            }
            try report.show(in: session)
        }
        return report.findings.isEmpty ? .done : .failed
    }

    private func variants(of report: CrawlReport) -> [CrawlVariant] {
        let names = arguments.has(Self.withoutEach) ? report.summary.modules : []
        var variants = names.map { CrawlVariant(words: "without \($0)", options: [HostOptions.without.name, $0]) }
        if arguments.has(Self.offline) { variants.append(CrawlVariant(words: "offline", options: [Self.offline.name])) }
        if let delay = arguments.values(Self.slowServices).last {
            let words = "with services that take \(delay) ms"
            variants.append(CrawlVariant(words: words, options: [Self.slowServices.name, delay]))
        }
        return variants
    }

    /// The arguments of a variant's crawl.
    private var words: [String] {
        let others = [Self.withoutEach, Self.offline, Self.slowServices]
        return arguments.typed({ !others.contains($0) }, of: Command.crawl.options) + arguments.words
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
