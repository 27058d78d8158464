/// Hands a kind of resolver over to the host; the entry point of a resolver's library calls it and returns its result.
///
/// ```swift
/// @c(switchboard_resolver_v1_HTTP)
/// public func switchboardResolverHTTP(_ handshake: UnsafeMutableRawPointer) -> CInt {
///     exportResolver(to: handshake) { setup in try HTTPResolver(setup) }
/// }
/// ```
///
/// It is compiled into the library, as `export(_:to:)` is into a plugin. The closure makes a resolver of a set-up
/// and throws where it cannot; the host may call it on any thread and more than once.
@export(implementation)
public func exportResolver(
    to handshake: UnsafeMutableRawPointer, make: @escaping @Sendable (ResolverSetup) throws -> any Resolver
) -> CInt {
    acceptResolverHandshake(handshake, builtFingerprint: builtFingerprint, builtVersion: builtVersion, make: make)
}

/// The part of the handshake that runs in the library's copy of the SDK, which ought to be the host's.
///
/// Called by `exportResolver(to:make:)` only.
public func acceptResolverHandshake(
    _ memory: UnsafeMutableRawPointer, builtFingerprint: UInt64, builtVersion: UInt64,
    make: @escaping @Sendable (ResolverSetup) throws -> any Resolver
) -> CInt {
    accept(memory, builtFingerprint: builtFingerprint, builtVersion: builtVersion) { ResolverFactory(make) }
}
