@_exported public import Mediator

/// A business module: its description, its routes, and its work at start and stop.
///
/// When the host first sees the module's file, it creates an instance in a separate process and records the instance's
/// declarations without calling `start()`. The record decides later which requests need the module. For the first of
/// these requests, the host creates one instance, calls `start()` and publishes all declarations in one step. At the
/// end, it calls `stop()`. Handlers may run concurrently on any thread. Modules never import one another; they use
/// URLs.
public protocol Module: Sendable {
    /// The module's name, version and requirements; the plugin's entry point has the same name.
    static var info: ModuleInfo { get }

    /// The parameter types that the module adds to the built-in types; matching does not run the module's code.
    static var parameterTypes: [ParameterType] { get }

    /// Creates the module; open files and send requests in `start()`, not here.
    /// - Throws: the module's own error; the host then does not use the module.
    init(context: ModuleContext) throws

    /// The module's routes; in each process, read once: in the host after `start()`.
    @RoutesBuilder var routes: [Route] { get }

    /// The module's interceptors, which may apply to URLs of any module; read with the routes.
    @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] { get }

    /// The rewrites of old paths to new URLs; read with the routes.
    @DeclarationsBuilder<Rewrite> var rewrites: [Rewrite] { get }

    /// The services that the module offers to other modules; read with the routes.
    @DeclarationsBuilder<Offer> var services: [Offer] { get }

    /// The events that the module receives; read with the routes.
    @DeclarationsBuilder<Subscription> var subscriptions: [Subscription] { get }

    /// Prepares the module; must return within 10 seconds.
    /// - Throws: the module's own error; requests that need the module then fail with `moduleNotStarted`.
    func start() async throws

    /// Releases what `start()` acquired, within 5 seconds; the host has already stopped requests and cancelled
    /// background tasks.
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
