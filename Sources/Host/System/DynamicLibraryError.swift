/// Why a library is of no use.
enum DynamicLibraryError: Error, Sendable, Equatable {
    /// The system's loader refused it, such as for a symbol that the SDK does not have.
    case notOpened(reason: String)
    case noSymbol(String)
}

extension DynamicLibraryError: CustomStringConvertible {
    var description: String {
        switch self {
        case .notOpened(let reason): "it was not opened: \(reason)"
        case .noSymbol(let symbol): "\(symbol) is not in it after loading"
        }
    }

    /// The library that it needs and that nobody found, as glibc's loader says it (ld.so(8)).
    var missing: Substring? {
        guard case .notOpened(let reason) = self, reason.contains(": cannot open shared object file") else {
            return nil
        }
        return reason.prefix { $0 != ":" }
    }

    /// What the person can do.
    var remedy: String {
        if let missing { return "put \(missing) beside it, or install it where the system finds it" }
        return if case .noSymbol = self { "export it" } else { "build it against this host's SDK" }
    }
}
