import FoundationEssentials
import Glibc

/// Everything that is asked of a plugin's file before and while its code runs, in a process of its own.
struct PluginCheck {
    let host: HostIdentity

    /// The results, in the order of the checks; a check behind one that failed may not be reached.
    func run(file: String) -> [CheckResult] {
        let file = Path.absolute(file)
        let inspection = inspect(file)
        let hasFailed = inspection.contains { $0.verdict == .fail }
        return inspection
            + (hasFailed ? CheckStep.allCases.map { CheckResult($0.rawValue, .notReached) } : steps(file))
    }

    /// What can be said of the file without running it.
    private func inspect(_ file: String) -> [CheckResult] {
        do {
            let folder = try CheckedFolder.open(Path.folder(of: file))
            let bundle = try PluginBundle.read(Path.name(of: file), in: folder, host: host)
            let symbols = bundle.inspection.entryPoints.map(\.symbol).joined(separator: ", ")
            return CheckField.allCases.map { CheckResult($0.rawValue, .pass, $0 == .entry ? symbols : $0.detail) }
        } catch let error as PluginFileError {
            return CheckField.results(error.mismatches)
        } catch {
            let code = (error as? FileError)?.code ?? ENOENT
            return CheckField.results(PluginFileError.unreadable(file, code: code).mismatches)
        }
    }

    private func steps(_ file: String) -> [CheckResult] {
        // Each step ends itself at the end of its time, unless the plugin keeps it from that.
        let seconds = CheckStep.seconds * CheckStep.allCases.count
        let result: (output: [UInt8], ending: PluginChild.Ending)
        do {
            result = try PluginChild(word: CheckChild.word, file: file, seconds: seconds).run()
        } catch {
            return CheckStep.allCases.map { CheckResult($0.rawValue, .fail, "no process could be started: \(error)") }
        }
        let reports = result.output.split(separator: 0x0A).compactMap { line in
            try? JSONDecoder().decode(CheckStepReport.self, from: Data(line))
        }
        var results = reports.map { CheckResult($0.step.rawValue, $0.passed ? .pass : .fail, $0.detail) }
        for step in CheckStep.allCases.dropFirst(results.count) {
            let isCulprit = results.allSatisfy { $0.verdict == .pass }
            results.append(
                isCulprit
                    ? CheckResult(step.rawValue, .fail, Self.words(result.ending))
                    : CheckResult(step.rawValue, .notReached))
        }
        return results
    }

    private static func words(_ ending: PluginChild.Ending) -> String {
        switch ending {
        case .outOfTime, .signal(SIGALRM, _):
            "it was not done within \(CheckStep.seconds) seconds; wait for nothing there"
        case .signal(let signal, let line):
            "it crashed with \(SignalName.text(signal))\(ScanError.said(line)); mend it and build it again"
        case .exited(let code, let line):
            "it ended the process with code \(code)\(ScanError.said(line)); leave the process to the host"
        }
    }
}
