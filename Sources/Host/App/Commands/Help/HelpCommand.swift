@_spi(Host) import ModuleKit

extension Command {
    static let help = Command(
        name: "help", words: "[COMMAND]", summary: "list the commands, or show the usage of one",
        options: [HelpText.everything, HelpText.manual], need: .nothing,
        read: { arguments throws(Failure) in
            let text = try HelpText.lines(arguments).joined(separator: "\n")
            return { session throws(Failure) in
                return try session.console.show("help", text, text: text, isSource: arguments.has(HelpText.manual))
            }
        })

    static let version = Command(
        name: "version", summary: "print the versions of the host and of the plugin contract", need: .nothing
    ) { session, _ throws(Failure) in
        let versions = JSONObject(["switchboard": Contract.sdkVersion.description, "contract": Contract.version])
        return try session.console.show(
            "version", versions, text: "switchboard \(Contract.sdkVersion), plugin contract v\(Contract.version)")
    }
}

/// The text of `help`, generated from the tables with which command lines are parsed.
enum HelpText {
    fileprivate static let everything = Option("--all", "list every command, option and exit code")
    fileprivate static let manual = Option("--man", "write the manual page, for the program man")

    fileprivate static func lines(_ arguments: Arguments) throws(Failure) -> [String] {
        guard let word = arguments.words.first else {
            return arguments.has(manual) ? ManualPage.lines : arguments.has(everything) ? lines : [tasks]
        }
        if arguments.has(manual) || arguments.has(everything) { throw extra(word) }
        if arguments.words == [keysWord] { return [keys] }
        return try lines(about: arguments.words)
    }

    private static func extra(_ word: String) -> Failure {
        .extraWord(word, command: "help", usage: "help [COMMAND]")
    }

    /// Returns the lines about a command, about all commands of a group, or about one command of a group.
    private static func lines(about names: [String]) throws(Failure) -> [String] {
        let found = CommandTable.find(names[0])
        guard let word = names.dropFirst().first else {
            if endings.contains(names[0]) { return ["  quit", "      end the shell, as exit, q and Ctrl-D do"] }
            guard let found else {
                throw .unknownWord(
                    names[0], near: CommandTable.unknown(names[0]).near?.first, command: "help", usage: "help [COMMAND]"
                )
            }
            return found.all.flatMap(lines)
        }
        if let found, names.count == 2 {
            guard found.commands.isEmpty else { return lines(try found.member(word)) }
            // The second word is not a command but an argument, as in `config show` and `trace on`.
            if found.words.split(separator: "|").contains(word[...]) { return lines(found) }
        }
        throw extra(names.last ?? word)
    }

    /// Returns the usage of one command, with its options and examples.
    private static func lines(_ command: Command) -> [String] {
        let examples = examples[command.name] ?? []
        // If the summary names an option of the host, the help also explains that option.
        let options = command.options + HostOptions.all.filter { command.summary.contains($0.name) }
        return ["  \(command.usage)", "      \(command.summary)"]
            + options.map { "      \($0.usage): \($0.summary)" }
            + (examples.isEmpty ? [] : ["    for example:"]) + examples.map { "      \($0.line)    \($0.about)" }
    }

    /// The words that end the shell, which are not commands.
    static let endings = ["quit", "exit", "q"]

    /// The rows of the help for lines in the shell that do not begin with a command's full name.
    static let shellRows = [
        ("URL", "open it"),
        ("NUMBER [JSON]", "follow the link, do the action, or fill the form in, with JSON as its values"),
        ("quit", "end the shell; also q, exit, Ctrl-D"),
        ("b, ?", "the same as back and help"),
    ]

    static let exitCodes = [
        ("0", "done"), ("1", "failed"), ("2", "no route, or gone"), ("3", "refused"), ("4", "remote unavailable"),
        ("5", "deadline"), ("64", "usage"), ("70", "a module ended the process"), ("130", "interrupted"),
        ("129, 143", "ended by SIGHUP, SIGTERM"), ("132, 134, 139", "crashed, with a backtrace"),
    ]

    /// The complete help: all commands, grouped by subject, then all options and exit codes.
    private static var lines: [String] {
        var lines = [
            "switchboard [options]                 the shell, or commands from a pipe",
            "switchboard [options] COMMAND …       one command; `help COMMAND` shows examples",
            "switchboard --json [options] COMMAND  the same for scripts: one JSON object a line",
            "", "`routes` lists what can be opened, `modules` what runs and why the rest does not. Begin with --demo.",
        ]
        for subject in CommandTable.subjects {
            let commands = subject.commands.flatMap(\.all).map { ($0.usage, $0.summary) }
            let others = subject.title == CommandTable.shell ? shellRows : []
            lines += ["", subject.title + ":"] + rows(others + commands)
        }
        lines += ["", "Options:"] + rows(HostOptions.all.map { ($0.usage, $0.summary) })
        lines += ["", "A file of stubs is {\"URL\": ANSWER, …}; an answer is one of", "  \(StubFile.forms)"]
        lines += ["", "Exit codes: " + exitCodes.map { "\($0) \($1)" }.joined(separator: " · ")]
        return lines
    }

    private static let column = 28

    private static func rows(_ pairs: [(String, String)]) -> [String] {
        pairs.flatMap { left, right in
            let margin = String(repeating: " ", count: column)
            // A text that is too long for its column has a separate line.
            guard left.count + 2 <= column else { return ["  " + left, "  " + margin + right] }
            return ["  " + left + margin.dropFirst(left.count) + right]
        }
    }
}
