/// Performs a navigation command that a module adds: it says which other commands it stands for.
///
/// ```swift
/// Performer("start-over", as: .popToRoot, .replace(Page.welcome))
/// Performer("tidy") { stack in stack.count > 5 ? [.popToRoot] : [] }
/// Performer("compare") { (homes: Comparison, _) in [.popToRoot, .push(Page.comparison(homes))] }
/// ```
///
/// A handler of any module answers with `NavigationCommand.custom("Rent.start-over", nil)`. The commands are performed as one
/// sequence. A performer belongs to its module and goes with it. Without `access(_:)` it is for modules and the shell, and
/// for whoever may ask for a route of its own module that answers with it.
public struct Performer: Sendable {
    /// The name within the module; commands say `Module.name`.
    public let name: String
    /// Where it was declared.
    public let location: SourceLocation
    /// Who may have it run; `nil` where its author did not say.
    public private(set) var access: Access?
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

    /// The same for requests of some origins only: with `.internal`, it is for answers of its own module to modules and the
    /// shell. An external request runs no performer with an access but `.public`.
    public func access(_ access: Access) -> Performer {
        var performer = self
        performer.access = access
        return performer
    }
}

/// Why a module's navigation command was not performed.
public enum PerformerError: Error, Sendable {
    /// No module declares it, any more or at all; the nearest name that there is, if one is near.
    case unknown(String, near: String?)
    /// The command needs an argument of that type.
    case missingArgument(expected: String)
    /// The performer failed.
    case failed(String, reason: any Error)
    /// The command is not for requests of that origin.
    case denied(String, origin: Origin)
    /// Each of these commands stands for the next.
    case tooDeep(chain: [String])
}

extension PerformerError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
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
