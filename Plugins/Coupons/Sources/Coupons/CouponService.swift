/// The coupons of the business, and the coupons that were used since the module started.
actor CouponService {
    /// All coupons, in the order of the list.
    let all: [Coupon]
    private var redeemed: Set<String> = []

    init(coupons: [Coupon] = Coupon.demonstration) { all = coupons }

    /// Returns the coupon with a code, compared without case.
    func coupon(_ code: String) throws(CouponError) -> Coupon {
        guard let coupon = all.first(where: { $0.code == code.uppercased() }) else {
            throw .unknown(code, known: all.map(\.code))
        }
        return coupon
    }

    /// The coupons that are not used yet.
    var good: [Coupon] { all.filter { !isRedeemed($0) } }

    func isRedeemed(_ coupon: Coupon) -> Bool { redeemed.contains(coupon.code) }

    /// Uses a coupon; a refused order leaves it unused.
    func redeem(_ order: RedemptionOrder) throws(CouponError) -> Redemption {
        let coupon = try coupon(order.code)
        guard order.rent >= coupon.minimumRent else {
            throw .rentTooLow(code: coupon.code, found: order.rent, minimum: coupon.minimumRent)
        }
        guard redeemed.insert(coupon.code).inserted else { throw .alreadyRedeemed(coupon.code) }
        return Redemption(code: coupon.code, discount: coupon.discount, payable: order.rent - coupon.discount)
    }
}
