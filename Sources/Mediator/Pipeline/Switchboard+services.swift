extension Switchboard {
    /// The services that can be taken: what modules offer in order of registration, then what adapters give.
    public var services: [ServiceDescription] { registry.services.services.map(\.description) }

    /// Takes a service by its name and the versions that will do, as a value of a type.
    ///
    /// The highest version in the range is taken. The first taking makes the object, on this thread; whoever takes it at
    /// the same time waits on theirs. It is the taker's to keep, also when its module leaves.
    public func service<Value: Sendable>(
        _ name: String, _ range: String, as type: Value.Type
    ) throws(ServiceError) -> Value {
        try registry.services.service(name, try Self.range(range, of: name)).value(as: type)
    }

    private static func range(_ text: String, of service: String) throws(ServiceError) -> VersionRange {
        do {
            return try VersionRange(text)
        } catch {
            throw .invalidRange(service: service, reason: error)
        }
    }
}
