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
