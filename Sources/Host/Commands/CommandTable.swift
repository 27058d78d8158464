@_spi(Host) import ModuleKit

/// Every command, in the order of the help.
enum CommandTable {
    static let all: [any Command.Type] = [
        OpenCommand.self, CallCommand.self, CanOpenCommand.self, ResolveCommand.self,
        MatchCommand.self, RoutesCommand.self, ModulesCommand.self, ModuleCommand.self, WatchCommand.self,
        RemoteCommand.self, SDKCommand.self, BackCommand.self, ForwardCommand.self, HistoryCommand.self,
        TabCommand.self, PerformCommand.self, RecordCommand.self, ReplayCommand.self, ShowCommand.self,
        MoreCommand.self,
        TraceCommand.self, StackCommand.self, HelpCommand.self, VersionCommand.self,
    ]

    static func find(_ name: String) -> (any Command.Type)? {
        all.first { $0.description.name == name }
    }

    /// The error for a word that is no command, with the nearest one.
    static func unknown(_ name: String) -> UsageError {
        .unknownCommand(name, near: EditDistance.nearest(to: name, among: all.map { $0.description.name } + ["quit"]))
    }
}
