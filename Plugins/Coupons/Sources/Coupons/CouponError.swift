/// The reason why a coupon cannot be shown or redeemed.
enum CouponError: Error, Equatable {
    /// No coupon has this code; `known` holds the existing codes.
    case unknown(String, known: [String])
    /// The coupon was already redeemed.
    case alreadyRedeemed(String)
    /// The rent is too low for the coupon.
    case rentTooLow(code: String, found: Int, minimum: Int)
}

extension CouponError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknown(let code, let known):
            "there is no coupon \"\(code)\"; use one of: \(known.joined(separator: ", "))"
        case .alreadyRedeemed(let code):
            "coupon \(code) was redeemed before; choose another from app://coupons/list"
        case .rentTooLow(let code, let found, let minimum):
            "coupon \(code) is for a rent of ¥\(minimum) or more, found ¥\(found); "
                + "choose another from app://coupons/list"
        }
    }
}
