/// The numbers of the plugin contract; both sides of the handshake compare them.
@_spi(Host) public enum Contract {
    /// The contract's version, which is in the name of the entry point: `switchboard_v1_<Module>`.
    public static let version: UInt32 = 1

    /// The SDK's version.
    public static let sdkVersion = Version(0, 2, 0)
    /// The oldest SDK whose plugins this host loads.
    public static let oldestSDK = Version(0, 2, 0)

    /// The SDK's compiler flags that change the binary interface without changing a name, one bit each:
    /// 1 library evolution, 2 `NonisolatedNonsendingByDefault`.
    public static let fingerprint: UInt64 = 0b11

    /// Whether this build of the SDK has the fingerprint's flags, as far as the compiler can check them.
    public static var isBuiltAsSaid: Bool {
        #if hasFeature(NonisolatedNonsendingByDefault)
            fingerprint & 0b10 != 0
        #else
            fingerprint & 0b10 == 0
        #endif
    }
}

/// A factory of a plugin's module; the host does not cast the module, because the plugin makes the existential.
@_spi(Host) public final class ModuleFactory: Sendable {
    /// The module's description of itself.
    public let info: ModuleInfo
    /// The parameter types that the module declares for its patterns.
    public let parameterTypes: [ParameterType]
    private let make: @Sendable (ModuleContext) throws -> any Module

    /// Creates a factory for a module type.
    public convenience init<M: Module>(_ module: M.Type) { self.init(module) { context in try M(context: context) } }

    /// Creates a factory that makes modules with a closure.
    package init<M: Module>(_ module: M.Type, make: @escaping @Sendable (ModuleContext) throws -> M) {
        info = M.info
        parameterTypes = M.parameterTypes
        self.make = { [info] context in try make(context.of(info)) }
    }

    /// Returns a new instance.
    /// - Throws: the module's own error.
    public func module(context: ModuleContext) throws -> any Module { try make(context) }
}

/// A factory exported by a library; the host does not cast the product, because the library makes the existential.
@_spi(Host) public final class LibraryFactory<Setup: Sendable, Product, Failure: Error>: Sendable {
    /// Returns the product for a set-up.
    /// - Throws: the library's own error if it cannot serve the set-up; its text has the remedy.
    public let make: @Sendable (Setup) throws(Failure) -> Product

    init(_ make: @escaping @Sendable (Setup) throws(Failure) -> Product) { self.make = make }
}

/// A factory of a library's resolver.
@_spi(Host) public typealias ResolverFactory = LibraryFactory<ResolverSetup, any Resolver, any Error>

/// The host's input for a library that makes a resolver.
public struct ResolverSetup: Sendable {
    /// The endpoint, such as the address of a service; it may hold secrets.
    public var endpoint: String
    /// The absolute path of the resolver's cache folder; `nil` for a resolver without a cache.
    ///
    /// The folder may be absent, and other processes may use it at the same time.
    public var cacheFolder: String?
    /// Whether only cached answers are allowed.
    public var isOffline = false
    /// The name of the web service at the endpoint, for a resolver of calls to it; `nil` for a resolver of other URLs.
    public var webService: String?
    /// Reports to the user, in one sentence, an event that is not part of a request; called on any thread.
    public var report: @Sendable (String) -> Void = { _ in }

    /// Creates a set-up for an endpoint, without a cache folder.
    public init(endpoint: String) { self.endpoint = endpoint }
}
