/// The reason why a bill cannot be shown.
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
