/// The description of a module.
public struct ModuleInfo: Sendable, Equatable {
    /// The name: a letter, then letters, digits and `_`.
    public let name: String
    /// The module's own version.
    public let version: Version
    /// One line for people.
    public let summary: String
    /// The modules that must be started before this one.
    public let requirements: [Requirement]
    /// The team that owns the module's routes, if the author names one; a scan keeps it with each route.
    public private(set) var team: String?

    /// Creates a description.
    public init(name: String, version: Version, summary: String, requirements: [Requirement] = []) {
        self.name = name
        self.version = version
        self.summary = summary
        self.requirements = requirements
    }

    /// Creates a description with the team that owns the module's routes, which lists and conflicts of routes name.
    ///
    /// A route of another team has the label `team` with that name.
    public init(
        name: String, version: Version, summary: String, requirements: [Requirement] = [], team: String
    ) {
        self.init(name: name, version: version, summary: summary, requirements: requirements)
        self.team = team
    }
}
