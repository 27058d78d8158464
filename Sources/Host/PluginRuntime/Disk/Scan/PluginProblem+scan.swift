import Glibc
import Platform

/// The problems that make the scan of a plugin's file fail.
extension PluginProblem {
    private static let rebuild = "fix it and build it again"

    /// The system did not start a process.
    static func notStarted(_ error: FileError) -> PluginProblem {
        .init(.scan, "no process could be started for it (\(error))", remedy: error.remedy(or: "try again"))
    }

    /// The process of a scan ended before it reported the plugin's modules. `said` is a clause with the process's last
    /// message.
    static func unscanned(_ ending: ChildProgram.Ending, _ said: String) -> PluginProblem {
        switch ending {
        case .cancelled: .init(.scan, "its check was interrupted", remedy: "try again")
        case .outOfTime(wasKept: true):
            .init(
                .scan,
                "it was not loaded within \(PluginScan.waitSeconds) seconds, while the processors were busy",
                remedy: "start again when the machine is less busy")
        case .outOfTime(wasKept: false):
            .init(
                .scan, "it was not loaded within \(PluginScan.waitSeconds) seconds",
                remedy: "do not wait in its initialisers", isLasting: true)
        case .signal(SIGXCPU):
            .init(
                .scan, "it was not loaded within \(PluginScan.seconds) seconds of processor time",
                remedy: "compute less in its initialisers", isLasting: true)
        case .signal(SIGKILL):
            // SIGKILL comes from the system if memory is short, or from the user.
            .init(
                .scan, "it crashed with \(SignalName.text(SIGKILL)) while it was loaded\(said)",
                remedy: "check the system's log for a lack of memory, and start again")
        case .signal(let signal):
            .init(
                .scan, "it crashed with \(SignalName.text(signal)) while it was loaded\(said)", remedy: rebuild,
                isLasting: true)
        case .exited(let code):
            .init(
                .scan, "it ended the process with code \(code) while it was loaded\(said)", remedy: rebuild,
                isLasting: true)
        }
    }

    /// The module's code crashed earlier hosts.
    static func crash(of module: String, _ found: String) -> PluginProblem {
        .init(
            .crash, found,
            remedy: "\(rebuild), then `module trust \(module)` if it is installed; "
                + "`module start \(module)` tries this build again", isLasting: true)
    }
}

extension PluginProblem: FrameRecord {
    static let form = FrameForm(nil, PluginProblem.init(code:file:_:remedy:isLasting:)) {
        ($0.code, $0.file, $0.parts, $0.remedy, $0.isLasting)
    }
}

extension PluginProblem.Code: FrameValue {}

extension PluginProblem.Part: FrameRecord {
    static let form = FrameForm<PluginProblem.Part>(nil, { PluginProblem.Part($0, $1) }) { ($0.field, $0.text) }
}

extension PluginProblem.Field: FrameValue {}
