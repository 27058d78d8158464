import Synchronization

/// A service of a module: made when it is first taken, and then one object for all.
final class InstalledService: Sendable {
    private enum State {
        case unmade
        case making(ServiceMaking)
        case made(any Sendable)
    }

    private enum Part {
        case take(any Sendable)
        case make(ServiceMaking)
        case wait(ServiceMaking)
    }

    let description: ServiceDescription
    let location: SourceLocation
    private let make: @Sendable () throws -> any Sendable
    private let state = Mutex(State.unmade)

    init(_ offer: Offer, owner: String) {
        description = ServiceDescription(
            name: offer.name, version: offer.version, owner: owner, type: offer.type, adaptedFrom: nil)
        location = offer.location
        make = offer.make
    }

    /// What an adapter makes of another service.
    init(_ adapter: InstalledAdapter, of source: InstalledService) {
        description = ServiceDescription(
            name: adapter.adapter.target, version: adapter.adapter.version, owner: adapter.owner,
            type: adapter.adapter.type, adaptedFrom: source.description.owner)
        location = adapter.adapter.location
        make = { try adapter.adapter.make(source) }
    }

    /// The object as a value of a type.
    func value<Value>(as type: Value.Type) throws(ServiceError) -> Value {
        guard let value = try object() as? Value else {
            throw .wrongType(description, expected: String(reflecting: type))
        }
        return value
    }

    /// The object, made by whoever comes first; those who come meanwhile wait.
    private func object() throws(ServiceError) -> any Sendable {
        switch part() {
        case .take(let object): return object
        case .make(let making): return try run(making)
        case .wait(let making): return try making.wait()
        }
    }

    private func part() -> Part {
        state.withLock { state in
            switch state {
            case .made(let object): return .take(object)
            case .making(let making): return .wait(making)
            case .unmade:
                let making = ServiceMaking(description)
                state = .making(making)
                return .make(making)
            }
        }
    }

    /// The provider's code runs under no lock, for it may take services itself.
    private func run(_ making: ServiceMaking) throws(ServiceError) -> any Sendable {
        let result = making.run(make)
        state.withLock { state in
            if case .success(let object) = result { state = .made(object) } else { state = .unmade }
        }
        making.end(result)
        return try result.get()
    }
}
