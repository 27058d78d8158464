import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

/// The same crawl by another process of this host with another option, such as without a module.
struct CrawlVariant: Sendable {
    /// The change as a part of a sentence, such as `without Coupons`.
    let words: String
    let options: [String]

    /// The members of an output line that this process reads.
    private struct Line: Decodable {
        let finding: CrawlFinding?
        let crawl: CrawlSummary?
        let error: Message?

        struct Message: Decodable { let message: String }
    }

    /// Returns the problems that only the variant has.
    ///
    /// Pages of modules that the variant does not run are expected to be absent.
    func findings(
        in session: Session, _ arguments: [String], beside report: CrawlReport
    ) async throws(Failure) -> [CrawlFinding] {
        let stage = LongWork.begin("crawling \(words)…")
        defer { LongWork.end(stage) }
        let lines = try await lines(session.hostWords + options + ["--json", "--no-input", "crawl"] + arguments)
        guard let summary = lines.lazy.compactMap(\.crawl).first else {
            let reason = lines.lazy.compactMap(\.error?.message).first ?? "it did not end"
            throw Failure("variantFailed", "the crawl \(words) has no result: \(reason)")
        }
        let gone = Set(report.summary.modules).subtracting(summary.modules)
        return lines.compactMap(\.finding).compactMap { finding in
            let isFirst = finding.element == nil && gone.contains(session.owner(of: finding.page))
            guard !isFirst, !report.identities.contains(finding.identity) else { return nil }
            var finding = finding
            finding.condition = words
            return finding
        }
    }

    private func lines(_ arguments: [String]) async throws(Failure) -> [Line] {
        let program = ChildProgram(path: Executable.path, arguments: arguments)
        do throws(FileError) {
            let result = try await BlockingExecutor.run { () throws(FileError) in try program.run(seconds: 3_600) }
            return (result.output + result.errors).split(separator: UInt8(ascii: "\n")).compactMap {
                try? JSONDecoder().decode(Line.self, from: Data($0))
            }
        } catch {
            throw Failure("variantFailed", "the crawl \(words) did not start: \(error)")
        }
    }
}

extension Session {
    /// Returns the module that answers a URL.
    fileprivate func owner(of url: String) -> String {
        (try? mediator.explain(RouteURL(url), origin: origin, near: false).routes.candidates.first?.owner) ?? ""
    }
}
