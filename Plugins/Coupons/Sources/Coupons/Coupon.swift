import ModuleKit

/// A coupon with a discount on one month's rent; amounts are in yuan.
struct Coupon: Sendable, Equatable {
    /// In capitals.
    let code: String
    let title: String
    let discount: Int
    /// The minimum rent for which the coupon can be used.
    let minimumRent: Int
}

extension Coupon {
    var url: RouteURL { "app://coupons/\(code)" }

    /// The coupons of the demonstration.
    static let demonstration = [
        Coupon(code: "NEST300", title: "新居礼券", discount: 300, minimumRent: 3000),
        Coupon(code: "SPRING500", title: "春季优惠", discount: 500, minimumRent: 6000),
        Coupon(code: "LONGSTAY", title: "A year or more", discount: 1200, minimumRent: 9000),
    ]
}
