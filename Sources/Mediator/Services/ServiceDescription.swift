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
