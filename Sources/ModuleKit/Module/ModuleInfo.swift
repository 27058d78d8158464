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
    public let team: String?
    /// The names of the web services that the module sends calls to; the host has their addresses.
    public let webServices: [String]

    /// Creates a description.
    public init(name: String, version: Version, summary: String, requirements: [Requirement] = []) {
        self.init(name: name, version: version, summary: summary, requirements: requirements, webServices: [])
    }

    /// Creates a description of a module that sends calls to web services.
    ///
    /// - Parameter webServices: names such as `accounts`: a lower-case letter, then lower-case letters, digits and hyphens.
    /// - Parameter team: the team that owns the module's routes.
    public init(
        name: String, version: Version, summary: String, requirements: [Requirement] = [], webServices: [String],
        team: String? = nil
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.requirements = requirements
        self.webServices = webServices
        self.team = team
    }

    /// Creates a description with the team that owns the module's routes, which lists and conflicts of routes name.
    ///
    /// A route of another team has the label `team` with that name.
    public init(
        name: String, version: Version, summary: String, requirements: [Requirement] = [], team: String
    ) {
        self.init(
            name: name, version: version, summary: summary, requirements: requirements, webServices: [], team: team)
    }
}
