@_spi(Host) import Mediator

extension Module {
    /// All declarations of the module, for the mediator.
    @_spi(Host) public var registration: Registration {
        var registration = Registration(owner: Self.info.name)
        registration.routes = routes
        registration.types = Self.parameterTypes
        registration.interceptors = interceptors
        registration.rewrites = rewrites
        registration.services = services
        registration.adapters = adapters
        registration.subscriptions = subscriptions
        registration.performers = performers
        return registration
    }
}
