/// Why a command line cannot be understood.
enum UsageError: Error, Sendable, Equatable {
    case unknownCommand(String)
    case unknownOption(String)
    /// The command needs what the shell keeps between commands.
    case shellOnly(String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case invalidValue(option: String, found: String, expected: String)
    case invalidBody(reason: String)
    /// What is to be performed is no navigation command.
    case invalidNavigation(reason: String)
    case wrongWords(command: String, usage: String)
    /// The name of a module that is to be made cannot be one.
    case invalidName(ModuleNameError)
    /// A quotation mark in a line of the shell has no partner.
    case unclosedQuote(column: Int)
    /// Two ways to give commands exclude each other.
    case twoSources(String, String)
    /// An option means nothing without another.
    case missingOption(String, needs: String)
    /// An option needs a variable of the environment.
    case missingEnvironment(option: String, variable: String)
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownCommand(let name): "\"\(name)\" is not a command, a URL or a number; see `help`"
        case .shellOnly(let name):
            "`\(name)` means something in the shell only; start it with `switchboard`"
        case .unknownOption(let name): "\(name) is not an option here; see `help`"
        case .missingValue(let option): "an option lacks its value; write \(option)"
        case .unexpectedValue(let option): "an option takes no value; write \(option)"
        case .invalidValue(let option, let found, let expected):
            "\(option) is \"\(found)\"; expected \(expected)"
        case .invalidBody(let reason): "--body cannot be used: \(reason)"
        case .invalidNavigation(let reason):
            "it is no navigation command: \(reason); Documentation/Navigation.md lists them"
        case .wrongWords(let command, let usage): "`\(command)` is written otherwise; write `\(usage)`"
        case .invalidName(let error): "\(error)"
        case .unclosedQuote(let column): "the quotation mark at column \(column) is not closed; close it"
        case .missingOption(let option, let other): "\(option) is for one module alone; add \(other)"
        case .missingEnvironment(let option, let variable): "\(option) needs \(variable); set it in the environment"
        case .twoSources(let first, let second): "\(first) and \(second) exclude each other; leave one out"
        }
    }
}

extension Failure {
    /// What the command line says of a command that it does not understand.
    init(_ error: UsageError) {
        self.init(code: "usage", message: "\(error)", exitCode: .usage)
    }
}
