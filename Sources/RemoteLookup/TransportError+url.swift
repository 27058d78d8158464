import Foundation

extension TransportError {
    /// Says an error of `URLSession` in words of its own: `localizedDescription` names a domain and a number on Linux.
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .failed(reason: "the transfer failed (\(String(describing: error)))")
            return
        }
        self = error.code == .cancelled ? .cancelled : .failed(reason: Self.words(for: error.code))
    }

    /// What these codes mean is what was seen with libcurl below: a transfer that breaks off is `unknown`, and an
    /// answer that is not HTTP is `unsupportedURL`.
    private static func words(for code: URLError.Code) -> String {
        switch code {
        case .cannotConnectToHost: "nothing accepts connections there"
        case .cannotFindHost, .dnsLookupFailed: "its host is not known"
        case .notConnectedToInternet: "there is no network"
        case .badServerResponse: "it closed the connection without an answer"
        case .networkConnectionLost, .unknown: "its answer broke off or is garbled"
        case .unsupportedURL, .cannotParseResponse: "what it sent is not valid HTTP"
        case .timedOut: "it gave no sign of life"
        case .secureConnectionFailed: "no secure connection could be made"
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            "its certificate is not trusted"
        default: "the transfer failed (URLError \(code.rawValue))"
        }
    }
}
