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
        let leading = try Arguments(Self.spelledOut(arguments), allowed: HostOptions.all, untilFirstWord: true)
        let options = try HostOptions(leading)
        if !options.commands.isEmpty {
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
        guard let command = CommandTable.find(name), !command.description.shellOnly else {
            throw .unknownCommand(name)
        }
        let arguments = try Arguments(rest, allowed: command.description.options + HostOptions.all)
        let options = try HostOptions(leading.merged(with: arguments))
        guard options.script == nil, options.commands.isEmpty else {
            throw .twoSources(name, options.script == nil ? HostOptions.command.name : HostOptions.file.name)
        }
        let needsModules = command.description.needsModules
        return Invocation(options: options, work: .command(try command.init(arguments), needsModules: needsModules))
    }

    /// The spellings that every program understands, as the commands that they mean.
    private static func spelledOut(_ arguments: [String]) -> [String] {
        switch arguments.first {
        case "--help", "-h": ["help"] + arguments.dropFirst()
        case "--version": ["version"] + arguments.dropFirst()
        default: arguments
        }
    }
}
