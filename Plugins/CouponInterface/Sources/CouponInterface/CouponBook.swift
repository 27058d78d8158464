/// The coupons that take something off a rent, for whoever works out what is to be paid.
///
/// A module takes it as `context.service("coupon-book", "[1.0,2.0)", as: (any CouponBook).self)`.
public protocol CouponBook: Sendable {
    /// The most that a coupon which is not used yet takes off a month's rent, in yuan; 0 where none is good for it.
    func discount(forRent rent: Int) async -> Int
}
