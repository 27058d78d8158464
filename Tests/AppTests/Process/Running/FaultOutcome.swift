import Foundation
import TestSupport

/// The output of a host with a fault, and of the next host.
struct FaultOutcome: Sendable {
    let cell: FaultCell
    var exitCode: Int32 = 0
    let first: [String]
    let next: [String]

    /// Whether the host answers after the fault.
    private var lives: Bool { first.contains("hello 2") }
    /// Whether the module with the fault answers after it.
    private var isAlive: Bool { first.contains("alive") }
    private var nextReport: String? { Self.report(in: next) }

    /// The rules that each host keeps, whatever the document lists, and that this host broke.
    var brokenRules: [String] {
        var broken: [String] = []
        if !lives, cell.runner != .host || cell.stage == .scan { broken.append("the host died") }
        if !lives, nextReport?.contains("Fault") != true { broken.append("the next start does not name the module") }
        if isAlive, cell.stage == .scan { broken.append("a module runs that the scan had to refuse") }
        if isAlive, cell.fault.kind == .installedFile { broken.append("a changed file runs") }
        if cell.stage == .scan, Self.report(in: first) == nil { broken.append("it is refused without a word") }
        return broken
    }

    /// The last lines of both hosts, for a failure.
    var lastLines: String { (first.suffix(12) + ["the next host:"] + next.suffix(12)).joined(separator: "\n") }

    /// The row of the document for this cell.
    var row: FaultRow {
        let seen = Self.report(in: first)
        let lost =
            if !lives {
                "the session (exit code \(exitCode))"
            } else if seen == nil || cell.stage == .stop {
                "nothing"
            } else {
                isAlive ? "the request" : "the module"
            }
        return FaultRow(
            faults: [cell.fault.name], stage: cell.stage.rawValue, runner: cell.runner.rawValue,
            seen: seen ?? "nothing", lost: lost, next: nextReport ?? "nothing; it is `\(state ?? "not listed")`"
        ).shortened
    }

    /// The state of the module in the list of the next host.
    private var state: String? {
        for line in next {
            let words = line.split(separator: " ")
            guard words.count > 2, words[0] == "Fault", words[1].contains(/^[0-9-]/) else { continue }
            return words[2].hasSuffix(",") ? String(words[2].dropLast()) : String(words[2])
        }
        return nil
    }

    /// Returns the first report of a fault: a line of the host with its details, or a fatal error.
    private static func report(in lines: [String]) -> String? {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("switchboard: ") }) else {
            return lines.last { $0.contains(" during its stop();") } ?? lines.first { $0.contains("Fatal error: ") }
        }
        let details = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
            .map { $0.replacing(/^\ +/, with: "").replacing(/\ \ +/, with: ": ") }
        let text = lines[start].replacing(/^switchboard: (line \d+: )?/, with: "")
        return ([text] + details.filter { !$0.hasPrefix("file: ") }).joined(separator: "; ")
    }
}

extension FaultOutcome {
    /// Takes the output of both hosts, without the path of their folder.
    init(cell: FaultCell, first: ChildProcess, next: ChildProcess, folder: String) {
        func shown(_ host: ChildProcess) -> [String] {
            (host.lines + host.errorLines).map { $0.replacing(folder, with: "DIR") }
        }
        self.init(cell: cell, exitCode: first.exitCode, first: shown(first), next: shown(next))
    }
}
