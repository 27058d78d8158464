/// The reason why the navigator is not given a command; it ends with the remedy.
struct NavigationObjection: Error {
    let reason: String
}

extension Switchboard {
    /// Returns the performer of a request's commands: the navigator, or the planner of a plan.
    func navigator(for request: Request?) -> any Navigator { request?.active.planner ?? navigator }

    /// Returns the command for the navigator: commands of modules are expanded, and pages that confirm their leaving
    /// were asked.
    ///
    /// - Parameters:
    ///   - origin: the origin of the command.
    ///   - module: the module that answered with it; `nil` for a command of a person.
    func prepared(
        _ command: NavigationCommand, for request: Request?, of origin: Origin, answeredBy module: String? = nil,
        _ registry: Registry
    ) async -> Result<NavigationCommand, NavigationObjection> {
        let navigator = navigator(for: request)
        var command = command
        if command.isCustom {
            let expansion = CommandExpansion(origin: origin, module: module, activities: activities) {
                name async throws(PerformerError) in
                try await self.performer(name, registry)
            } stack: {
                await navigator.stack()
            } willPerform: { performer in
                request?.active.record(.performer(performer.performer.name, module: performer.owner))
            }
            do throws(PerformerError) {
                command = try await expansion.expanded(command)
            } catch {
                return .failure(NavigationObjection(reason: "\(error)"))
            }
        }
        guard command.takesPagesOff, let reason = await objection(to: command, for: request, navigator) else {
            return .success(command)
        }
        return .failure(NavigationObjection(reason: reason))
    }

    /// Returns the performer of a full name, which begins with that of its module.
    private func performer(
        _ name: String, _ registry: Registry
    ) async throws(PerformerError) -> PerformerTable.Installed {
        let owner = String(name.prefix { $0 != "." })
        guard let starter = registry.lazyModules.starter, registry.lazyModules.needsStart(owner) else {
            return try registry.performers.find(name)
        }
        do {
            try await starter.start(owner)
        } catch {
            throw .failed(name, reason: error)
        }
        return try self.registry.performers.find(name)
    }

    /// Returns the feedback on a command that the navigator is not given.
    func refusal(_ objection: NavigationObjection, for request: Request?) async -> Feedback {
        Feedback(.refused(reason: objection.reason), entries: await navigator(for: request).entries(for: request))
    }

    private func objection(
        to command: NavigationCommand, for request: Request?, _ navigator: any Navigator
    ) async -> String? {
        guard let active = request?.active else { return await navigator.objection(to: command, for: nil) }
        return await active.pausingClock { await navigator.objection(to: command, for: request) }
    }
}
