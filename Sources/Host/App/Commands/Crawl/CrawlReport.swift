@_spi(Host) import ModuleKit
import Platform

/// The result of a crawl.
struct CrawlReport: Sendable {
    /// The way from a page to a URL.
    struct Edge: Encodable, Sendable { let page, url: String }

    private(set) var identities: Set<String> = []
    var summary = CrawlSummary()
    /// The modules that answered.
    var reached: Set<String> = []
    /// The pages that everybody may open, and the patterns that something leads to.
    var routes: [RouteDescription] = []
    var led: Set<String> = []
    /// The ways between pages; `nil` if nobody wants them.
    private(set) var edges: [Edge]?
    /// Prints a finding.
    private let show: @Sendable (CrawlFinding) -> Void

    init(edges: [Edge]?, _ show: @escaping @Sendable (CrawlFinding) -> Void) { (self.edges, self.show) = (edges, show) }

    mutating func add(_ finding: CrawlFinding?, at place: CrawlFinding.Place) {
        if let finding { add(finding.at(place)) }
    }

    mutating func add(_ finding: CrawlFinding) {
        guard identities.insert(finding.identity + (finding.condition ?? "")).inserted else { return }
        summary.findings += 1
        show(finding)
    }

    mutating func note(_ page: String, _ url: String) {
        summary.links += 1
        edges?.append(Edge(page: page, url: url))
    }

    mutating func cut(_ text: String) { if !summary.cut.contains(text) { summary.cut.append(text) } }

    /// The edges as a flow chart for Mermaid.
    var flowChart: String {
        var numbers: [String: Int] = [:]
        var lines = ["graph LR"]
        func node(_ url: String) -> Int {
            if let number = numbers[url] { return number }
            lines.append("  p\(numbers.count)[\"\(PlainText.line(url).escaping(["#": "#35;", "\"": "#quot;"]))\"]")
            numbers[url] = numbers.count
            return numbers.count - 1
        }
        var drawn: Set<String> = []
        for edge in edges ?? [] {
            let line = "  p\(node(edge.page)) --> p\(node(edge.url))"
            if drawn.insert(line).inserted { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }

    /// Completes the summary after the crawl.
    mutating func end() {
        (summary.reached, summary.waiting) = (reached.sorted(), Set(summary.waiting).sorted())
        summary.unled = routes.filter { reached.contains($0.owner) && !led.contains($0.pattern) }.map(\.pattern)
    }
}

/// The end of a crawl's output.
struct CrawlSummary: Codable, Sendable {
    /// The number of opened URLs, of elements that lead to a URL, and of findings.
    var pages = 0, links = 0, findings = 0
    /// The modules that run, and the modules that answered.
    var modules: [String] = [], reached: [String] = []
    /// The patterns of pages that nothing leads to.
    var unled: [String] = []
    /// The URLs for which a person has to answer another page first, such as a log-in.
    var waiting: [String] = []
    /// The number of forms that no sample fits, or whose module refused the sample.
    var unsubmitted = 0
    /// The pages that were not opened.
    var cut: [String] = []

    var lines: [String] {
        let notes = [
            ("not reached", modules.filter { !reached.contains($0) }), ("nothing leads to", unled), ("not opened", cut),
            ("waiting for a person's answer, for example to a log-in (see --as)", waiting),
            ("forms that did not accept the sample", unsubmitted > 0 ? ["\(unsubmitted)"] : []),
        ]
        return ["\(pages) pages, \(links) links, \(reached.count) of \(modules.count) modules; problems: \(findings)"]
            + notes.filter { !$0.1.isEmpty }.map { "\($0): \($1.joined(separator: ", "))" }
    }
}
