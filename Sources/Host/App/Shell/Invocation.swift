import Glibc

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

extension Invocation {
    /// Whether what is to be run needs the modules.
    var needsModules: Bool {
        if case .command(_, let needsModules) = work { needsModules } else { true }
    }

    /// Whether modules start before it that start with the host.
    var startsModules: Bool {
        if case .command(let command, let needsModules) = work { needsModules && command.startsModules } else { true }
    }

    /// Whether lines are run, and not one command alone.
    var hasLines: Bool {
        if case .command = work { false } else { true }
    }

    /// Whether what is to be run tells itself why modules do not run.
    var tellsReasons: Bool {
        if case .command(let command, _) = work { command is ModulesCommand || command is ModuleCommand } else { false }
    }

    /// Why nobody can answer a page that waits; `nil` where a person or a script's later line can.
    var whyUnattended: String? {
        if case .command(let command, _) = work, !(command is ReplayCommand) {
            return "nobody is here to answer the page; open it in the shell"
        }
        return options.allowsInput ? nil : "nobody is asked for input; leave out \(HostOptions.noInput.name)"
    }

    /// Whether a person reads page by page and types at a prompt.
    var isInteractive: Bool {
        if case .shell = work { options.allowsInput && isatty(STDIN_FILENO) == 1 } else { false }
    }

    /// Where the shell's lines come from.
    func source(_ console: Console) throws(Failure) -> LineSource {
        switch work {
        case .lines(let lines): .lines(lines[...])
        case .script("-"), .command: .pipe(LineReader())
        case .script(let path): try .file(path)
        case .shell: isInteractive ? .terminal(LineReader(terminal: console.rows)) : .pipe(LineReader())
        }
    }
}
