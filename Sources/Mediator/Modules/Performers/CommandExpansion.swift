/// The expansion of a command into the commands of the navigator, by the performers of modules.
struct CommandExpansion {
    /// The maximum depth of module commands that expand to one another.
    static let depthLimit = 16

    /// The origin of the command.
    let origin: Origin
    /// The module that answered with it; `nil` for a command of a person.
    let module: String?
    /// Where performers are noted while they run.
    let activities: ActivityTable?
    /// Returns the performer of a full name, and starts its module if necessary.
    let performer: @Sendable (String) async throws(PerformerError) -> PerformerTable.Installed
    /// Returns the stack before the whole command.
    let stack: @Sendable () async -> [StackEntry]
    /// Called before a performer runs.
    let willPerform: @Sendable (PerformerTable.Installed) -> Void

    /// Returns the command with each command of a module expanded.
    func expanded(_ command: NavigationCommand) async throws(PerformerError) -> NavigationCommand {
        try await expanded(command, of: module, within: [])
    }

    private func expanded(
        _ command: NavigationCommand, of module: String?, within chain: [String]
    ) async throws(PerformerError) -> NavigationCommand {
        switch command {
        case .custom(let name, let argument):
            let parts = try await perform(name, argument, of: module, within: chain)
            return parts.count == 1 ? parts[0] : .sequence(parts)
        case .sequence(let commands): return .sequence(try await expanded(commands, of: module, within: chain))
        case .mannered(let command, let manner):
            return .mannered(try await expanded(command, of: module, within: chain), manner)
        default: return command
        }
    }

    private func expanded(
        _ commands: [NavigationCommand], of module: String?, within chain: [String]
    ) async throws(PerformerError) -> [NavigationCommand] {
        var parts: [NavigationCommand] = []
        for command in commands { parts.append(try await expanded(command, of: module, within: chain)) }
        return parts
    }

    private func perform(
        _ name: String, _ argument: Payload?, of module: String?, within chain: [String]
    ) async throws(PerformerError) -> [NavigationCommand] {
        let chain = chain + [name]
        guard chain.count <= Self.depthLimit else { throw .tooDeep(chain: chain) }
        let installed = try await performer(name)
        guard installed.runs(for: origin, answeredBy: module) else { throw .denied(name, origin: origin) }
        willPerform(installed)
        let commands: [NavigationCommand]
        let slot = activities?.begin(.performer, of: installed.owner, installed.performer.name)
        do {
            commands = try await installed.performer.commands(argument, await stack())
        } catch {
            activities?.end(slot)
            throw .failed(name, reason: error)
        }
        activities?.end(slot)
        return try await expanded(commands, of: installed.owner, within: chain)
    }
}

extension NavigationCommand {
    /// Whether it contains a command of a module.
    var isCustom: Bool {
        switch self {
        case .custom: true
        case .sequence(let commands): commands.contains(where: \.isCustom)
        case .mannered(let command, _): command.isCustom
        default: false
        }
    }
}
