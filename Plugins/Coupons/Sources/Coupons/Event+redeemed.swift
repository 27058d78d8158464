import ModuleKit

extension Event<Redemption> {
    /// A coupon was redeemed.
    static var redeemed: Event<Redemption> { "coupons.redeemed" }
}
