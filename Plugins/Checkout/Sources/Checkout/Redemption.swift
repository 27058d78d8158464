import ModuleKit

/// The part of the event `coupons.redeemed` that this module uses.
struct Redemption: Codable, Sendable {
    /// In yuan.
    let discount: Int
}

extension Event<Redemption> {
    /// A coupon was redeemed.
    static var redeemed: Event<Redemption> { "coupons.redeemed" }
}
