import ModuleKit

extension Page {
    /// Returns the page of one coupon, with its state.
    static func coupon(_ coupon: Coupon, isRedeemed: Bool) -> Page {
        Page(coupon.title) {
            Field("Code", coupon.code)
            Field("Off", "¥\(coupon.discount)")
            Field("For a rent from", "¥\(coupon.minimumRent)")
            Field("State", isRedeemed ? "redeemed" : "good")
            Link("All coupons", to: "app://coupons/list")
        }
    }
}
