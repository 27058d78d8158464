/// The name of a service, its type, and the version of its contract with which the module was built.
///
/// ```swift
/// extension ServiceKey<any CouponBook> {
///     public static var couponBook: ServiceKey<any CouponBook> { ServiceKey("coupon-book", "1.2") }
/// }
/// ```
///
/// The type is usually a protocol existential. An interface package declares the protocol and the key, and all modules
/// that offer or take the service link the package.
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

    /// The versions that a module with this key accepts: this version and later versions with the same major number.
    public var versions: Range<Version> { version..<Version(version.major + 1) }
}

/// An offer of an object to other modules.
///
/// ```swift
/// Offer(.couponBook) { CouponShelf(coupons) }
/// ```
///
/// The closure runs once, on the thread of the first module that takes the service, and all modules get its result. If
/// the closure throws, it runs again for the next module. It should be quick, because other modules may wait.
public struct Offer: Sendable {
    /// The name of the service.
    public let name: String
    /// The version of the service's contract, not of the module.
    public let version: Version
    /// The location of the declaration in the source code.
    public let location: DeclarationSite
    /// The name of the offered type, including its module.
    @_spi(Host) public let type: String
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
        location = DeclarationSite(fileID: fileID, line: line)
    }
}

extension Offer {
    /// Offers the result of a closure as a type that is known only by name.
    @_spi(Host) public init(
        _ name: String, _ version: Version, type: String, location: DeclarationSite,
        make: @escaping @Sendable () throws -> any Sendable
    ) {
        (self.name, self.version, self.type, self.location, self.make) = (name, version, type, location, make)
    }
}

/// An offered service, for lists, messages and manifests.
@_spi(Host) public struct ServiceDescription: Sendable, Equatable, Codable {
    /// The name of the service.
    public let name: String
    /// The version of the service's contract.
    public let version: Version
    /// The module that offers the service.
    public let owner: String
    /// The name of the offered type, including its module.
    public let type: String
    let location: DeclarationSite

    init(_ offer: Offer, owner: String) {
        name = offer.name
        version = offer.version
        self.owner = owner
        type = offer.type
        location = offer.location
    }
}

@_spi(Host) extension ServiceDescription: CustomStringConvertible {
    /// `Coupons's coupon-book 1.2.0`.
    public var description: String { "\(owner)'s \(name) \(version)" }
}
