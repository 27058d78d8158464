/// The coupon to redeem, and the rent to apply it to; the body of `app://coupons/redeem`.
struct RedemptionOrder: Codable, Sendable, Equatable {
    let code: String
    /// In yuan.
    let rent: Int
}
