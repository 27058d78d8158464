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
    /// Whether the module asks for a process of its own, which the host then gives it without a word of the user.
    public let isIsolated: Bool

    /// Creates a description.
    public init(name: String, version: Version, summary: String, requirements: [Requirement] = []) {
        self.init(name: name, version: version, summary: summary, requirements: requirements, isolated: false)
    }

    /// Creates a description of a module that sends calls to web services.
    ///
    /// - Parameter webServices: names such as `accounts`: a lower-case letter, then lower-case letters, digits and hyphens.
    /// - Parameter team: the team that owns the module's routes.
    public init(
        name: String, version: Version, summary: String, requirements: [Requirement] = [], webServices: [String],
        team: String? = nil
    ) {
        self.init(
            name: name, version: version, summary: summary, requirements: requirements, webServices: webServices,
            team: team, isolated: false)
    }

    /// Creates a description of a module that may ask for a process of its own.
    ///
    /// - Parameters:
    ///   - webServices: names such as `accounts`: a lower-case letter, then lower-case letters, digits and hyphens.
    ///   - team: the team that owns the module's routes.
    ///   - isolated: whether the module runs in a process of its own, as after `module isolate`.
    public init(
        name: String, version: Version, summary: String, requirements: [Requirement] = [], webServices: [String] = [],
        team: String? = nil, isolated: Bool
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.requirements = requirements
        self.webServices = webServices
        self.team = team
        isIsolated = isolated
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
