@_spi(Host) import ModuleKit

/// `help`: lists all commands, or describes one.
struct HelpCommand: Command {
    private static let manual = Option("--man", "write the manual page, for the program man")
    static let description = CommandDescription(
        name: "help", words: "[COMMAND]", summary: "list the commands, or show how one is written", options: [manual],
        needsModules: false)

    private let lines: [String]

    init(_ arguments: Arguments) throws(UsageError) {
        if arguments.has(Self.manual) {
            try Self.noWords(arguments)
            lines = ManualPage.lines
        } else {
            lines = arguments.words.isEmpty ? HelpText.lines : try Self.lines(arguments)
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard session.console.format == .json else {
            session.console.page(lines)
            return .done
        }
        let text = lines.joined(separator: "\n")
        try session.console.show("help", text, text: text)
        return .done
    }

    /// Returns the lines about a command, about the commands of a group, or about one of these.
    private static func lines(_ arguments: Arguments) throws(UsageError) -> [String] {
        let (name, rest) = (arguments.words[0], arguments.words.dropFirst())
        guard !rest.isEmpty || !HelpText.endings.contains(name) else { return HelpText.ending }
        let found = CommandTable.find(name)?.description
        guard let word = rest.first else {
            guard let found else { throw CommandTable.unknown(name) }
            return found.all.flatMap(HelpText.lines)
        }
        // The rest is not a command, but a word of one, such as in `config show` and `trace on`.
        if let found, found.commands.isEmpty, rest.count == 1, found.words.split(separator: "|").contains(word[...]) {
            return HelpText.lines(found)
        }
        guard let found, !found.commands.isEmpty, rest.count == 1 else {
            throw .extraWord(rest.last ?? word, command: "help", usage: description.shortUsage)
        }
        guard let one = found.all.first(where: { $0.name == "\(found.name) \(word)" }) else {
            let near = EditDistance.nearest(to: word, among: found.commands.map { $0.description.name })
            throw .unknownWord(word, near: near, command: found.name, usage: found.usage)
        }
        return HelpText.lines(one)
    }
}

/// The help, made from the tables of the parser.
enum HelpText {
    /// Returns the usage of one command, with its options and examples.
    static func lines(_ description: CommandDescription) -> [String] {
        let examples = Example.table[description.name] ?? []
        return ["  \(description.usage)", "      \(description.summary)"]
            + description.options.map { "      \($0.usage): \($0.summary)" }
            + (examples.isEmpty ? [] : ["    for example:"]) + examples.map { "      \($0.line)    \($0.about)" }
    }

    /// The words that end the shell, which are not commands.
    static let endings = ["quit", "exit", "q"]

    /// The help for the end of the shell.
    static let ending = ["  quit", "      end the shell, as exit, q and Ctrl-D do"]

    /// The rows for input of the shell that is no command.
    static let shellRows = [
        ("URL", "open it"), ("NUMBER", "follow the link, fill the form in, or do the action with that number"),
        ("quit", "end the shell; also q, exit, Ctrl-D"),
        ("b, ?", "the same as back and help"),
    ]

    /// The exit codes and their meanings.
    static let exitCodes = [
        ("0", "done"), ("1", "failed"), ("2", "no route, or gone"), ("3", "refused"), ("4", "remote unavailable"),
        ("5", "deadline"), ("64", "usage"), ("70", "a module ended the process"), ("130", "interrupted"),
        ("129, 143", "ended by SIGHUP, SIGTERM"), ("132, 134, 139", "crashed, with a backtrace"),
    ]

    /// All commands by subject, options and exit codes.
    static var lines: [String] {
        [
            "switchboard [options]                 the shell, or commands from a pipe",
            "switchboard [options] COMMAND …       one command; `help COMMAND` shows examples",
            "switchboard --json [options] COMMAND  the same for scripts: one JSON object a line",
            "", "`routes` lists what can be opened, `modules` what runs and why the rest does not. Begin with --demo.",
        ]
            + CommandTable.subjects.flatMap { subject in
                let commands = subject.commands.flatMap { $0.description.all }.map { ($0.usage, $0.summary) }
                return ["", subject.title + ":"]
                    + rows((subject.title == CommandTable.shell ? shellRows : []) + commands)
            } + ["", "Options:"] + rows(HostOptions.all.map { ($0.usage, $0.summary) })
            + ["", "A file of stubs is {\"URL\": ANSWER, …}, where an answer is one of", "  \(StubAnswer.forms)"]
            + ["", "Exit codes: " + exitCodes.map { "\($0) \($1)" }.joined(separator: " · ")]
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

/// `clear`: clears the terminal.
struct ClearCommand: Command {
    static let description = CommandDescription(
        name: "clear", summary: "clear the terminal; `show` shows the page again", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        await session.navigator.clear()
        return .done
    }
}
