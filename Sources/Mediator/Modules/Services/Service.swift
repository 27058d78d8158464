/// The name of a service together with its type, and the version of its contract that the code was built with.
///
/// ```swift
/// extension ServiceKey<any CouponBook> {
///     public static var couponBook: ServiceKey<any CouponBook> { ServiceKey("coupon-book", "1.2") }
/// }
/// ```
///
/// The type is usually an existential of a protocol, and an interface package declares both, which all its modules link.
public struct ServiceKey<Value: Sendable>: Sendable {
    /// The name, which all modules share.
    public let name: String
    /// The version of the service's contract, not of a module.
    public let version: Version

    /// Creates a key.
    public init(_ name: String, _ version: Version) {
        self.name = name
        self.version = version
    }

    /// The versions that a taker accepts: from its own up to the next major one.
    public var versions: Range<Version> { version..<Version(version.major + 1) }
}

/// An offer of an object to other modules.
///
/// ```swift
/// Offer(.couponBook) { CouponShelf(coupons) }
/// ```
///
/// The closure runs once, when the first module takes the service, on that module's thread, and all modules get its
/// result; if it throws, it runs again for the next module. It should be quick, since other modules that take the service
/// wait for it.
public struct Offer: Sendable {
    /// The name of the service.
    public let name: String
    /// The version of the service's contract, not of the module.
    public let version: Version
    /// The place of the declaration.
    public let location: SourceLocation
    /// The type of the offer, with its module's name.
    let type: String
    let make: @Sendable () throws -> any Sendable

    /// Offers the result of the closure as the service of a key.
    public init<Value: Sendable>(
        _ key: ServiceKey<Value>, fileID: String = #fileID, line: Int = #line,
        make: @escaping @Sendable () throws -> Value
    ) {
        name = key.name
        version = key.version
        type = String(reflecting: Value.self)
        self.make = make
        location = SourceLocation(fileID: fileID, line: line)
    }
}

extension Offer {
    /// Offers the result of a closure, as a type of which only the name is known.
    init(
        _ name: String, _ version: Version, type: String, location: SourceLocation,
        make: @escaping @Sendable () throws -> any Sendable
    ) {
        (self.name, self.version, self.type, self.location, self.make) = (name, version, type, location, make)
    }
}

/// An available service, for lists and messages.
public struct ServiceDescription: Sendable, Equatable {
    /// The name of the service.
    public let name: String
    /// The version of the service's contract.
    public let version: Version
    /// The module of the offer.
    public let owner: String
    /// The type of the offer, with its module's name.
    public let type: String
}

extension ServiceDescription: CustomStringConvertible {
    /// `Coupons's coupon-book 1.2.0`.
    public var description: String { "\(owner)'s \(name) \(version)" }
}

/// The reason why a service was not provided.
public enum ServiceError: Error, Sendable {
    /// No module offers a service of that name; `near` contains the offers with the nearest names.
    case missing(service: String, range: Range<Version>, near: [ServiceDescription])
    /// It is offered in other versions only.
    case wrongVersion(service: String, range: Range<Version>, found: [ServiceDescription])
    /// It is offered as another type than the requested one; both have their modules' names.
    case wrongType(ServiceDescription, expected: String)
    /// The provider threw while it created the service.
    case providerFailed(ServiceDescription, reason: any Error)
    /// The service is taken during its own creation: each one needs the next, and the last one is the first again.
    case circle([ServiceDescription])
    /// The module that takes it runs in a process of its own.
    case unreachable(service: String, range: Range<Version>)
}

extension ServiceError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .missing(let service, let range, let near):
            "no module offers the service \(service) \(range.notation); "
                + (near.isEmpty
                    ? "install a module that does"
                    : "did you mean \(near.map(\.description).joined(separator: ", "))? Otherwise install a module that does")
        case .wrongVersion(let service, let range, let found):
            "the service \(service) is wanted in \(range.notation), found \(found.map(\.description).joined(separator: ", ")); "
                + "take a version that there is, or install another one of the module"
        case .wrongType(let found, let expected):
            "\(found) is offered as \(found.type), and was taken as \(expected); "
                + Self.advice(found: found.type, expected: expected)
        case .providerFailed(let service, let reason):
            "\(service) could not be made: \(RequestError.words(reason))"
        case .circle(let services):
            "services need one another in a circle, \(services.map(\.description).joined(separator: " → ")); "
                + "have one take the other when it is used, not while it is made"
        case .unreachable(let service, let range):
            "the service \(service) \(range.notation) was not taken: this module runs in a process of its own, and a Swift protocol "
                + "or object needs one process; call a route with a Codable value, or run the module in the host's process "
                + "with `module isolate NAME --off`"
        }
    }

    /// Returns the remedy; one protocol that is compiled into two libraries is two protocols with equal names.
    private static func advice(found: String, expected: String) -> String {
        let (last, other) = (found.split(separator: ".").last, expected.split(separator: ".").last)
        guard last == other else { return "take it as the type that is offered" }
        return "the names are equal and the types are not, because each library has its own copy: put the type into an "
            + "interface package with a dynamic product, and have both link it"
    }
}
