import Glibc
package import Platform

/// Why a plugin's file could not be scanned.
package enum ScanError: Error, Sendable, Equatable, Codable {
    /// The system would not start a process.
    case notStarted(FileError)
    /// Its code ended the process; with the last line that it wrote.
    case crashed(signal: CInt, lastLine: String)
    /// Its code ended the process with that exit code before it had handed its modules over.
    case exited(code: CInt, lastLine: String)
    /// It used that much time of a processor and was not loaded.
    case exhausted(seconds: Int)
    /// It was not loaded in that time, most of which it waited.
    case hung(seconds: Int)
    /// It was not loaded in that time, and the processors had other work.
    case starved(seconds: Int)
    /// A host ended while it started this module of it.
    case endedHost(module: String)
    /// It loaded, and modules of it were refused.
    case refused([String])
}

extension ScanError {
    /// The finding, the remedy, and whether the same content would fail in the same way another time.
    var problem: PluginProblem {
        switch self {
        case .notStarted(let error):
            PluginProblem(.scan, "no process could be started for it (\(error))", remedy: "try again")
        case .crashed(let signal, let line):
            PluginProblem(
                .scan, "it crashed with \(SignalName.text(signal)) while it was loaded\(Self.said(line))",
                remedy: signal == SIGKILL
                    ? "see in the system's log whether it had too little memory, and start again" : Self.rebuild,
                // The system ends a process in this way when it has too little memory, and a person may.
                isLasting: signal != SIGKILL)
        case .exited(let code, let line):
            PluginProblem(
                .scan, "it ended the process with code \(code) while it was loaded\(Self.said(line))",
                remedy: Self.rebuild, isLasting: true)
        case .exhausted(let seconds):
            PluginProblem(
                .scan, "it was not loaded within \(seconds) seconds of processor time",
                remedy: "compute nothing in its initialisers that can be computed later", isLasting: true)
        case .hung(let seconds):
            PluginProblem(
                .scan, "it was not loaded within \(seconds) seconds",
                remedy: "do nothing in its initialisers that can wait", isLasting: true)
        case .starved(let seconds):
            PluginProblem(
                .scan, "it was not loaded within \(seconds) seconds, in which the processors had other work",
                remedy: "start again when the machine has less to do")
        case .endedHost(let module):
            PluginProblem(
                .crash, "an earlier host ended while it started \(module)",
                remedy: "\(Self.rebuild); `module start \(module)` tries this build once more", isLasting: true)
        case .refused(let reasons): PluginProblem(.scan, reasons.joined(separator: "; "), remedy: "")
        }
    }

    private static let rebuild = "mend it and build it again"

    /// Whether the same content would fail in the same way another time, so that it is not run again.
    var isLasting: Bool { problem.isLasting }

    /// The finding without its field.
    var found: String { problem.findings.map(\.text).joined() }

    /// Returns a clause with the last line that a process wrote.
    static func said(_ line: String) -> String { line.isEmpty ? "" : ", saying \"\(line)\"" }
}

extension ScanError: CustomStringConvertible {
    package var description: String { problem.remedy.isEmpty ? found : "\(found); \(problem.remedy)" }
}
