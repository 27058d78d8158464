import CurlShim
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The libcurl handle of one transfer, with the memory that libcurl borrows; only one thread may use it.
final class CurlEasy {
    let handle: CurlHandle
    private let library: CurlLibrary
    private let errorBytes: UnsafeMutablePointer<CChar>
    private var headers: CurlLibrary.List?

    init(_ library: CurlLibrary) throws(TransportError) {
        guard let handle = library.easyInit() else { throw .failed(reason: "libcurl could not create a handle") }
        self.handle = handle
        self.library = library
        let size = 256  // CURL_ERROR_SIZE
        errorBytes = .allocate(capacity: size)
        errorBytes.initialize(repeating: 0, count: size)
        try set(.errorText, to: errorBytes)
    }

    deinit {
        library.easyCleanup(handle)
        library.listFree(headers)
        errorBytes.deallocate()
    }

    var status: Int {
        let responseCode: CInt = 0x200002  // CURLINFO_RESPONSE_CODE
        var status = 0
        return curl_shim_get_long(library.easyGetInfo, handle, responseCode, &status) == 0 ? status : 0
    }

    var errorText: String { String(cString: errorBytes) }

    func set(_ option: CurlOption, to value: Int) throws(TransportError) {
        try check(option, curl_shim_set_long(library.easySetOption, handle, option.rawValue, value))
    }

    /// Sets an option to a pointer. libcurl copies texts and bodies; it keeps any other pointer.
    func set(_ option: CurlOption, to value: UnsafeRawPointer) throws(TransportError) {
        try check(option, curl_shim_set_pointer(library.easySetOption, handle, option.rawValue, value))
    }

    func set(_ option: CurlOption, to value: CurlReceiver) throws(TransportError) {
        try check(option, curl_shim_set_receiver(library.easySetOption, handle, option.rawValue, value))
    }

    func set(_ option: CurlOption, to value: CurlSocketOpener) throws(TransportError) {
        try check(option, curl_shim_set_opener(library.easySetOption, handle, option.rawValue, value))
    }

    func set(_ option: CurlOption, to value: CurlProgressReporter) throws(TransportError) {
        try check(option, curl_shim_set_reporter(library.easySetOption, handle, option.rawValue, value))
    }

    func send(header: String) throws(TransportError) {
        guard let list = library.listAppend(headers, header) else { throw .failed(reason: "libcurl is out of memory") }
        headers = list
        try set(.headers, to: list)
    }

    private func check(_ option: CurlOption, _ code: CInt) throws(TransportError) {
        guard code == CurlCode.ok else {
            throw .failed(reason: "libcurl refuses the option \(option.rawValue) (CURLcode \(code))")
        }
    }

    /// Prepares the request of a transfer without implicit settings: no proxy from the environment and no redirects. By
    /// default, libcurl checks certificates and uses neither cookies nor `.netrc`.
    func setRequest(_ transfer: Transfer) throws(TransportError) {
        try set(.url, to: transfer.request.address)
        try set(.userAgent, to: "switchboard/\(Contract.sdkVersion)")
        try send(header: "Accept: \(transfer.request.accept)")
        try set(.acceptedEncodings, to: "gzip, deflate")
        // A range of an encoded body could not be decoded.
        if transfer.request["range"] != nil { try send(header: "Accept-Encoding: identity") }
        for header in transfer.request.headers { try send(header: "\(header.name): \(header.value)") }
        try setMethod(transfer.request)
        try set(.proxy, to: "")
        try set(.followLocation, to: 0)
        try set(.allowsHTTP09, to: 0)
        try set(.timeoutMilliseconds, to: transfer.deadline.wholeMilliseconds)
        try setProtocols()
        try setConduct()
    }

    /// Sets the method and the body. libcurl copies the body, because it may have to send the body again on another
    /// connection.
    private func setMethod(_ request: HTTPRequest) throws(TransportError) {
        guard request.method != .get else { return }
        guard request.method.carriesBody else { return try set(.noBody, to: 1) }
        // If libcurl reused a connection and the connection ended without an answer, libcurl would send the request
        // again.
        if !request.method.isIdempotent { try set(.freshConnection, to: 1) }
        let bytes = request.body?.bytes ?? []
        if request.body != nil || request.method != .delete {
            try set(.bodySize, to: bytes.count)
            if bytes.isEmpty { try set(.copiedBody, to: "") } else { try set(.copiedBody, to: bytes) }
            try send(header: "Content-Type:" + (request.body.map { " \($0.mediaType)" } ?? ""))
            // Otherwise, libcurl would not send a large body until the server requests it (status 100). Some servers
            // never do.
            try send(header: "Expect:")
        }
        try set(.method, to: request.method.rawValue)
    }

