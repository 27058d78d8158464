/// Makes the resolver of a library, as the existential that the library itself made: the host casts nothing.
@_spi(Host) public final class ResolverFactory: Sendable {
    private let make: @Sendable (String) throws -> any Resolver

    init(_ make: @escaping @Sendable (String) throws -> any Resolver) { self.make = make }

    /// A resolver that asks at an endpoint, such as the address of a service.
    ///
    /// - Throws: the library's own error where the endpoint is none of its kind; its text says what to do.
    public func resolver(endpoint: String) throws -> any Resolver { try make(endpoint) }
}
