import ModuleKit

/// `trace on|off`: shows the stages of each request.
struct TraceCommand: Command {
    static let option = Option("--trace", "show the stages of the request on standard error")
    static let description = CommandDescription(
        name: "trace", words: "on|off", summary: "show the stages of every request on standard error, or no more",
        shellOnly: true)

    private let isOn: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        switch try Self.word(of: arguments) {
        case "on": isOn = true
        case "off": isOn = false
        case let word: throw Self.unknownWord(word, among: ["on", "off"])
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        session.observer.trace(isOn)
        return .done
    }
}
