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

    /// Creates a description.
    public init(name: String, version: Version, summary: String, requirements: [Requirement] = []) {
        self.name = name
        self.version = version
        self.summary = summary
        self.requirements = requirements
    }
}
