@_spi(Host) extension Switchboard {
    /// The available services: the offers of modules in order of registration.
    public var services: [ServiceDescription] { registry.services.services.map(\.description) }

    /// Returns the service of a key in a suitable version; without a range, up to the next major version.
    ///
    /// It takes the highest version in the range. The first call creates the object, on its thread; simultaneous calls
    /// wait on theirs. The caller may keep the object, also when its module leaves.
    public func service<Value: Sendable>(
        _ key: ServiceKey<Value>, _ versions: Range<Version>? = nil
    ) throws(ServiceError) -> Value {
        let versions = versions ?? key.versions
        if relay != nil { throw ServiceError(.unreachable(service: key.name, range: versions)) }
        return try registry.services.service(key.name, versions).value(as: Value.self)
    }

    /// Makes every service that a module offers, and returns the errors.
    @_spi(Host) public func makeServices(of owner: String) -> [ServiceError] {
        registry.services.services.filter { $0.description.owner == owner }.compactMap { service in
            do throws(ServiceError) {
                _ = try service.value(as: Any.self)
                return nil
            } catch {
                return error
            }
        }
    }
}
