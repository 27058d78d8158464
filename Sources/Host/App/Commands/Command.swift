@_spi(Host) import ModuleKit

/// A command of the shell and of the command line: its usage, its purpose, and its work.
struct Command: Sendable {
    /// The work of a command, which writes its result to the session's console. An exit code other than `done` is an
    /// answer, such as "no", and not an error.
    typealias Work = @Sendable (_ session: Session) async throws(Failure) -> ExitCode

    /// The part of the host that a command needs.
    enum Need: Sendable {
        case nothing
        /// The list of modules, without starting any: a command that describes or disables modules must work even if
        /// the start of a module fails.
        case modules
        /// The list of modules. The modules that start with the host have already started.
        case startedModules
        /// A running shell, because the command uses state that earlier lines left, such as open pages.
        case shell
    }

    /// The name, such as `call`. A command of a group has a name of two words, such as `module info`.
    let name: String
    /// The arguments after the name, in the notation of the help, such as `URL` or `[N]`. The arguments of a typed line
    /// are checked against this notation.
    var words = ""
    let summary: String
    /// The options of the command, without the host's options. A group lists the options of all its commands.
    var options: [Option] = []
    /// The commands of a group: the first argument selects one of them. Empty if this is not a group.
    var commands: [Command] = []
    var need = Need.startedModules
    /// Reads the arguments, and returns the work to do. A group does not use this closure, because each command of the
    /// group has a separate `read`.
    var read: @Sendable (_ arguments: Arguments) throws(Failure) -> Work = { _ in { _ in .done } }
}

extension Command {
    /// Creates a command whose arguments are checked only against the notation in `words`.
    init(
        name: String, words: String = "", summary: String, options: [Option] = [], need: Need = .startedModules,
        run: @escaping @Sendable (_ session: Session, _ arguments: Arguments) async throws(Failure) -> ExitCode
    ) {
        self.init(
            name: name, words: words, summary: summary, options: options, need: need,
            read: { arguments in { session throws(Failure) in try await run(session, arguments) } })
    }

    init(group name: String, summary: String, commands: [Command]) {
        let words = commands.map(\.lastWord).joined(separator: " | ")
        self.init(
            name: name, words: words + (commands.allSatisfy(\.words.isEmpty) ? "" : " …"), summary: summary,
            options: commands.flatMap(\.options), commands: commands, need: .nothing)
    }

    /// The commands that the help lists: this command or, for a group, the commands of the group.
    var all: [Command] { commands.isEmpty ? [self] : commands }

    /// The last word of the name, which selects a command of a group.
    var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }

    /// The usage, such as `call URL [--body JSON]`.
    var usage: String {
        let options = commands.isEmpty ? options : []
        let start = words.isEmpty ? name : "\(name) \(words)"
        return ([start] + options.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }).joined(separator: " ")
    }

    /// Returns this command with its arguments, ready to run. For a group, returns the selected command.
    func prepared(_ arguments: Arguments) throws(Failure) -> PreparedCommand {
        guard commands.isEmpty else { return try chosen(arguments) }
        try check(arguments.words)
        if let option = options.first(where: { $0.isRequired && !arguments.has($0) }) { throw missing(option.usage) }
        return PreparedCommand(command: self, arguments: arguments, run: try read(arguments))
    }

    /// Returns the command of this group that `word` selects.
    func member(_ word: String) throws(Failure) -> Command {
        if let command = commands.first(where: { $0.lastWord == word }) { return command }
        // A user may type `module list`, but the list is a separate command, `modules`.
        let list = ["list", "ls"].contains(word) ? CommandTable.find(name + "s")?.name : nil
        let near = list ?? EditDistance.nearest(to: word, among: commands.map(\.lastWord))
        throw .unknownWord(word, near: near, command: name, usage: usage)
    }

    private func chosen(_ arguments: Arguments) throws(Failure) -> PreparedCommand {
        guard let word = arguments.words.first else { throw missing("a command") }
        let command = try member(word)
        let others = options.filter { !command.options.contains($0) }
        return try command.prepared(try arguments.afterFirstWord(refusing: others))
    }

    /// Checks arguments against the notation in `words`, such as `URL`, `[N]`, `on|off` or `PATTERN…`.
    private func check(_ found: [String]) throws(Failure) {
        guard let word = found.first else {
            if words.isEmpty || words.hasPrefix("[") { return }
            throw missing(words.replacing("…", with: ""))
        }
        // `help` accepts a second argument, because the name of a command may have two words.
        let extras = words.isEmpty ? found[...] : found.dropFirst()
        if let extra = extras.first, !words.contains("…"), words != "[COMMAND]" {
            throw .extraWord(extra, command: name, usage: usage)
        }
        // A notation such as `on|off` lists the accepted words. A notation with capitals or brackets is a placeholder.
        // In ASCII, capitals and brackets come before the small letters, and `|` comes after them.
        let areChoices = words.utf8.allSatisfy { $0 >= UInt8(ascii: "a") }
        let choices = areChoices ? words.split(separator: "|").map(String.init) : []
        guard !areChoices || choices.contains(word), words != "[N]" || Int(word) ?? 0 > 0 else {
            let near = EditDistance.nearest(to: word, among: choices)
            throw .unknownWord(word, near: near, command: name, usage: usage)
        }
    }

    private func missing(_ word: String) -> Failure { .missingWord(word, command: name, usage: usage) }

    /// Returns the command's option that begins with `text`; if there is none, returns the nearest option. The caller
    /// suggests this option instead of a similar option of the host. `word` is the first argument; for a group, it
    /// selects the command.
    fileprivate func option(near text: String, of word: String?) -> String? {
        let command = commands.first { $0.lastWord == word } ?? self
        let names = command.options.map(\.name)
        return names.first { $0.hasPrefix(text) } ?? EditDistance.nearest(to: text, among: names)
    }
}

