/// Performs a navigation command that a module adds: it says which other commands it stands for.
///
/// ```swift
/// Performer("start-over", as: .popToRoot, .replace(Page.welcome))
/// Performer("tidy") { stack in stack.count > 5 ? [.popToRoot] : [] }
/// Performer("compare") { (homes: Comparison, _) in [.popToRoot, .push(Page.comparison(homes))] }
/// ```
///
/// A handler of any module answers with `NavigationCommand.custom("Rent.start-over", nil)`. The commands are performed as one
/// sequence. A performer belongs to its module and goes with it.
public struct Performer: Sendable {
    /// The name within the module; commands say `Module.name`.
    public let name: String
    /// Where it was declared.
    public let location: SourceLocation
    let commands: @Sendable (Payload?, [StackEntry]) async throws -> [NavigationCommand]

    /// Stands for the same commands each time.
    public init(
        _ name: String, as commands: NavigationCommand..., fileID: String = #fileID, line: Int = #line
    ) {
        self.name = name
        self.commands = { _, _ in commands }
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// Stands for what the closure makes of the stack, whose first page is first.
    public init(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        perform: @escaping @Sendable ([StackEntry]) async throws -> [NavigationCommand]
    ) {
        self.name = name
        commands = { _, stack in try await perform(stack) }
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// Stands for what the closure makes of the command's argument, decoded as the closure's own type, and the stack.
    ///
    /// Where the argument is missing or does not fit, the closure does not run and the command is refused.
    public init<Argument: Decodable & Sendable>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        perform: @escaping @Sendable (Argument, [StackEntry]) async throws -> [NavigationCommand]
    ) {
        self.name = name
        commands = { argument, stack in
            guard let argument else { throw PerformerError.missingArgument(expected: "\(Argument.self)") }
            return try await perform(try argument.decode(), stack)
        }
        location = SourceLocation(fileID: fileID, line: line)
    }
}
