public import ModuleKit

/// The coupons that reduce a rent, for modules that compute prices.
public protocol CouponBook: Sendable {
    /// Returns the largest discount of an unused coupon on a month's rent, in yuan; 0 if no coupon applies.
    func discount(forRent rent: Int) async -> Int
}

extension ServiceKey<any CouponBook> {
    /// The service of the module Coupons: `context.service(.couponBook)`.
    public static var couponBook: ServiceKey<any CouponBook> { ServiceKey("coupon-book", "1.0") }
}
