@_exported public import Mediator

/// A business module: its description, its routes, and its work at start and stop.
///
/// When the host first sees the module's file, it makes an instance in a separate process and reads the declarations,
/// without `start()`: they decide which requests need the module. When a request needs it, the host makes one instance,
/// calls `start()`, publishes all declarations in one step, and calls `stop()` at the end. Handlers may run
/// concurrently on any thread. Modules never import one another: they send requests by URL through their contexts.
public protocol Module: Sendable {
    /// The module's name, version and requirements; the entry point contains the same name.
    static var info: ModuleInfo { get }

    /// The parameter types that the module adds to the built-in ones, as data: matching does not run the module's code.
    static var parameterTypes: [ParameterType] { get }

    /// Creates the module; do not open files or send requests here, but in `start()`.
    /// - Throws: the module's own error; the host then does not use the module.
    init(context: ModuleContext) throws

    /// The module's routes, read once after `start()`.
    @RoutesBuilder var routes: [Route] { get }

    /// The interceptors of requests, for URLs of any module; read with the routes.
    @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] { get }

    /// The rewrites of old paths to new URLs; read with the routes.
    @DeclarationsBuilder<Rewrite> var rewrites: [Rewrite] { get }

    /// The objects that other modules may take; read with the routes.
    @DeclarationsBuilder<Offer> var services: [Offer] { get }

    /// The events that the module receives; read with the routes.
    @DeclarationsBuilder<Subscription> var subscriptions: [Subscription] { get }

    /// Prepares the module, within 10 seconds.
    /// - Throws: the module's own error; requests that need the module then fail with `moduleNotStarted`.
    func start() async throws

    /// Releases the resources of `start()` in 5 seconds; no new request arrives, and background tasks are cancelled.
    func stop() async
}

extension Module {
    /// The empty list: only the built-in types.
    public static var parameterTypes: [ParameterType] { [] }
    /// The empty list.
    public var interceptors: [Interceptor] { [] }
    /// The empty list.
    public var rewrites: [Rewrite] { [] }
    /// The empty list.
    public var services: [Offer] { [] }
    /// The empty list.
    public var subscriptions: [Subscription] { [] }
    /// Prepares nothing.
    /// - Throws: no error.
    public func start() async throws {}
    /// Releases nothing.
    public func stop() async {}
}
