/// Makes a plugin's module, as the existential that the plugin itself made: the host casts nothing.
@_spi(Host) public final class ModuleFactory: Sendable {
    /// What the module says of itself.
    public let info: ModuleInfo
    /// The parameter types of its patterns.
    public let parameterTypes: [ParameterType]
    private let make: @Sendable (ModuleContext) throws -> any Module

    /// A factory for a module type.
    public init<M: Module>(_ module: M.Type) {
        info = M.info
        parameterTypes = M.parameterTypes
        make = { context in try M(context: context) }
    }

    /// A new instance.
    public func module(context: ModuleContext) throws -> any Module { try make(context) }
}
