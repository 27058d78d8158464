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
