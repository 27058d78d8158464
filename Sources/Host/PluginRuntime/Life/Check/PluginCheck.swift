import Glibc
import Platform

/// All checks of a plugin's file, before the plugin's code runs, and while that code runs in a separate process.
package struct PluginCheck {
    package let host: HostIdentity
    /// The arguments that follow the file on the command line of the process that runs the plugin's code.
    package var words: [String] = []

    package init(host: HostIdentity) {
        self.host = host
    }

    /// Runs the checks, and returns their results in order. Checks after a failed one may be `notReached`.
    package func run(file: String) -> [CheckResult] {
        let file = Path.absolute(file)
        let inspection = inspect(file)
        let hasFailed = inspection.contains { $0.verdict == .fail }
        return inspection
            + (hasFailed ? CheckStep.allCases.map { CheckResult($0.rawValue, .notReached) } : steps(file))
    }

    /// Checks the file without running its code.
    private func inspect(_ file: String) -> [CheckResult] {
        var parts: [PluginProblem.Part] = []
        do {
            _ = try PluginBundle.read(file, host: host)
        } catch {
            parts = error.parts
        }
        return CheckField.results(parts, try? PluginInspection(PluginFile.bytes(at: file), path: file))
    }

    /// Returns the first step in which a plugin ends its process or exceeds the time limit, with a description of the
    /// failure. Returns `nil` if all steps succeed, if a step fails with an error, or if the check cannot be completed.
    func failureAtStart(of file: String) -> (step: CheckStep, found: String)? {
        guard
            let (reports, ending, said) = try? reports(file, CheckStep.life, CheckStep.lifeSeconds, word: "start-file"),
            ending != .cancelled, reports.joined().allSatisfy({ $0.verdict != .fail })
        else { return nil }
        return CheckStep.life.dropFirst(reports.count).first.map {
            ($0, Self.words(ending, said, CheckStep.lifeSeconds))
        }
    }

    private func steps(_ file: String) -> [CheckResult] {
        let (reports, ending, said): ([[CheckResult]], ChildProgram.Ending, String)
        do {
            (reports, ending, said) = try self.reports(file, CheckStep.allCases, CheckStep.seconds, word: "check-file")
        } catch {
            return CheckStep.allCases.map { CheckResult($0.rawValue, .fail, "no process could be started: \(error)") }
        }
        let done = reports.filter { $0.first?.verdict != .notReached }
        let last = reports.last?.first.flatMap { $0.verdict == .notReached ? ", at \($0.detail)" : nil } ?? ""
        var results = Array(done.joined())
        for step in CheckStep.allCases.dropFirst(done.count) {
            let isCulprit = results.allSatisfy { $0.verdict != .fail }
            results.append(
                isCulprit
                    ? CheckResult(
                        step.rawValue, .fail, Self.words(ending, said, step.seconds(CheckStep.seconds)) + last)
                    : CheckResult(step.rawValue, .notReached))
        }
        return results
    }

    /// Returns the results of each step that was done. The step `rules` reports each request as `notReached` before it
    /// sends the request. If the process ends early, the last report contains the interrupted request.
    private func reports(
        _ file: String, _ steps: [CheckStep], _ seconds: Int, word: String
    ) throws(FileError) -> ([[CheckResult]], ChildProgram.Ending, said: String) {
        // An alarm ends the process if a step exceeds its time. This limit is for plugins that disable the alarm.
        let all = steps.reduce(0) { $0 + $1.seconds(seconds) }
        let child = PluginChild(word: word, files: [file], words: words, seconds: all)
        let result = try child.run(FrameJSON<[CheckResult]>.self)
        return (result.reports.map(\.value), result.ending, result.said)
    }

    private static func words(_ ending: ChildProgram.Ending, _ said: String, _ seconds: Int) -> String {
        switch ending {
        case .outOfTime, .signal(SIGALRM):
            "it was not done within \(seconds) seconds; do not wait there"
        case .cancelled: "it was interrupted; check it again"
        case .signal(let signal):
            "it crashed with \(SignalName.text(signal))\(said); fix it and build it again"
        case .exited(let code):
            "it ended the process with code \(code)\(said); do not end the process"
        }
    }
}
