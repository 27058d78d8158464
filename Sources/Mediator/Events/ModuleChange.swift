/// What the events in the life of a module carry.
public struct ModuleChange: Codable, Sendable, Equatable {
    /// The module's name.
    public let module: String
    /// The module's version, such as `1.2.0`.
    public let version: String

    /// Describes a module; the host does.
    public init(module: String, version: String) {
        self.module = module
        self.version = version
    }
}

/// Events in the lives of modules. A module is told of others from when it is registered, and of its own end; of those that
/// were loaded before it, nothing is told again.
extension Event<ModuleChange> {
    /// A module's code is there, and the module itself was made.
    public static var moduleDidLoad: Event<ModuleChange> { "switchboard.module.did-load" }
    /// A module is about to start; it goes on when all subscribers were told.
    public static var moduleWillStart: Event<ModuleChange> { "switchboard.module.will-start" }
    /// A module is about to leave, with all that it declares still in place; the last subscriber is told first.
    public static var moduleWillStop: Event<ModuleChange> { "switchboard.module.will-stop" }
}
