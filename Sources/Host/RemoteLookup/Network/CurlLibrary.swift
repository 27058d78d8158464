import CurlShim
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A handle of libcurl, for one transfer (easy) or for all transfers (multi).
typealias CurlHandle = UnsafeMutableRawPointer

/// The functions of libcurl, resolved at run time, so that the build does not need files of libcurl.
struct CurlLibrary: Sendable {
    typealias List = UnsafeMutableRawPointer

    /// This function and the next two are called only through `CurlShim`, since their arguments are variadic.
    let easySetOption: @convention(c) @Sendable () -> Void
    let easyGetInfo: @convention(c) @Sendable () -> Void
    let multiSetOption: @convention(c) @Sendable () -> Void

    let easyInit: @convention(c) @Sendable () -> CurlHandle?
    let easyCleanup: @convention(c) @Sendable (CurlHandle) -> Void
    let multiInit: @convention(c) @Sendable () -> CurlHandle?
    let multiAdd: @convention(c) @Sendable (CurlHandle, CurlHandle) -> CInt
    let multiRemove: @convention(c) @Sendable (CurlHandle, CurlHandle) -> CInt
    let multiPerform: @convention(c) @Sendable (CurlHandle, UnsafeMutablePointer<CInt>) -> CInt
    let multiPoll:
        @convention(c) @Sendable (
            CurlHandle, UnsafeMutableRawPointer?, CUnsignedInt, CInt, UnsafeMutablePointer<CInt>?
        ) -> CInt
    let multiRead:
        @convention(c) @Sendable (CurlHandle, UnsafeMutablePointer<CInt>) -> UnsafeMutablePointer<CurlMessage>?
    let multiWakeUp: @convention(c) @Sendable (CurlHandle) -> CInt
    let listAppend: @convention(c) @Sendable (List?, UnsafePointer<CChar>) -> List?
    let listFree: @convention(c) @Sendable (List?) -> Void

    /// Opens libcurl and initialises it; it is never closed.
    init(path: String = "libcurl.so.4") throws(TransportError) {
        let library: DynamicLibrary
        do {
            library = try DynamicLibrary(path: path)
        } catch {
            let reason = if case .notOpened(let reason) = error { reason } else { "\(error)" }
            throw .failed(reason: PlainText.line(reason, limit: 200) + Self.remedy)
        }
        // The type of each function is taken from libcurl's documentation.
        func function<Function>(_ name: String) throws(TransportError) -> Function {
            if let function: Function = try? library.function(name) { return function }
            let found = PlainText.line(Self.version(of: library) ?? path, limit: 200)
            throw .failed(reason: "\(found) has no function \(name)\(Self.remedy)")
        }
        easySetOption = try function("curl_easy_setopt")
        easyGetInfo = try function("curl_easy_getinfo")
        multiSetOption = try function("curl_multi_setopt")
        easyInit = try function("curl_easy_init")
        easyCleanup = try function("curl_easy_cleanup")
        multiInit = try function("curl_multi_init")
        multiAdd = try function("curl_multi_add_handle")
        multiRemove = try function("curl_multi_remove_handle")
        multiPerform = try function("curl_multi_perform")
        multiPoll = try function("curl_multi_poll")
        multiRead = try function("curl_multi_info_read")
        multiWakeUp = try function("curl_multi_wakeup")
        listAppend = try function("curl_slist_append")
        listFree = try function("curl_slist_free_all")
        let setUp: @convention(c) (CLong) -> CInt = try function("curl_global_init")
        let everything = 3  // CURL_GLOBAL_ALL
        let code = setUp(everything)
        guard code == CurlCode.ok else { throw .failed(reason: "libcurl could not be set up (CURLcode \(code))") }
    }

    private static let remedy = " (install libcurl 7.68 or later)"

    /// Returns the version, such as `libcurl/7.88.1 OpenSSL/3.0.19`.
    private static func version(of library: DynamicLibrary) -> String? {
        let version: (@convention(c) () -> UnsafePointer<CChar>)? = try? library.function("curl_version")
        return version.map { String(cString: $0()) }
    }
}

/// Options of an easy handle, numbered as in curl.h: the kind of value (0 `long`, 10000 pointer, 20000 function) plus
/// the option's number.
enum CurlOption: CInt {
    case noProgress = 43  // `CURLOPT_NOPROGRESS`
    case noBody = 44  // `CURLOPT_NOBODY`
    case followLocation = 52  // `CURLOPT_FOLLOWLOCATION`
    case bodySize = 60  // `CURLOPT_POSTFIELDSIZE`
    case freshConnection = 74  // `CURLOPT_FRESH_CONNECT`
    case noSignal = 99  // `CURLOPT_NOSIGNAL`
    case timeoutMilliseconds = 155  // `CURLOPT_TIMEOUT_MS`
    case protocols = 181  // `CURLOPT_PROTOCOLS`, a mask of `CURLPROTO_…`
    case redirectProtocols = 182  // `CURLOPT_REDIR_PROTOCOLS`, a mask of `CURLPROTO_…`
    case allowsHTTP09 = 285  // `CURLOPT_HTTP09_ALLOWED`
    case quickExit = 322  // `CURLOPT_QUICK_EXIT`, since 7.87
    case bodyContext = 10_001  // `CURLOPT_WRITEDATA`
    case url = 10_002  // `CURLOPT_URL`
    case proxy = 10_004  // `CURLOPT_PROXY`
    case errorText = 10_010  // `CURLOPT_ERRORBUFFER`
    case userAgent = 10_018  // `CURLOPT_USERAGENT`
    case headers = 10_023  // `CURLOPT_HTTPHEADER`, a list
    case headContext = 10_029  // `CURLOPT_HEADERDATA`
    case method = 10_036  // `CURLOPT_CUSTOMREQUEST`
    case acceptedEncodings = 10_102  // `CURLOPT_ACCEPT_ENCODING`, whose encodings libcurl decodes
    case progressContext = 10_057  // `CURLOPT_XFERINFODATA`
    case copiedBody = 10_165  // `CURLOPT_COPYPOSTFIELDS`
    case protocolNames = 10_318  // `CURLOPT_PROTOCOLS_STR`, since 7.85
    case redirectProtocolNames = 10_319  // `CURLOPT_REDIR_PROTOCOLS_STR`, since 7.85
    case receiveBody = 20_011  // `CURLOPT_WRITEFUNCTION`
    case reportProgress = 20_219  // `CURLOPT_XFERINFOFUNCTION`
    case receiveHead = 20_079  // `CURLOPT_HEADERFUNCTION`
    case openSocket = 20_163  // `CURLOPT_OPENSOCKETFUNCTION`
}
