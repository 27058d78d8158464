/// Why a library is of no use.
enum DynamicLibraryError: Error, Sendable, Equatable {
    /// The system's loader refused it, such as for a symbol that the SDK does not have.
    case notOpened(reason: String)
    case noSymbol(String)
}

extension DynamicLibraryError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notOpened(let reason): "it was not opened: \(reason); build it against this host's SDK"
        case .noSymbol(let symbol): "\(symbol) is not in it after loading; export it"
        }
    }
}
