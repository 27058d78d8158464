/// Makes the resolver of a library, as the existential that the library itself made: the host casts nothing.
@_spi(Host) public final class ResolverFactory: Sendable {
    private let make: @Sendable (ResolverSetup) throws -> any Resolver

    init(_ make: @escaping @Sendable (ResolverSetup) throws -> any Resolver) { self.make = make }

    /// A resolver of a set-up.
    ///
    /// - Throws: the library's own error where the endpoint is none of its kind; its text says what to do.
    public func resolver(_ setup: ResolverSetup) throws -> any Resolver { try make(setup) }
}