/// A command with its arguments, ready to run.
struct PreparedCommand: Sendable {
    let command: Command
    let arguments: Arguments
    let run: Command.Work

    /// Returns whether this is the given command, or a command of its group.
    func belongs(to other: Command) -> Bool {
        command.name == other.name || other.commands.contains { $0.name == command.name }
    }
}

/// All commands, grouped by subject, in the order of the help.
enum CommandTable {
    /// The subject of the commands that work only in the shell.
    static let shell = "In the shell"

    static let subjects: [(title: String, commands: [Command])] = [
        ("Open and ask", [.open, .call, .canOpen, .replay]),
        (
            shell,
            [
                .back, .forward, .show, .refresh, .more, .clear, .stack, .history, .tab, .perform, .trace, .stats,
                .record,
            ]
        ),
        ("Routes", [.routes, .resolve, .match, .crawl, .contract]),
        ("Modules", [.modules, .module, .watch, .sdk]),
        ("Remotes and other hosts", [.remote, .fleet, .serve]),
        ("Links from other programs", [.send, .link]),
        ("Switchboard itself", [.help, .version, .config, .doctor, .completions]),
    ]

    static let all = subjects.flatMap(\.commands)

    /// Short names of commands.
    private static let aliases = [
        "b": Command.back.name, "r": Command.refresh.name, "?": Command.help.name,
    ]

    /// The names that a user's alias cannot have: the names of commands, and the words that end the shell. A user's
    /// alias may replace a short name such as `b`.
    static let reserved = Set(all.map(\.name) + HelpText.endings)

    static func find(_ name: String) -> Command? {
        let name = aliases[name] ?? name
        return all.first { $0.name == name }
    }

    /// Parses the arguments after a command. If an option belongs to another command, the error names that command
    /// instead of a similar option.
    static func arguments(_ words: [String], allowed: [Option], for command: Command) throws(Failure) -> Arguments {
        do {
            return try Arguments(words, allowed: allowed)
        } catch {
            guard case .unknownOption(let option)? = error.fault else { throw error }
            var others = all.flatMap(\.all).filter { $0.options.contains { $0.name == option } }.map(\.name)
            if HostOptions.all.contains(where: { $0.name == option }) { others.append("switchboard") }
            guard !others.isEmpty else {
                throw .unknownOption(option, near: command.option(near: option, of: words.first) ?? error.near?.first)
            }
            let owners = others.map { "`\($0)`" }.joined(separator: " and ")
            throw Failure(
                usage: "`\(command.name)` has no \(option), which is an option of \(owners); see `help \(command.name)`"
            )
        }
    }

    /// Returns the command with its arguments, ready to run. If the arguments contain `--help`, returns the command
    /// `help` for this command instead.
    static func prepared(_ command: Command, _ arguments: Arguments) throws(Failure) -> PreparedCommand {
        guard arguments.has(HostOptions.help) else { return try command.prepared(arguments) }
        let after = command.commands.isEmpty ? [] : arguments.words.prefix(1)
        return try Command.help.prepared(try Arguments([command.name] + after, allowed: []))
    }

    /// Names that other programs use for a command, each with the name of the host's command that does the same.
    private static let others = Dictionary(
        uniqueKeysWithValues: ["ls", "list", "find", "search", "urls"].map { ($0, Command.routes.name) })

    /// Returns the failure for an unknown command. It suggests the nearest command, which may be a command of a group.
    static func unknown(_ name: String) -> Failure {
        let members = all.flatMap(\.commands)
        func inGroup(_ word: String?) -> String? { members.first { $0.lastWord == word }?.name }
        let near = others[name] ?? inGroup(name) ?? EditDistance.nearest(to: name, among: all.map(\.name) + ["quit"])
        let member = EditDistance.nearest(to: name, among: members.map(\.lastWord))
        return .unknownCommand(name, near: near ?? inGroup(member))
    }
}
