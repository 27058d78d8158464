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
        let text = lines.joined(separator: "\n")
        try session.console.show("help", text, text: text)
        return .done
    }

    /// Returns the lines about a command, or about the commands that its first word selects.
    private static func lines(_ arguments: Arguments) throws(UsageError) -> [String] {
        if let name = arguments.words.first, let group = CommandTable.find(name), arguments.words.count == 2 {
            let (commands, name) = (group.description.commands, arguments.words[1])
            guard !commands.isEmpty else { throw .extraWord(name, command: "help", usage: description.shortUsage) }
            let full = "\(group.description.name) \(name)"
            guard let found = group.description.all.first(where: { $0.name == full }) else {
                throw .unknownWord(
                    name, near: EditDistance.nearest(to: name, among: commands.map { $0.description.name }),
                    command: group.description.name, usage: group.description.usage)
            }
            return HelpText.lines(found)
        }
        guard let name = arguments.words.first, arguments.words.count == 1 else {
            throw .extraWord(arguments.words[1], command: "help", usage: description.shortUsage)
        }
        guard !HelpText.endings.contains(name) else { return HelpText.ending }
        guard let found = CommandTable.find(name) else { throw CommandTable.unknown(name) }
        return found.description.all.flatMap(HelpText.lines)
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

    /// What the shell takes beside commands.
    static let shellRows = [
        ("URL", "open it"), ("NUMBER", "follow the link with that number"),
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
