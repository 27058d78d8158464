extension Switchboard {
    /// The available services: the offers of modules in order of registration, then the results of adapters.
    public var services: [ServiceDescription] { registry.services.services.map(\.description) }

    /// Returns a service with a name and a suitable version, as a value of a type.
    ///
    /// It takes the highest version in the range. The first call creates the object, on its thread; simultaneous calls
    /// wait on theirs. The caller may keep the object, also when its module leaves.
    public func service<Value: Sendable>(
        _ name: String, _ range: String, as type: Value.Type
    ) throws(ServiceError) -> Value {
        let wanted = try Self.range(range, of: name)
        if relay != nil { throw .unreachable(service: name, range: wanted) }
        return try registry.services.service(name, wanted).value(as: type)
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

    private static func range(_ text: String, of service: String) throws(ServiceError) -> Range<Version> {
        do {
            return try Range(notation: text)
        } catch {
            throw .invalidRange(service: service, reason: error)
        }
    }
}
