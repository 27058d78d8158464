import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

/// The same crawl by another process of this host with another option.
struct CrawlVariant: Sendable {
    /// The change as a part of a sentence, such as `without Coupons`.
    let words: String
    let options: [String]

    /// The members of an output line that this process reads.
    private struct Line: Decodable {
        let finding: CrawlFinding?
        let crawl: CrawlSummary?
        let error: Message?

        struct Message: Decodable { let code, message: String }
    }

    /// Returns the problems that only the variant has.
    ///
    /// Pages of modules that the variant does not run are expected to be absent.
    func findings(in session: Session, _ arguments: [String], beside report: CrawlReport) -> [CrawlFinding] {
        let stage = LongWork.begin("crawling \(words)…")
        defer { LongWork.end(stage) }
        let words = session.hostWords + options + ["--json", "crawl"] + arguments
        // A crash in a variant does not count for the quarantine of a module.
        let program = ChildProgram(path: Executable.path, arguments: words, environment: ["SWITCHBOARD_TRIAL": "1"])
        var (lines, end): ([Line], String) = ([], "it did not start")
        if let result = try? program.run(seconds: 3_600) {
            end = if case .signal(let number) = result.ending { SignalName.text(number) } else { "it has no summary" }
            lines = (result.output + result.errors).split(separator: UInt8(ascii: "\n")).compactMap {
                try? JSONDecoder().decode(Line.self, from: Data($0))
            }
        }
        var found = lines.compactMap(\.finding)
        if let summary = lines.lazy.compactMap(\.crawl).first {
            let gone = Set(report.summary.modules).subtracting(summary.modules)
            let absent = Set(
                arguments.filter { gone.contains(session.route(of: RouteURL($0))?.owner ?? "") }.map(
                    session.mediator.shown))
            found.removeAll { $0.element == nil && absent.contains($0.page) }
        } else if !Task.isCancelled, lines.lazy.compactMap(\.error?.code).first != Crawler.noFirstPage {
            let reason = lines.lazy.compactMap(\.error?.message).first ?? end
            found.append(CrawlFinding(.fails, "it failed: \(reason)").at(("the crawl", nil, nil)))
        }
        return found.filter { !report.identities.contains($0.identity) }.map { finding in
            var finding = finding
            finding.condition = self.words
            return finding
        }
    }
}
