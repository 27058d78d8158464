/// What came of a coupon. The answer of `app://coupons/redeem`, and what the event `coupons.redeemed`
/// carries; amounts are in yuan.
struct Redemption: Codable, Sendable, Equatable {
    let code: String
    let discount: Int
    /// What is left to pay.
    let payable: Int
}
