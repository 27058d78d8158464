@_exported public import Mediator

/// A business module: what it is, its routes, and what it does when it starts and stops.
///
/// The host makes one instance when a request needs the module, calls `start()`, publishes all that it declares at once,
/// and calls `stop()` at the end. Before that, at first sight of its file, it makes one in a process of its own, and reads
/// what it declares without `start()`: that decides which requests need the module.
/// Handlers may run at the same time on any thread. A module never imports another: it asks by URL through its context.
public protocol Module: Sendable {
    /// The module's name, version and requirements; the name is that of its entry point.
    static var info: ModuleInfo { get }

    /// The parameter types that the module's patterns name beside the built-in ones; data, so that matching runs no code.
    static var parameterTypes: [ParameterType] { get }

    /// Makes the module; open no files and ask nobody here, that is for `start()`.
    init(context: ModuleContext) throws

    /// The module's routes, read once after `start()`.
    @RoutesBuilder var routes: [Route] { get }

    /// What stands in the way of requests, of any module; read with the routes.
    @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] { get }

    /// Where old paths lead to; read with the routes.
    @DeclarationsBuilder<Rewrite> var rewrites: [Rewrite] { get }

    /// The objects that other modules may take; read with the routes.
    @DeclarationsBuilder<Offer> var services: [Offer] { get }

    /// What makes a service that is wanted of one that is offered, by any module; read with the routes.
    @DeclarationsBuilder<Adapter> var adapters: [Adapter] { get }

    /// The events that the module is told of; read with the routes.
    @DeclarationsBuilder<Subscription> var subscriptions: [Subscription] { get }

    /// Gets ready; an error means that the module is not used, and no route of it is ever seen.
    func start() async throws

    /// Lets go of what `start()` took; no request comes any more.
    func stop() async
}

extension Module {
    /// None but the built-in ones.
    public static var parameterTypes: [ParameterType] { [] }
    /// None.
    public var interceptors: [Interceptor] { [] }
    /// None.
    public var rewrites: [Rewrite] { [] }
    /// None.
    public var services: [Offer] { [] }
    /// None.
    public var adapters: [Adapter] { [] }
    /// None.
    public var subscriptions: [Subscription] { [] }
    /// Nothing to get ready.
    public func start() async throws {}
    /// Nothing to let go.
    public func stop() async {}
}
