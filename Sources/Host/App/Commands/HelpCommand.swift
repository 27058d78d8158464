@_spi(Host) import ModuleKit

/// `help`: lists all commands, or describes one.
struct HelpCommand: Command {
    static let description = CommandDescription(
        name: "help", words: "[COMMAND]", summary: "list the commands, or show how one is written",
        needsModules: false)

    private let lines: [String]

    init(_ arguments: Arguments) throws(UsageError) {
        guard !arguments.words.isEmpty else {
            lines = HelpText.lines
            return
        }
        let name = try Self.word(of: arguments)
        if HelpText.endings.contains(name) {
            lines = HelpText.ending
        } else {
            guard let found = CommandTable.find(name) else { throw CommandTable.unknown(name) }
            lines = HelpText.lines(found)
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let text = lines.joined(separator: "\n")
        try session.console.show("help", text, text: text)
        return .done
    }
}

/// The help, made from the tables of the parser.
enum HelpText {
    /// Returns the usage of one command.
    static func lines(_ command: any Command.Type) -> [String] {
        command.description.all.flatMap { description in
            ["  \(description.usage)", "      \(description.summary)"]
                + description.options.map { "      \($0.usage): \($0.summary)" }
        }
    }

    /// The words that end the shell, which are not commands.
    static let endings = ["quit", "exit"]

    /// The help for the end of the shell.
    static let ending = ["  quit", "      end the shell, as exit and Ctrl-D do"]

    /// All commands, options and exit codes.
    static var lines: [String] {
        let commands = CommandTable.all.flatMap { $0.description.all }
        return [
            "switchboard [options]                 the shell, or commands from a pipe",
            "switchboard [options] COMMAND …       one command",
            "", "Commands:",
        ] + rows(commands.filter { !$0.shellOnly }.map { ($0.usage, $0.summary) }) + ["", "In the shell also:"]
            + rows([("URL", "open it"), ("NUMBER", "follow the link with that number")])
            + rows(commands.filter(\.shellOnly).map { ($0.usage, $0.summary) } + [("quit", "end the shell")])
            + ["", "Options:"] + rows(HostOptions.all.map { ($0.usage, $0.summary) })
            + ["", "A file of stubs is {\"URL\": ANSWER, …}, where an answer is one of", "  \(StubAnswer.forms)"]
            + [
                "",
                "Exit codes: 0 done · 1 failed · 2 no route, or gone · 3 refused · 4 remote unavailable · "
                    + "5 deadline · 64 usage · 70 a module ended the process · 130 interrupted · 129, 143 ended by SIGHUP, SIGTERM · 132, 134, 139 crashed, with a backtrace",
            ]
    }

    /// The width of the column for commands.
    private static let column = 28

    private static func rows(_ pairs: [(String, String)]) -> [String] {
        pairs.flatMap { left, right in
            let margin = String(repeating: " ", count: column)
            // A text that is too long for its column has a line of its own.
            guard left.count + 2 <= column else { return ["  " + left, "  " + margin + right] }
            return ["  " + left + margin.dropFirst(left.count) + right]
        }
    }
}

/// `version`: prints the versions of the host, its SDK and the plugin contract.
struct VersionCommand: Command {
    static let description = CommandDescription(
        name: "version", summary: "print the versions of the host and of the plugin contract", needsModules: false)

    private struct Versions: Encodable {
        let switchboard = Contract.sdkVersion.description
        let contract = Contract.version
    }

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let versions = Versions()
        try session.console.show(
            "version", versions, text: "switchboard \(versions.switchboard), plugin contract v\(versions.contract)")
        return .done
    }
}
