/// All that a module brings to the mediator: it appears in one step and goes in one step.
@_spi(Host) public struct Registration: Sendable {
    /// The module's name.
    public let owner: String
    /// Its routes, fallbacks among them.
    public var routes: [Route] = []
    /// The parameter types of its patterns.
    public var types: [ParameterType] = []
    /// Its interceptors.
    public var interceptors: [Interceptor] = []
    /// Its rewrites.
    public var rewrites: [Rewrite] = []
    /// The services that it offers.
    public var services: [Offer] = []
    /// Its adapters between services.
    public var adapters: [Adapter] = []
    /// What performs its own navigation commands.
    public var performers: [Performer] = []
    /// What it is told of.
    public var subscriptions: [Subscription] = []
    /// Held as long as somebody may still be using any of it.
    public var lease: Lease?
    /// Makes what each of its pages holds as long as it is open.
    public var pageLease: (@Sendable () -> Lease)?

    /// A registration of nothing yet.
    public init(owner: String) { self.owner = owner }
}
