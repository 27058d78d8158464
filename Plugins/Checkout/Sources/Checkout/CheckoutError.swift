/// The reason why there is nothing to pay.
enum CheckoutError: Error, Equatable {
    /// No home has this number.
    case unknownHome(Int)
}

extension CheckoutError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownHome(let id): "there is no home \(id); choose one from app://rent/list"
        }
    }
}
