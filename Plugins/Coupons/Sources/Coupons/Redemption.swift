/// The result of redeeming a coupon: the answer of `app://coupons/redeem`, and the value of the event
/// `coupons.redeemed`. Amounts are in yuan.
struct Redemption: Codable, Sendable, Equatable {
    let code: String
    let discount: Int
    /// The rent that remains to be paid.
    let payable: Int
}
