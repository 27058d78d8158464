/// A module's own navigation command, given by the other commands that it stands for.
///
/// ```swift
/// Performer("start-over", as: .popToRoot, .replace(Page.welcome))
/// Performer("tidy") { stack in stack.count > 5 ? [.popToRoot] : [] }
/// Performer("compare") { (homes: Comparison, _) in [.popToRoot, .push(Page.comparison(homes))] }
/// ```
///
/// A handler of any module answers with `NavigationCommand.custom("Rent.start-over", nil)`. The commands are performed
/// as one sequence. A performer belongs to its module and goes with it. Without `access(_:)` it is for modules and the
/// shell, and for callers of a route of its own module that answers with it.
public struct Performer: Sendable {
    /// The name within the module; commands use `Module.name`.
    public let name: String
    /// The place of the declaration.
    public let location: DeclarationSite
    /// The origins that may run it; `nil` if its author declared none.
    public private(set) var access: Access?
    let commands: @Sendable (Payload?, [StackEntry]) async throws -> [NavigationCommand]

    /// Creates a performer with constant commands.
    public init(
        _ name: String, as commands: NavigationCommand..., fileID: String = #fileID, line: Int = #line
    ) {
        self.name = name
        self.commands = { _, _ in commands }
        location = DeclarationSite(fileID: fileID, line: line)
    }

    /// Creates a performer with commands that a closure makes from the stack, whose first page is first.
    public init(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        perform: @escaping @Sendable ([StackEntry]) async throws -> [NavigationCommand]
    ) {
        self.name = name
        commands = { _, stack in try await perform(stack) }
        location = DeclarationSite(fileID: fileID, line: line)
    }

    /// Creates a performer with commands that a closure makes from the command's argument, decoded as the closure's own
    /// type, and the stack.
    ///
    /// If the argument is missing or does not fit, the closure does not run and the command is refused.
    public init<Argument: Decodable & Sendable>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        perform: @escaping @Sendable (Argument, [StackEntry]) async throws -> [NavigationCommand]
    ) {
        self.name = name
        commands = { argument, stack in
            guard let argument else { throw PerformerError.missingArgument(expected: "\(Argument.self)") }
            return try await perform(try argument.decode(), stack)
        }
        location = DeclarationSite(fileID: fileID, line: line)
    }

    init(
        _ name: String, access: Access?, location: DeclarationSite,
        commands: @escaping @Sendable (Payload?, [StackEntry]) async throws -> [NavigationCommand]
    ) {
        (self.name, self.access, self.location, self.commands) = (name, access, location, commands)
    }

    /// Returns the performer with an access.
    ///
    /// With `.internal`, it is for answers of its own module to modules and the shell. An external request runs no
    /// performer with an access other than `.public`.
    public func access(_ access: Access) -> Performer {
        var performer = self
        performer.access = access
        return performer
    }
}

/// The reason why a module's navigation command was not performed.
@_spi(Host) public enum PerformerError: Error, Sendable {
    /// No module declares it at present; the nearest existing name, if one is near.
    case unknown(String, near: String?)
    /// The command needs an argument of that type.
    case missingArgument(expected: String)
    /// The performer failed.
    case failed(String, reason: any Error)
    /// The command is not for requests of that origin.
    case denied(String, origin: Origin)
    /// The chain of commands that stand for others is too deep.
    case tooDeep(chain: [String])
}

extension PerformerError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .unknown(let name, let near):
            "no module performs \(name); " + (near.map { "did you mean \($0)?" } ?? "start the module that declares it")
        case .missingArgument(let type): "there is no argument; give a value of type \(type)"
        case .failed(let name, let reason): "\(name) failed: \(String(describing: reason))"
        case .denied(let name, let origin):
            "\(name) is not for \(origin); have its module declare it with .access(\(origin == .external ? ".public" : ".modules"))"
        case .tooDeep(let chain):
            "commands of modules stand for one another without an end, \(chain.joined(separator: " → ")); "
                + "take one of them out"
        }
    }
}
