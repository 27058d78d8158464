import ModuleKit

/// What is used here of the event `coupons.redeemed`.
struct Redemption: Codable, Sendable {
    /// In yuan.
    let discount: Int
}

extension Event<Redemption> {
    /// A coupon was redeemed.
    static var redeemed: Event<Redemption> { "coupons.redeemed" }
}
