/// Offers an object to other modules, by name and version.
///
/// ```swift
/// Offer("coupon-book", Version(1, 2), as: (any CouponBook).self) { CouponShelf(coupons) }
/// ```
///
/// The type is usually an existential of a protocol that both modules link from an interface package. The closure runs
/// once, when the first module takes the service, on that module's thread, and all are given what it made; where it
/// throws, it runs again for the next. It should be quick: others who take the service wait for it.
public struct Offer: Sendable {
    /// The name by which others take it.
    public let name: String
    /// The version of what it promises, not of the module.
    public let version: Version
    /// Where it was declared.
    public let location: SourceLocation
    /// The type as which it is offered, with its module's name.
    let type: String
    let make: @Sendable () throws -> any Sendable

    /// Offers what the closure makes, as a value of a type.
    public init<Value: Sendable>(
        _ name: String, _ version: Version, as type: Value.Type, fileID: String = #fileID, line: Int = #line,
        make: @escaping @Sendable () throws -> Value
    ) {
        self.name = name
        self.version = version
        self.type = String(reflecting: type)
        self.make = make
        location = SourceLocation(fileID: fileID, line: line)
    }
}

/// A service that can be taken, for lists and messages.
public struct ServiceDescription: Sendable, Equatable {
    /// The name by which it is taken.
    public let name: String
    /// The version of what it promises.
    public let version: Version
    /// The module that offers it, or whose adapter gives it.
    public let owner: String
    /// The type as which it is offered, with its module's name.
    public let type: String
    /// The module whose service an adapter makes it of, if one does.
    public let adaptedFrom: String?
}

extension ServiceDescription: CustomStringConvertible {
    /// `Coupons's coupon-book 1.2.0`.
    public var description: String { "\(owner)'s \(name) \(version)" }
}

/// Why a service was not handed out.
public enum ServiceError: Error, Sendable {
    /// What was written for the wanted versions is no range.
    case invalidRange(service: String, reason: VersionRangeError)
    /// Nobody offers a service of that name; `near` holds those that are offered under the nearest names.
    case missing(service: String, range: VersionRange, near: [ServiceDescription])
    /// It is offered, in other versions.
    case wrongVersion(service: String, range: VersionRange, found: [ServiceDescription])
    /// It is offered as another type than it was taken as; both are written with their modules' names.
    case wrongType(ServiceDescription, expected: String)
    /// The provider threw while it made the service.
    case providerFailed(ServiceDescription, reason: any Error)
    /// The service is taken while it is being made: each one needs the next, and the last one is the first again.
    case circle([ServiceDescription])
}

extension ServiceError: CustomStringConvertible {
    /// A sentence that says what happened and what to do.
    public var description: String {
        switch self {
        case .invalidRange(let service, let reason):
            "the service \(service) was not taken: \(reason)"
        case .missing(let service, let range, let near):
            "nobody offers the service \(service) \(range); "
                + (near.isEmpty
                    ? "install a module that does"
                    : "did you mean \(near.map(\.description).joined(separator: ", "))? Otherwise install a module that does")
        case .wrongVersion(let service, let range, let found):
            "the service \(service) is wanted in \(range), found \(found.map(\.description).joined(separator: ", ")); "
                + "take a version that there is, install another one of the module, or add an adapter"
        case .wrongType(let found, let expected):
            "\(found) is offered as \(found.type), and was taken as \(expected); "
                + Self.advice(found: found.type, expected: expected)
        case .providerFailed(let service, let reason):
            "\(service) could not be made: \(RequestError.words(reason))"
        case .circle(let services):
            "services need one another in a circle, \(services.map(\.description).joined(separator: " → ")); "
                + "have one take the other when it is used, not while it is made"
        }
    }

    /// One protocol that is compiled into two libraries is two protocols, which looks like no difference at all.
    private static func advice(found: String, expected: String) -> String {
        let (last, other) = (found.split(separator: ".").last, expected.split(separator: ".").last)
        guard last == other else { return "take it as the type that is offered, or add an adapter" }
        return "the names are equal and the types are not, because each library has its own copy: put the type into an "
            + "interface package with a dynamic product, and have both link it"
    }
}

/// Turns a service that somebody offers into one that somebody else wants, so that neither has to know the other.
///
/// ```swift
/// Adapter(
///     "coupon-book", "[1.0,2.0)", as: (any CouponBook).self, to: "vouchers", Version(1), as: (any Vouchers).self
/// ) { book in BookVouchers(book) }
/// ```
///
/// Any module may declare it. It is used where nobody offers the wanted service itself in the wanted versions, and takes
/// the highest version of its source that is offered. What an adapter gives is no source of another adapter. The closure
/// runs once for each source, when the result is first taken.
public struct Adapter: Sendable {
    /// The name of the service that it takes.
    public let source: String
    /// The versions of it that will do, as `VersionRange` reads them.
    public let range: String
    /// The name of the service that it gives.
    public let target: String
    /// The version of what it gives.
    public let version: Version
    /// Where it was declared.
    public let location: SourceLocation
    /// The type as which it gives its service, with its module's name.
    let type: String
    let make: @Sendable (InstalledService) throws -> any Sendable

    /// Gives what the closure makes of the source, which is taken as a value of its own type.
    public init<Source: Sendable, Target: Sendable>(
        _ source: String, _ range: String, as sourceType: Source.Type, to target: String, _ version: Version,
        as targetType: Target.Type, fileID: String = #fileID, line: Int = #line,
        make: @escaping @Sendable (Source) throws -> Target
    ) {
        self.source = source
        self.range = range
        self.target = target
        self.version = version
        type = String(reflecting: targetType)
        self.make = { try make(try $0.value(as: sourceType)) }
        location = SourceLocation(fileID: fileID, line: line)
    }
}
