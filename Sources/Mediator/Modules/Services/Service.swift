/// An offer of an object to other modules, by name and version.
///
/// ```swift
/// Offer("coupon-book", Version(1, 2), as: (any CouponBook).self) { CouponShelf(coupons) }
/// ```
///
/// The type is usually an existential of a protocol that both modules link from an interface package. The closure runs
/// once, when the first module takes the service, on that module's thread, and all modules get its result; if it
/// throws, it runs again for the next module. It should be quick, since other modules that take the service wait for
/// it.
public struct Offer: Sendable {
    /// The name of the service.
    public let name: String
    /// The version of the service's contract, not of the module.
    public let version: Version
    /// The place of the declaration.
    public let location: DeclarationSite
    /// The type of the offer, with its module's name.
    let type: String
    let make: @Sendable () throws -> any Sendable

    /// Offers the result of the closure, as a value of a type.
    public init<Value: Sendable>(
        _ name: String, _ version: Version, as type: Value.Type, fileID: String = #fileID, line: Int = #line,
        make: @escaping @Sendable () throws -> Value
    ) {
        self.name = name
        self.version = version
        self.type = String(reflecting: type)
        self.make = make
        location = DeclarationSite(fileID: fileID, line: line)
    }
}

extension Offer {
    /// Offers the result of a closure, as a type of which only the name is known.
    init(
        _ name: String, _ version: Version, type: String, location: DeclarationSite,
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
    /// The module of the offer or of the adapter.
    public let owner: String
    /// The type of the offer, with its module's name.
    public let type: String
    /// The module of the service that an adapter converts, if one does.
    public let adaptedFrom: String?
}

extension ServiceDescription: CustomStringConvertible {
    /// `Coupons's coupon-book 1.2.0`.
    public var description: String { "\(owner)'s \(name) \(version)" }
}

/// A conversion of an offered service into a wanted one, so that neither module has to know the other.
///
/// ```swift
/// Adapter(
///     "coupon-book", "[1.0,2.0)", as: (any CouponBook).self, to: "vouchers", Version(1), as: (any Vouchers).self
/// ) { book in BookVouchers(book) }
/// ```
///
/// Any module may declare it. It applies if no module offers the wanted service itself in the wanted versions, and it
/// takes the highest offered version of its source. The result of an adapter is no source of another adapter. The
/// closure runs once for each source, when the result is first taken.
public struct Adapter: Sendable {
    /// The name of the source service.
    public let source: String
    /// The suitable versions of the source, in the notation of `VersionRange`.
    public let range: String
    /// The name of the resulting service.
    public let target: String
    /// The version of the resulting service.
    public let version: Version
    /// The place of the declaration.
    public let location: DeclarationSite
    /// The type of the resulting service, with its module's name.
    let type: String
    let make: @Sendable (InstalledService) throws -> any Sendable

    /// Converts the source with the closure, which takes a value of its own type.
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
        location = DeclarationSite(fileID: fileID, line: line)
    }
}

extension Adapter {
    /// Converts the source with a closure into a type of which only the name is known.
    init(
        _ source: String, _ range: String, to target: String, _ version: Version, type: String,
        location: DeclarationSite, make: @escaping @Sendable (InstalledService) throws -> any Sendable
    ) {
        (self.source, self.range, self.target, self.version) = (source, range, target, version)
        (self.type, self.location, self.make) = (type, location, make)
    }
}
