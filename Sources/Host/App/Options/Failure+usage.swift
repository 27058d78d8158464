@_spi(Host) import ModuleKit

/// The failures of a command line.
extension Failure {
    /// The failure of an unknown command. `remedy` replaces the advice to use the nearest command or the help.
    static func unknownCommand(_ name: String, near: String?, remedy: String? = nil) -> Failure {
        let isControl = name.contains { PlainText.safe($0) != $0 }
        let message =
            isControl
            ? "the line begins with a control character, such as an arrow key sends; type a command, a URL or a number"
            : "\"\(name)\" is not a command, a URL or a number; \(remedy ?? advice(near))"
        return Failure(usage: message, near: near, .unknownCommand(name))
    }

    static func unknownOption(_ name: String, near: String?) -> Failure {
        Failure(usage: "\(name) is not an option here; \(advice(near))", near: near, .unknownOption(name))
    }

    private static func advice(_ near: String?) -> String { near.map { "did you mean `\($0)`?" } ?? "see `help`" }

    static func invalidValue(option: String, found: String, expected: String) -> Failure {
        Failure(
            usage: "\(option) is \"\(found)\"; expected \(expected)", .invalidValue(found: found, expected: expected))
    }

    static func missingWord(_ word: String, command: String, usage: String) -> Failure {
        Failure(usage: "`\(command)` needs \(word); write `\(usage)`")
    }

    static func extraWord(_ word: String, command: String, usage: String) -> Failure {
        Failure(
            usage: "`\(command)` does not take \"\(word)\"; \(usage == command ? "leave it out" : "write `\(usage)`")")
    }

    static func unknownWord(_ word: String, near: String?, command: String, usage: String) -> Failure {
        let advice = near.map { "did you mean \($0)?" } ?? "write `\(usage)`"
        return Failure(usage: "`\(command)` does not know \"\(word)\"; \(advice)", near: near)
    }

    /// Returns the failure of a command that needs the state of a running shell.
    static func shellOnly(_ name: String) -> Failure {
        Failure(usage: "`\(name)` works in the shell only; start the shell with `switchboard`")
    }

    static func twoSources(_ first: String, _ second: String) -> Failure {
        Failure(usage: "\(first) and \(second) exclude each other; leave one out")
    }

    static func missingOption(_ option: String, needs other: String) -> Failure {
        Failure(usage: "\(option) needs \(other); add \(other), or leave it out")
    }

    static func noFleet(command: String) -> Failure {
        Failure(usage: "\(command) is for a fleet; add \(HostOptions.fleet.usage), or \"fleet\" to the configuration")
    }
}
