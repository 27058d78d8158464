extension TransportError {
    /// What became of a transfer that failed, by its `CURLcode` and libcurl's own words.
    init(curl code: CInt, detail: String) {
        switch CurlCode(rawValue: code) {
        case .timedOut: self = .timedOut
        case let known?: self = .failed(reason: known.words(detail))
        case nil: self = .failed(reason: "the transfer failed (CURLcode \(code): \(detail.printable))")
        }
    }
}
