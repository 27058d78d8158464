import Glibc
import Platform

/// The problems for which a plugin's file could not be scanned.
extension PluginProblem {
    private static let rebuild = "fix it and build it again"

    /// The system would not start a process.
    static func notStarted(_ error: FileError) -> PluginProblem {
        PluginProblem(.scan, "no process could be started for it (\(error))", remedy: "try again")
    }

    /// The user ended the scan.
    static let cancelled = PluginProblem(.scan, "its check was interrupted", remedy: "try again")

    /// The plugin's code crashed the process; with the last line that the process wrote.
    static func crashed(signal: CInt, lastLine: String) -> PluginProblem {
        PluginProblem(
            .scan, "it crashed with \(SignalName.text(signal)) while it was loaded\(said(lastLine))",
            remedy: signal == SIGKILL
                ? "see in the system's log whether it had too little memory, and start again" : rebuild,
            // The system ends a process by SIGKILL if memory is short, and a person may end it so.
            isLasting: signal != SIGKILL)
    }

    /// The plugin's code ended the process with an exit code before it had handed over its modules.
    static func exited(code: CInt, lastLine: String) -> PluginProblem {
        PluginProblem(
            .scan, "it ended the process with code \(code) while it was loaded\(said(lastLine))", remedy: rebuild,
            isLasting: true)
    }

    /// The plugin used all its processor time and was not loaded.
    static func exhausted(seconds: Int) -> PluginProblem {
        PluginProblem(
            .scan, "it was not loaded within \(seconds) seconds of processor time",
            remedy: "compute nothing in its initialisers that can be computed later", isLasting: true)
    }

    /// The plugin was not loaded in its time, and mostly waited.
    static func hung(seconds: Int) -> PluginProblem {
        PluginProblem(
            .scan, "it was not loaded within \(seconds) seconds",
            remedy: "do nothing in its initialisers that can wait",
            isLasting: true)
    }

    /// The plugin was not loaded in its time, because the processors had other work.
    static func starved(seconds: Int) -> PluginProblem {
        PluginProblem(
            .scan, "it was not loaded within \(seconds) seconds, in which the processors had other work",
            remedy: "start again when the machine has less to do")
    }

    /// A host ended while it started a module of the plugin.
    static func endedHost(module: String) -> PluginProblem {
        PluginProblem(
            .crash, "an earlier host ended while it started \(module)",
            remedy: "\(rebuild); `module start \(module)` tries this build once more", isLasting: true)
    }

    /// The module's code crashed a number of sessions within some minutes.
    static func crashedHosts(module: String, count: Int, minutes: Int) -> PluginProblem {
        PluginProblem(
            .crash, "\(module) crashed \(count) sessions within \(minutes) minutes",
            remedy: "\(rebuild); `module start \(module)` tries this build once more", isLasting: true)
    }

    /// Returns a clause with the last line that a process wrote.
    static func said(_ line: String) -> String { line.isEmpty ? "" : ", saying \"\(line)\"" }
}
