/// The coupons that reduce a rent, for modules that compute prices.
///
/// A module takes it as `context.service("coupon-book", "[1.0,2.0)", as: (any CouponBook).self)`.
public protocol CouponBook: Sendable {
    /// Returns the largest discount of an unused coupon on a month's rent, in yuan; 0 if no coupon applies.
    func discount(forRent rent: Int) async -> Int
}
