/// Why there is no home to show.
enum HomeError: Error, Equatable {
    /// No home has this number.
    case unknown(Int)
}

extension HomeError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknown(let id): "there is no home \(id); choose one from app://rent/list"
        }
    }
}
