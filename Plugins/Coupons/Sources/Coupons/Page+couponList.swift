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

    /// Returns the page on which the user redeems a coupon for a rent; the page is dismissed with the redemption.
    static func couponChoice(_ coupons: [Coupon], rent: Int) -> Page {
        let fitting = coupons.filter { rent >= $0.minimumRent }
        return Page("Redeem a coupon") {
            if fitting.isEmpty { "There is no coupon for a rent of ¥\(rent); go `back`." }
            for coupon in fitting {
                Action(
                    "\(coupon.title): ¥\(coupon.discount) off",
                    calling: "app://coupons/redeem?code=\(coupon.code)&rent=\(rent)",
                    then: .dismiss)
            }
        }
    }
}
