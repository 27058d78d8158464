/// The versions and flags of the binary contract between host and plugins, which both sides of the handshake compare.
@_spi(Host) public enum Contract {
    /// The contract's version, which is part of the name of a plugin's entry point: `switchboard_v1_<Module>`.
    public static let version: UInt32 = 1

    /// The SDK's version.
    public static let sdkVersion = Version(0, 3, 0)
    /// The oldest SDK whose plugins this host loads.
    public static let oldestSDK = Version(0, 2, 0)

    /// The SDK's compiler flags that change its binary interface but not the names of its symbols, as bits: 1 for
    /// library evolution, 2 for `NonisolatedNonsendingByDefault`.
    public static let fingerprint: UInt64 = 0b11

    /// Whether this build of the SDK has the flags in `fingerprint`, as far as source code can check them.
    public static var isBuiltAsSaid: Bool {
        #if hasFeature(NonisolatedNonsendingByDefault)
            fingerprint & 0b10 != 0
        #else
            fingerprint & 0b10 == 0
        #endif
    }
}

/// A factory with which a plugin lets the host create its module.
///
/// A closure in the factory converts the module to `any Module`, so the host does not need a dynamic cast.
@_spi(Host) public final class ModuleFactory: Sendable {
    /// The module's description of itself.
    public let info: ModuleInfo
    /// The version of the SDK against which the module's library was built.
    public let sdk: Version
    /// The parameter types that the module declares for its patterns.
    public let parameterTypes: [ParameterType]
    private let make: @Sendable (ModuleContext) throws -> any Module

    /// Creates a factory for a module type.
    public convenience init<M: Module>(_ module: M.Type, sdk: Version = Contract.sdkVersion) {
        self.init(module, sdk: sdk) { context in try M(context: context) }
    }

    /// Creates a factory that makes the module with a closure.
    package init<M: Module>(
        _ module: M.Type, sdk: Version = Contract.sdkVersion, make: @escaping @Sendable (ModuleContext) throws -> M
    ) {
        self.sdk = sdk
        info = M.info
        parameterTypes = M.parameterTypes
        self.make = { [info] context in try make(context.of(info)) }
    }

    /// Returns a new instance.
    /// - Throws: the module's own error.
    public func module(context: ModuleContext) throws -> any Module { try make(context) }
}
