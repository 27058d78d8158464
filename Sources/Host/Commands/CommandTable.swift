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

    /// Takes the words behind a command apart; an option that others have, and it has not, is no slip for one of its own.
    static func arguments(
        _ words: [String], allowed: [Option], for command: CommandDescription
    ) throws(UsageError) -> Arguments {
        do {
            return try Arguments(words, allowed: allowed)
        } catch {
            guard case .unknownOption(let option, _) = error else { throw error }
            let others = all.flatMap { $0.description.all }.filter { $0.options.contains { $0.name == option } }
            guard !others.isEmpty else { throw error }
            throw .foreignOption(option, of: others.map(\.name), command: command.name)
        }
    }

    /// The error for a word that is no command, with the nearest one.
    static func unknown(_ name: String) -> UsageError {
        .unknownCommand(name, near: EditDistance.nearest(to: name, among: all.map { $0.description.name } + ["quit"]))
    }
}
