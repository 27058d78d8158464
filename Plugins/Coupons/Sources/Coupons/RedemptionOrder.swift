/// Which coupon somebody wants to use for which rent. The body of `app://coupons/redeem`.
struct RedemptionOrder: Codable, Sendable, Equatable {
    let code: String
    /// In yuan.
    let rent: Int
}