    private func setProtocols() throws(TransportError) {
        do {
            try set(.protocolNames, to: "http,https")
            try set(.redirectProtocolNames, to: "http,https")
        } catch {
            let both = 0b11  // CURLPROTO_HTTP | CURLPROTO_HTTPS
            try set(.protocols, to: both)
            try set(.redirectProtocols, to: both)
        }
    }

    private func setConduct() throws(TransportError) {
        try set(.noSignal, to: 1)
        try set(.openSocket) { _, _, address in
            guard let address = address?.pointee else { return -1 }
            // A child of the process must not keep a connection open.
            return socket(address.family, address.type | CInt(SOCK_CLOEXEC.rawValue), address.protocol)
        }
        // Without this option (libcurl before 7.87), the slow name resolution of an abandoned transfer may delay all
        // transfers.
        try? set(.quickExit, to: 1)
    }
}

extension Duration {
    /// The time in milliseconds, rounded up, from 1 to the maximum of an `int`.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let limit = Int64(CInt.max)
        return Int(min(max(min(seconds, limit / 1000) * 1000 + fraction, 1), limit))
    }
}

/// The cause of a failed transfer: the values of `CURLcode` in curl.h for which the host has a text.
enum CurlCode: CInt {
    /// `CURLE_OK`, which is not a failure
    static let ok: CInt = 0

    case unsupportedProtocol = 1  // `CURLE_UNSUPPORTED_PROTOCOL`, also for an answer without a head (HTTP/0.9)
    case malformedURL = 3  // `CURLE_URL_MALFORMAT`
    case hostNotResolved = 6  // `CURLE_COULDNT_RESOLVE_HOST`
    case notConnected = 7  // `CURLE_COULDNT_CONNECT`
    case weirdReply = 8  // `CURLE_WEIRD_SERVER_REPLY`
    case http2 = 16  // `CURLE_HTTP2`
    case partialBody = 18  // `CURLE_PARTIAL_FILE`
    case undecoded = 23  // `CURLE_WRITE_ERROR`, for bytes after the end of a body in gzip
    case outOfMemory = 27  // `CURLE_OUT_OF_MEMORY`, before 8.6 also for a line of a head over 100 KB
    case timedOut = 28  // `CURLE_OPERATION_TIMEDOUT`
    case noSecureConnection = 35  // `CURLE_SSL_CONNECT_ERROR`
    case badArgument = 43  // `CURLE_BAD_FUNCTION_ARGUMENT`, also for a field that continues without one before it
    case gotNothing = 52  // `CURLE_GOT_NOTHING`
    case sendFailed = 55  // `CURLE_SEND_ERROR`
    case receiveFailed = 56  // `CURLE_RECV_ERROR`
    case certificateNotTrusted = 60  // `CURLE_PEER_FAILED_VERIFICATION`
    case unknownEncoding = 61  // `CURLE_BAD_CONTENT_ENCODING`
    case noCertificates = 77  // `CURLE_SSL_CACERT_BADFILE`
    case http2Stream = 92  // `CURLE_HTTP2_STREAM`
    case tooLarge = 100  // `CURLE_TOO_LARGE`, since 8.6

    /// Returns the cause as a part of a sentence, with libcurl's text `detail` if that text adds information.
    func words(_ detail: String = "") -> String {
        let more = detail.isEmpty ? "" : " (\(PlainText.line(detail, limit: 200)))"
        return switch self {
        case .unsupportedProtocol, .weirdReply, .badArgument: "its answer is not valid HTTP"
        case .malformedURL: "its address with the question is not a valid URL"
        case .hostNotResolved: "its host is not known"
        case .notConnected: "nothing accepts connections there"
        case .gotNothing: "it closed the connection without an answer"
        case .http2, .partialBody, .sendFailed, .receiveFailed, .http2Stream: "its answer broke off or is garbled"
        case .outOfMemory, .tooLarge: "its header lines are longer than \(HTTPHead.byteLimit) bytes"
        case .unknownEncoding, .undecoded: "its answer is damaged, or its encoding is not gzip or deflate"
        case .noSecureConnection: "no secure connection could be made" + more
        case .certificateNotTrusted: "its certificate is not trusted" + more
        case .noCertificates: "the certificates to trust cannot be read" + more
        case .timedOut: "it took too long"
        }
    }
}

extension TransportError {
    /// Creates the error of a failed transfer from its `CURLcode` and libcurl's text.
    init(curl code: CInt, detail: String) {
        switch CurlCode(rawValue: code) {
        case .timedOut: self = .timedOut
        case let known?: self = .failed(reason: known.words(detail))
        case nil:
            self = .failed(reason: "the transfer failed (CURLcode \(code): \(PlainText.line(detail, limit: 200)))")
        }
    }
}
