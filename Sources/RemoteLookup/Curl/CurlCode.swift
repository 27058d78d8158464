/// Why a transfer failed: those values of `CURLcode` in curl.h that have words of their own.
enum CurlCode: CInt {
    /// `CURLE_OK`, which is no failure
    static let ok: CInt = 0

    /// `CURLE_UNSUPPORTED_PROTOCOL`, which an answer without a head (HTTP/0.9) is too
    case unsupportedProtocol = 1
    /// `CURLE_URL_MALFORMAT`
    case malformedURL = 3
    /// `CURLE_COULDNT_RESOLVE_HOST`
    case hostNotResolved = 6
    /// `CURLE_COULDNT_CONNECT`
    case notConnected = 7
    /// `CURLE_WEIRD_SERVER_REPLY`
    case weirdReply = 8
    /// `CURLE_HTTP2`
    case http2 = 16
    /// `CURLE_PARTIAL_FILE`
    case partialBody = 18
    /// `CURLE_OUT_OF_MEMORY`, which a line of a head over 100 KB is too before 8.6
    case outOfMemory = 27
    /// `CURLE_OPERATION_TIMEDOUT`
    case timedOut = 28
    /// `CURLE_SSL_CONNECT_ERROR`
    case noSecureConnection = 35
    /// `CURLE_BAD_FUNCTION_ARGUMENT`, which a field that goes on with nothing before it is too
    case badArgument = 43
    /// `CURLE_GOT_NOTHING`
    case gotNothing = 52
    /// `CURLE_SEND_ERROR`
    case sendFailed = 55
    /// `CURLE_RECV_ERROR`
    case receiveFailed = 56
    /// `CURLE_PEER_FAILED_VERIFICATION`
    case certificateNotTrusted = 60
    /// `CURLE_BAD_CONTENT_ENCODING`
    case unknownEncoding = 61
    /// `CURLE_SSL_CACERT_BADFILE`
    case noCertificates = 77
    /// `CURLE_HTTP2_STREAM`
    case http2Stream = 92
    /// `CURLE_TOO_LARGE`, since 8.6
    case tooLarge = 100
}

extension CurlCode {
    /// The reason for a message, as a part of a sentence; what libcurl itself says is added where it tells more.
    func words(_ detail: String = "") -> String {
        let more = detail.isEmpty ? "" : " (\(detail.printable))"
        return switch self {
        case .unsupportedProtocol, .weirdReply, .badArgument: "what it sent is not valid HTTP"
        case .malformedURL: "its address cannot carry the question"
        case .hostNotResolved: "its host is not known"
        case .notConnected: "nothing accepts connections there"
        case .gotNothing: "it closed the connection without an answer"
        case .http2, .partialBody, .sendFailed, .receiveFailed, .http2Stream: "its answer broke off or is garbled"
        case .outOfMemory, .tooLarge: "its header lines are longer than \(HTTPHead.byteLimit) bytes"
        case .unknownEncoding: "its answer is encoded in a way that was not asked for"
        case .noSecureConnection: "no secure connection could be made" + more
        case .certificateNotTrusted: "its certificate is not trusted" + more
        case .noCertificates: "the certificates to trust cannot be read" + more
        case .timedOut: "it took too long"
        }
    }
}
