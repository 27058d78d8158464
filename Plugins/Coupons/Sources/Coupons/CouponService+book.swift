import CouponInterface

extension CouponService: CouponBook {
    func discount(forRent rent: Int) -> Int {
        all.filter { !isRedeemed($0) && rent >= $0.minimumRent }.map(\.discount).max() ?? 0
    }
}
