/// What the arguments of the process ask for.
struct Invocation: Sendable {
    /// What is to be run.
    enum Work: Sendable {
        case command(any Command, needsModules: Bool)
        /// Lines given by `-c`.
        case lines([String])
        /// A file of lines; `-` is standard input.
        case script(String)
        /// The shell, on whatever standard input is.
        case shell
    }

    let options: HostOptions
    let work: Work

    /// Reads the arguments behind the program's name.
    init(_ arguments: [String]) throws(UsageError) {
        let leading = try Arguments(arguments, allowed: HostOptions.all, untilFirstWord: true)
        let options = try HostOptions(leading)
        if leading.has(HostOptions.help) || leading.has(HostOptions.version) {
            let name = leading.has(HostOptions.help) ? "help" : "version"
            self = try Self.command(name, name == "help" ? leading.words : [], leading: Arguments([], allowed: []))
        } else if !options.commands.isEmpty {
            self.init(options: options, work: .lines(options.commands + leading.words))
        } else if let name = leading.words.first {
            self = try Self.command(name, Array(leading.words.dropFirst()), leading: leading)
        } else {
            self.init(options: options, work: options.script.map(Work.script) ?? .shell)
        }
    }

    private init(options: HostOptions, work: Work) {
        self.options = options
        self.work = work
    }

    /// A command with its own options and, behind its name too, those of the host.
    private static func command(
        _ name: String, _ rest: [String], leading: Arguments
    ) throws(UsageError) -> Invocation {
        let command = try find(name)
        let own = command.description.options
        let words = command is OpenCommand.Type && name != OpenCommand.description.name ? [name] + rest : rest
        let arguments = try CommandTable.arguments(words, allowed: own + HostOptions.all, for: command.description)
        let options = try HostOptions(leading.merged(with: arguments.without(own)))
        guard !arguments.has(HostOptions.help) else { return try help(command.description.name, options) }
        guard options.script == nil, options.commands.isEmpty else {
            throw .twoSources(name, options.script == nil ? HostOptions.command.name : HostOptions.file.name)
        }
        let made = try command.init(arguments)
        return Invocation(options: options, work: .command(made, needsModules: made.needsModules))
    }

    private static func help(_ name: String, _ options: HostOptions) throws(UsageError) -> Invocation {
        let command = try HelpCommand(try Arguments([name], allowed: []))
        return Invocation(options: options, work: .command(command, needsModules: false))
    }

    /// The command of that name; a URL is opened.
    private static func find(_ name: String) throws(UsageError) -> any Command.Type {
        guard let command = CommandTable.find(name) else {
            if ShellLine.looksLikeURL(name) { return OpenCommand.self }
            throw Int(name) == nil && name != "quit" ? CommandTable.unknown(name) : .shellOnly(name)
        }
        guard !command.description.shellOnly else { throw .shellOnly(name) }
        return command
    }
}
