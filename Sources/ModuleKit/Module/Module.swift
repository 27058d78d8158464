@_exported public import Mediator

/// A business module: its description, its routes, and its work at start and stop.
///
/// The host makes one instance when a request needs the module, calls `start()`, publishes all its declarations at
/// once, and calls `stop()` at the end. Before that, at first sight of its file, it makes one in a process of its own,
/// and reads its declarations without `start()`: they decide which requests need the module. Handlers may run at the
/// same time on any thread. A module never imports another one: it asks by URL through its context.
public protocol Module: Sendable {
    /// The module's name, version and requirements; the name is that of its entry point.
    static var info: ModuleInfo { get }

    /// The parameter types that the module's patterns name beside the built-in ones, as data: matching runs no code.
    static var parameterTypes: [ParameterType] { get }

    /// Creates the module; open no files and send no requests here: `start()` does that.
    /// - Throws: the module's own error: the host does not use the module.
    init(context: ModuleContext) throws

    /// The module's routes, read once after `start()`.
    @RoutesBuilder var routes: [Route] { get }

    /// The interceptors of requests, for URLs of any module; read with the routes.
    @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] { get }

    /// The new URLs of old paths; read with the routes.
    @DeclarationsBuilder<Rewrite> var rewrites: [Rewrite] { get }

    /// The objects that other modules may take; read with the routes.
    @DeclarationsBuilder<Offer> var services: [Offer] { get }

    /// The events that the module receives; read with the routes.
    @DeclarationsBuilder<Subscription> var subscriptions: [Subscription] { get }

    /// Prepares the module, within 10 seconds.
    /// - Throws: the module's own error: requests that need the module fail with `moduleNotStarted`.
    func start() async throws

    /// Releases the resources of `start()` in 5 seconds: no request comes, and the tasks of `background` are cancelled.
    func stop() async
}

extension Module {
    /// The empty list: only built-in types.
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
