/// The plugin contract's numbers, compared by both sides of the handshake.
@_spi(Host) public enum Contract {
    /// The contract's version, which is in the name of the entry point: `switchboard_v1_<Module>`.
    public static let version: UInt32 = 1

    /// The SDK's version.
    public static let sdkVersion = Version(0, 1, 0)

    /// The SDK's compiler flags that change the binary interface without changing a name, one bit each:
    /// 1 library evolution, 2 `NonisolatedNonsendingByDefault`.
    public static let fingerprint: UInt64 = 0b11

    /// Whether this build of the SDK has the flags that the fingerprint says; what can be asked of the compiler is asked.
    public static var isBuiltAsSaid: Bool {
        #if hasFeature(NonisolatedNonsendingByDefault)
            fingerprint & 0b10 != 0
        #else
            fingerprint & 0b10 == 0
        #endif
    }
}

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

/// Makes the resolver of a library, as the existential that the library itself made: the host casts nothing.
@_spi(Host) public final class ResolverFactory: Sendable {
    private let make: @Sendable (ResolverSetup) throws -> any Resolver

    init(_ make: @escaping @Sendable (ResolverSetup) throws -> any Resolver) { self.make = make }

    /// A resolver of a set-up.
    ///
    /// - Throws: the library's own error where the endpoint is none of its kind; its text says what to do.
    public func resolver(_ setup: ResolverSetup) throws -> any Resolver { try make(setup) }
}

/// What a host gives a library to make a resolver with.
public struct ResolverSetup: Sendable {
    /// What is to be asked, such as the address of a service; it may hold secrets.
    public var endpoint: String
    /// The folder for what the resolver keeps between starts, from the root; `nil` where it keeps nothing. It need not be
    /// there yet, and others may use it at the same time.
    public var cacheFolder: String?
    /// Whether only what is kept may be answered.
    public var isOffline = false
    /// Tells the user, in one sentence, of something that is nobody's outcome; called on any thread.
    public var report: @Sendable (String) -> Void = { _ in }

    /// A set-up for an endpoint, which keeps nothing between starts.
    public init(endpoint: String) { self.endpoint = endpoint }
}
