import FoundationEssentials
import Glibc
import Platform

/// Loads plugins for the first time, in processes of their own: a crash or a hang there does not harm the host.
struct PluginScan {
    /// The processor time in which a plugin is to load and to report its declarations, in seconds.
    static let seconds = 5
    /// The time limit of a scan, in seconds; a busy machine needs much longer than the processor time.
    static let waitSeconds = 15

    /// Returns the reports on several plugin files, in the order of the files.
    ///
    /// The files share a process, because the start of one costs ten times as much as a scan. Of a shared process, only a report
    /// without a fault is believed: each file with another report, or none, is scanned alone, and the files behind one that ended
    /// the process share the next.
    func reports(files: [String]) -> [Result<ScanReport, PluginProblem>] {
        var results: [Result<ScanReport, PluginProblem>] = []
        while results.count < files.count {
            let rest = Array(files[results.count...])
            // The file behind the last report is the one that ended the process.
            let shared = rest.count > 1 ? ((try? run(rest).reports) ?? []).prefix(rest.count) : []
            for (file, report) in zip(rest, shared) {
                results.append(report.isComplete ? .success(report) : alone(file))
            }
            if shared.count < rest.count { results.append(alone(rest[shared.count])) }
        }
        return results
    }

    private func alone(_ file: String) -> Result<ScanReport, PluginProblem> {
        do throws(PluginProblem) { return .success(try report(file: file)) } catch { return .failure(error) }
    }

    func report(file: String) throws(PluginProblem) -> ScanReport {
        let result: (reports: [ScanReport], ending: PluginChild.Ending)
        do {
            result = try run([file])
        } catch {
            throw .notStarted(error)
        }
        switch result.ending {
        case .cancelled: throw .cancelled
        case .outOfTime(wasKept: true): throw .starved(seconds: Self.waitSeconds)
        case .outOfTime(wasKept: false): throw .hung(seconds: Self.waitSeconds)
        case .signal(SIGXCPU, _): throw .exhausted(seconds: Self.seconds)
        case .signal(let signal, let lastLine): throw .crashed(signal: signal, lastLine: lastLine)
        case .exited(let code, let lastLine):
            guard let report = result.reports.first else { throw .exited(code: code, lastLine: lastLine) }
            return report
        }
    }

    /// Returns the reports of a process, up to the first file without one, and the end of the process.
    private func run(_ files: [String]) throws(FileError) -> (reports: [ScanReport], ending: PluginChild.Ending) {
        let (output, ending) = try PluginChild(word: ScanChild.word, files: files, seconds: Self.waitSeconds).run()
        var reports: [ScanReport] = []
        for line in output.split(separator: UInt8(ascii: "\n")) {
            guard let report = try? JSONDecoder().decode(ScanReport.self, from: Data(line)) else { break }
            reports.append(report)
        }
        return (reports, ending)
    }
}
