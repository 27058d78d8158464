/// Why libcurl is of no use.
enum CurlLibraryError: Error, Equatable {
    /// The system's loader did not open it.
    case notOpened(reason: String)
    /// It has no such function.
    case noFunction(String, found: String)
    /// It could not set itself up; the number is a `CURLcode`.
    case notReady(code: CInt)
}

extension CurlLibraryError: CustomStringConvertible {
    /// A part of a sentence that says what was found and what is needed.
    var description: String {
        switch self {
        case .notOpened(let reason): "\(reason.printable) (install libcurl 7.68 or later)"
        case .noFunction(let name, let found):
            "\(found.printable) has no function \(name) (install libcurl 7.68 or later)"
        case .notReady(let code): "libcurl could not be set up (CURLcode \(code))"
        }
    }
}
