import FoundationEssentials
import ModuleKit

/// `perform NAME|JSON`: gives the navigator a command.
struct PerformCommand: Command {
    static let description = CommandDescription(
        name: "perform", words: "NAME|JSON",
        summary:
            "perform a navigation command, such as popToRoot, Rent.compare or '{\"command\":\"back\",\"count\":2}'",
        options: [HostOptions.yes], shellOnly: true)

    private let command: NavigationCommand

    init(_ arguments: Arguments) throws(UsageError) {
        let command = try Self.command(try Self.word(of: arguments))
        self.command = arguments.has(HostOptions.yes) ? command.unasked() : command
    }

    func run(in session: Session) async throws(Failure) -> ExitCode { try await session.perform(command) }

    /// A name with a dot is a module's.
    private static func command(_ word: String) throws(UsageError) -> NavigationCommand {
        guard !word.hasPrefix("{") else { return try decode(word) }
        if word.contains(".") { return .custom(word, nil) }
        return try decode("{\"command\":\(quoted(word))}")
    }

    private static func decode(_ json: String) throws(UsageError) -> NavigationCommand {
        do {
            return try JSONDecoder().decode(NavigationCommand.self, from: Data(json.utf8))
        } catch {
            throw .invalidNavigation(reason: DecodingFault.words(error))
        }
    }

    private static func quoted(_ word: String) -> String {
        (try? JSONText.encode(word)) ?? "\"\""
    }
}
