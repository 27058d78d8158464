/// What has to be known of a route whose module is not started, to find the module and to say who may ask.
@_spi(Host) public struct DeclaredRoute: Sendable, Equatable {
    /// The module's number.
    public let module: Int
    /// The verb that it answers.
    public let verb: Verb
    /// Who may ask.
    public let access: Access
    /// Whether its handler may leave the answer to the next one.
    public let mayDecline: Bool
    /// The parameters whose values are never shown.
    public let sensitiveParameters: Set<String>

    /// A route of a module.
    public init(module: Int, verb: Verb, access: Access, mayDecline: Bool, sensitiveParameters: Set<String>) {
        self.module = module
        self.verb = verb
        self.access = access
        self.mayDecline = mayDecline
        self.sensitiveParameters = sensitiveParameters
    }

    init(_ route: ManifestRoute, module: Int) {
        self.init(
            module: module, verb: route.description.verb, access: route.description.access,
            mayDecline: route.mayDecline, sensitiveParameters: route.sensitiveParameters)
    }
}
