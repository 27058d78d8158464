import Glibc

/// The parsed arguments of the process.
struct Invocation: Sendable {
    enum Work: Sendable {
        case command(PreparedCommand)
        /// The lines of `-c`.
        case lines([String])
        /// A file of lines; `-` is standard input.
        case script(String)
        /// The shell, with the lines of standard input.
        case shell
    }

    let options: HostOptions
    let work: Work
}

extension Invocation {
    /// Parses the arguments after the program's name. `defaults` contains the options of the configuration file, and
    /// `aliases` maps each alias to the line that it stands for.
    init(
        _ arguments: [String], defaults: Arguments = Arguments(options: [:]), aliases: [String: String] = [:]
    ) throws(Failure) {
        var leading = try Arguments(arguments, allowed: HostOptions.all, untilFirstWord: true)
        let options = try HostOptions(leading, defaults: defaults)
        // After `-c`, each word is a whole line, and the shell expands the line's alias later.
        if options.commands.isEmpty { leading.words = try ShellLine.expanded(leading.words, aliases) }
        if leading.has(HostOptions.help) || leading.has(HostOptions.version) {
            let name = leading.has(HostOptions.help) ? "help" : "version"
            let format = leading.has(HostOptions.json) ? [HostOptions.json.name] : []
            self = try Self.command(
                name, name == "help" ? leading.words : [], leading: Arguments(format, allowed: [HostOptions.json]),
                defaults)
        } else if !options.commands.isEmpty {
            self.init(options: options, work: .lines(options.commands + leading.words))
        } else if let name = leading.words.first {
            self = try Self.command(name, Array(leading.words.dropFirst()), leading: leading, defaults)
        } else {
            self.init(options: options, work: options.script.map(Work.script) ?? .shell)
        }
    }

    /// Returns a command with its own options and the options of the host. The host's options may come before or after
    /// the command's name.
    private static func command(
        _ name: String, _ rest: [String], leading: Arguments, _ defaults: Arguments
    ) throws(Failure) -> Invocation {
        let command = try find(name)
        let words = CommandTable.find(name) == nil ? [name] + rest : rest
        let arguments = try CommandTable.arguments(words, allowed: command.options + HostOptions.all, for: command)
        let options = try HostOptions(leading.merged(with: arguments.without(command.options)), defaults: defaults)
        guard arguments.has(HostOptions.help) || options.script == nil && options.commands.isEmpty else {
            throw .twoSources(name, options.script == nil ? HostOptions.command.name : HostOptions.file.name)
        }
        return Invocation(options: options, work: .command(try CommandTable.prepared(command, arguments)))
    }

    /// Returns the command with a name, or `open` for a URL.
    private static func find(_ name: String) throws(Failure) -> Command {
        guard let command = CommandTable.find(name) else {
            if ShellLine.looksLikeURL(name) { return .open }
            let isForShell = Int(name) != nil || HelpText.endings.contains(name)
            throw isForShell ? .shellOnly(name) : CommandTable.unknown(name)
        }
        guard command.need != .shell else { throw .shellOnly(name) }
        return command
    }

    /// The command, if the work is a single command; `nil` if the work consists of lines.
    var command: PreparedCommand? { if case .command(let command) = work { command } else { nil } }

    var needsModules: Bool { command?.command.need != .nothing }

    /// Whether Ctrl-C cancels the work instead of ending the process in the middle of it.
    var isInterruptible: Bool { needsModules || command?.belongs(to: .module) == true }

    /// Whether the modules that start with the host are started before the work begins.
    var startsModules: Bool { (command?.command.need ?? .startedModules) == .startedModules }

    /// Whether the work consists of lines instead of one command.
    var hasLines: Bool { command == nil }

    /// Whether the work itself prints the reasons why modules do not run.
    var tellsReasons: Bool { command.map { $0.belongs(to: .modules) || $0.belongs(to: .module) } ?? false }

    /// The reason why a waiting page cannot be answered; `nil` if the user or a later line of a script can answer it.
    var whyUnattended: String? {
        if let command, !command.belongs(to: .replay), !command.belongs(to: .crawl) {
            return "no person is here to answer the page; open it in the shell"
        }
        return options.allowsInput ? nil : "no person is asked for input; leave out \(HostOptions.noInput.name)"
    }

    /// Whether the user reads page by page and types at a prompt.
    var isInteractive: Bool {
        if case .shell = work { options.allowsInput && isatty(STDIN_FILENO) == 1 } else { false }
    }

    /// Whether the work is a single command that may ask the user.
    private var mayAsk: Bool {
        command?.belongs(to: .moduleInstall) == true && options.allowsInput && isatty(STDIN_FILENO) == 1
    }

    /// Whether a long result goes to the pager, because the user reads it as text. Results of scripts never go to the
    /// pager.
    var isPaged: Bool {
        guard options.format == .text, options.displayMode != .plain, options.allowsInput else { return false }
        return command != nil || isInteractive
    }

    func source(_ session: Session, _ environment: [String: String]) throws(Failure) -> LineSource {
        switch work {
        case .lines(let lines): .lines(lines[...])
        case .command: mayAsk ? .terminal(LineReader(isTerminal: true)) : .lines([])
        case .script("-"): .pipe(LineReader())
        case .script(let path): try .file(path)
        case .shell: isInteractive ? .terminal(typedLines(session, environment)) : .pipe(LineReader())
        }
    }

    /// Returns the lines that the user types, with an editor if the terminal can move its cursor.
    private func typedLines(_ session: Session, _ environment: [String: String]) -> LineReader {
        let display = Display(options.displayMode, environment: environment)
        guard display.movesCursor else { return LineReader(isTerminal: true) }
        let editor = LineEditor(
            StandardTerminal(rows: session.console.rows),
            history: LineHistory(file: HistoryFile(environment)), assistant: ShellAssistant(session),
            usesColour: display.usesColour && options.format == .text)
        return LineReader(editor)
    }
}
