import FoundationEssentials
import Glibc
import Platform

/// Loads plugins for the first time, in a process of their own: what crashes or hangs there does not harm the host.
struct PluginScan {
    /// How much time of a processor a plugin may use to load and to say what it declares.
    static let seconds = 5
    /// How long it may take in all; a busy machine needs much longer than it uses.
    static let waitSeconds = 15

    /// What is said of the modules of several plugins' files, in their order.
    ///
    /// The files share a process, since starting one costs ten times as much as a scan. Only a report without any fault is
    /// believed of a process that others share: each file that has another one, or none, is scanned alone, and those behind
    /// one that ended the process share the next.
    func reports(files: [String]) -> [Result<ScanReport, PluginProblem>] {
        var results: [Result<ScanReport, PluginProblem>] = []
        while results.count < files.count {
            let rest = Array(files[results.count...])
            // Behind the last report is the file that ended the process.
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

    /// What is said of each module of a plugin's file.
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

    /// The reports that a process wrote on plugins, up to the first that it did not write, and how it ended.
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
