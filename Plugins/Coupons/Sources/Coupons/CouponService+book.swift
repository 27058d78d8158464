import CouponInterface

extension CouponService: CouponBook {
    func discount(forRent rent: Int) -> Int {
        good.filter { rent >= $0.minimumRent }.map(\.discount).max() ?? 0
    }
}
