@_spi(Host) import Mediator

/// The address of the handshake's memory, which the host allocates and passes to an entry point.
public typealias HostPointer = UnsafeMutableRawPointer

extension Module {
    /// Hands the module over to the host; a plugin's entry point calls this function and returns the result.
    ///
    /// ```swift
    /// @c(switchboard_v1_Coupons) public func coupons(_ host: HostPointer) -> CInt { CouponsModule.export(to: host) }
    /// ```
    ///
    /// This function is compiled into the plugin. It therefore reports the SDK version and flags with which the plugin
    /// was built. The host calls the entry point once, on any thread.
    @export(implementation)
    public static func export(to host: HostPointer) -> CInt {
        acceptHandshake(Self.self, host, builtFingerprint: builtFingerprint, builtVersion: builtVersion)
    }
}

/// The compiler flags of the SDK against which the calling library was built.
///
/// The number repeats `Contract.fingerprint`; a test checks that they are equal.
@export(implementation)
var builtFingerprint: UInt64 { 0b11 }

/// The version of the SDK against which the calling library was built; a test checks it against `Contract.sdkVersion`.
@export(implementation)
var builtVersion: UInt64 {
    builtAgainst0Dot3Dot0()
    return 0x0000_0000_0003_0000
}

/// The marker of SDK 0.2.0: an empty function that makes a plugin import a symbol with the SDK's version in its name.
///
/// A host reads the name of the imported symbol before it loads the plugin's file. `builtVersion` calls the marker of
/// the version that it returns. The SDK also keeps earlier markers, back to `Contract.oldestSDK`.
@c(switchboard_sdk_0_2_0) @usableFromInline
func builtAgainst0Dot2Dot0() {}

/// The marker of SDK 0.3.0.
@c(switchboard_sdk_0_3_0) @usableFromInline
func builtAgainst0Dot3Dot0() {}

/// Completes the handshake, which is refused unless the calling library uses the host's copy of the SDK.
@usableFromInline func acceptHandshake<M: Module>(
    _ module: M.Type, _ memory: UnsafeMutableRawPointer, builtFingerprint: UInt64, builtVersion: UInt64
) -> CInt {
    HandshakeLayout(memory: memory)
        .accept(builtFingerprint: builtFingerprint, builtVersion: builtVersion) {
            ModuleFactory(module, sdk: Version(packed: builtVersion))
        }
}

/// Hands a factory of resolvers over to the host; a resolver library's entry point calls this function and returns the
/// result.
///
/// ```swift
/// @c(switchboard_resolver_v1_HTTP)
/// public func http(_ host: HostPointer) -> CInt {
///     exportResolver(to: host) { setup in try HTTPResolver(setup) }
/// }
/// ```
///
/// Like `Module.export(to:)`, this function is compiled into the library. The closure makes a resolver from a set-up,
/// or throws if it cannot. The host may call the closure on any thread and more than once.
@export(implementation)
public func exportResolver(
    to host: HostPointer, make: @escaping @Sendable (ResolverSetup) throws -> any Resolver
) -> CInt {
    acceptResolverHandshake(host, builtFingerprint: builtFingerprint, builtVersion: builtVersion, make: make)
}

/// Completes the handshake, which is refused unless the calling library uses the host's copy of the SDK.
@usableFromInline func acceptResolverHandshake(
    _ memory: UnsafeMutableRawPointer, builtFingerprint: UInt64, builtVersion: UInt64,
    make: @escaping @Sendable (ResolverSetup) throws -> any Resolver
) -> CInt {
    HandshakeLayout(memory: memory)
        .accept(builtFingerprint: builtFingerprint, builtVersion: builtVersion) { ResolverFactory(make) }
}

/// Hands a library's factory over to the host; the entry point of a host library calls this function and returns the
/// result.
@_spi(Host) @export(implementation)
public func exportLibrary<Setup: Sendable, Product, Failure: Error>(
    to host: HostPointer, make: @escaping @Sendable (Setup) throws(Failure) -> Product
) -> CInt {
    acceptLibraryHandshake(host, builtFingerprint: builtFingerprint, builtVersion: builtVersion, make: make)
}

/// Completes the handshake, which is refused unless the calling library uses the host's copy of the SDK.
@_spi(Host) public func acceptLibraryHandshake<Setup: Sendable, Product, Failure: Error>(
    _ memory: UnsafeMutableRawPointer, builtFingerprint: UInt64, builtVersion: UInt64,
    make: @escaping @Sendable (Setup) throws(Failure) -> Product
) -> CInt {
    HandshakeLayout(memory: memory)
        .accept(builtFingerprint: builtFingerprint, builtVersion: builtVersion) { LibraryFactory(make) }
}
