import ModuleKit

/// Where the host takes the HTTP resolver from; the name carries the contract's version.
@c(switchboard_resolver_v1_HTTP)
public func switchboardResolverHTTP(_ handshake: UnsafeMutableRawPointer) -> CInt {
    exportResolver(to: handshake) { setup in try HTTPResolver(setup) }
}
