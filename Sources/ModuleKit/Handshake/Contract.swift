/// The versions and flags of the binary contract between host and plugins, which both sides of the handshake compare.
@_spi(Host) public enum Contract {
    /// The contract's version, which is part of the name of a plugin's entry point: `switchboard_v1_<Module>`.
    public static let version: UInt32 = 1

    /// The SDK's version.
    public static let sdkVersion = Version(0, 2, 0)
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
    /// The parameter types that the module declares for its patterns.
    public let parameterTypes: [ParameterType]
    private let make: @Sendable (ModuleContext) throws -> any Module

    /// Creates a factory for a module type.
    public convenience init<M: Module>(_ module: M.Type) { self.init(module) { context in try M(context: context) } }

    /// Creates a factory that makes the module with a closure.
    package init<M: Module>(_ module: M.Type, make: @escaping @Sendable (ModuleContext) throws -> M) {
        info = M.info
        parameterTypes = M.parameterTypes
        self.make = { [info] context in try make(context.of(info)) }
    }

    /// Returns a new instance.
    /// - Throws: the module's own error.
    public func module(context: ModuleContext) throws -> any Module { try make(context) }
}

/// A factory with which a library lets the host create a product.
///
/// The library's closure returns the product as its protocol type, so the host does not need a dynamic cast.
@_spi(Host) public final class LibraryFactory<Setup: Sendable, Product, Failure: Error>: Sendable {
    /// Makes the product from a set-up.
    /// - Throws: the library's own error if it cannot use the set-up; the error's text contains the remedy.
    public let make: @Sendable (Setup) throws(Failure) -> Product

    init(_ make: @escaping @Sendable (Setup) throws(Failure) -> Product) { self.make = make }
}

/// A factory that creates a library's resolver.
@_spi(Host) public typealias ResolverFactory = LibraryFactory<ResolverSetup, any Resolver, any Error>

/// The host's input for a library that makes a resolver.
public struct ResolverSetup: Sendable {
    /// The endpoint, such as the address of a service; it may contain secrets.
    public var endpoint: String
    /// The absolute path of the resolver's cache folder; `nil` for a resolver without a cache.
    ///
    /// The folder may be absent, and other processes may use it at the same time.
    public var cacheFolder: String?
    /// Whether only cached answers are allowed.
    public var isOffline = false
    /// The name of the web service at the endpoint; `nil` for a resolver that is not for calls to a web service.
    public var webService: String?
    /// Reports to the user, in one sentence, an event that is not part of a request; may be called on any thread.
    public var report: @Sendable (String) -> Void = { _ in }

    /// Creates a set-up for an endpoint, without a cache folder.
    public init(endpoint: String) { self.endpoint = endpoint }
}
