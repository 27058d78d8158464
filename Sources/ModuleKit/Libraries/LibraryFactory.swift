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
