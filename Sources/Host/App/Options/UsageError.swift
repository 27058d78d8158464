@_spi(Host) import ModuleKit

/// The reason why a command line is invalid.
enum UsageError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownCommand(String, near: String?)
    case unknownOption(String, near: String?)
    /// The option belongs to other commands.
    case foreignOption(String, of: [String], command: String)
    /// The command needs the state that the shell keeps between commands.
    case shellOnly(String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case invalidValue(option: String, found: String, expected: String)
    case invalidBody(reason: String)
    /// The text is not a navigation command.
    case invalidNavigation(reason: String)
    case missingWord(String, command: String, usage: String)
    /// There is an extra word after the command.
    case extraWord(String, command: String, usage: String)
    /// A word after the command is not one of the allowed ones.
    case unknownWord(String, near: String?, command: String, usage: String)
    /// The text cannot be the name of a new module.
    case invalidName(String)
    /// A quotation mark in a line of the shell has no pair.
    case unclosedQuote(column: Int)
    /// Two ways to give commands exclude each other.
    case twoSources(String, String)
    /// An option has no meaning without another.
    case missingOption(String, needs: String)
    /// A command takes the whole host.
    case notInShell(String)
    /// A command is for hosts of a fleet.
    case noFleet(command: String)
    case missingEnvironment(option: String, variable: String)
    /// The demonstration app is not installed.
    case noDemonstration(folder: String)

    var description: String {
        switch self {
        case .unknownCommand(let name, _) where name.contains(where: { PlainText.safe($0) != $0 }):
            "the line begins with a control character, such as an arrow key sends; type a command, a URL or a number"
        case .unknownCommand(let name, let near):
            "\"\(name)\" is not a command, a URL or a number; \(Self.advice(near))"
        case .shellOnly(let name):
            "`\(name)` works in the shell only; start the shell with `switchboard`"
        case .foreignOption(let name, let others, let command):
            "`\(command)` has no \(name), which is an option of "
                + others.map { "`\($0)`" }.joined(separator: " and ") + "; see `help \(command)`"
        case .unknownOption(let name, let near): "\(name) is not an option here; \(Self.advice(near))"
        case .missingValue(let option): "an option lacks its value; write \(option)"
        case .unexpectedValue(let option): "an option takes no value; write \(option)"
        case .invalidValue(let option, let found, let expected):
            "\(option) is \"\(found)\"; expected \(expected)"
        case .invalidBody(let reason): "--body cannot be used: \(reason)"
        case .invalidNavigation(let reason):
            "it is not a navigation command: \(reason); write a name such as popToRoot, or JSON in single quotes, as "
                + "in "
                + "perform '{\"command\":\"back\",\"count\":2}'; Documentation/Navigation.md lists them"
        case .missingWord(let word, let command, let usage): "`\(command)` needs \(word); write `\(usage)`"
        case .extraWord(let word, let command, let usage):
            "`\(command)` takes no \"\(word)\"; "
                + (usage == command ? "leave it out" : "write `\(usage)`")
        case .unknownWord(let word, let near, let command, let usage):
            "`\(command)` knows no \"\(word)\"; \(near.map { "did you mean \($0)?" } ?? "write `\(usage)`")"
        case .invalidName(let reason): reason
        case .unclosedQuote(let column): "the quotation mark at column \(column) is not closed; close it"
        case .missingOption(let option, let other): "\(option) needs \(other); add \(other), or leave it out"
        case .notInShell(let command): "\(command) ends with the host; start another host with it, outside of a shell"
        case .noFleet(let command):
            "\(command) is for a fleet; add \(HostOptions.fleet.usage), or \"fleet\" to the configuration"
        case .missingEnvironment(let option, let variable): "\(option) needs \(variable); set it in the environment"
        case .noDemonstration(let folder):
            "--demo finds no app in \(folder); install it with `make install`, or name a folder of modules with "
                + "--modules DIR"
        case .twoSources(let first, let second): "\(first) and \(second) exclude each other; leave one out"
        }
    }

    /// The nearest name to the typed one.
    var near: String? {
        switch self {
        case .unknownCommand(_, let near), .unknownOption(_, let near), .unknownWord(_, let near, _, _): near
        default: nil
        }
    }

    private static func advice(_ near: String?) -> String { near.map { "did you mean `\($0)`?" } ?? "see `help`" }
}

extension Failure {
    /// Describes an invalid command on the command line.
    init(_ error: UsageError) {
        self.init(code: "usage", message: "\(error)", exitCode: .usage, near: error.near.map { [$0] })
    }
}
