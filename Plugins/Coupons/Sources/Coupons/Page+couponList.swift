import ModuleKit

extension Page {
    /// Returns the page with a link for each coupon.
    static func couponList(_ coupons: [Coupon]) -> Page {
        Page("Coupons") {
            for coupon in coupons {
                Link("\(coupon.title): ¥\(coupon.discount) off", to: coupon.url)
            }
        }
    }
}
