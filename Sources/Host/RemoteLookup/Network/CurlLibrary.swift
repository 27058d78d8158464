import CurlShim
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A handle of libcurl's, for one transfer (easy) or for all of them (multi).
typealias CurlHandle = UnsafeMutableRawPointer

/// The functions of libcurl, resolved at run time, so that the build needs no files of libcurl.
struct CurlLibrary: Sendable {
    typealias Message = UnsafeMutablePointer<CurlMessage>
    typealias List = UnsafeMutableRawPointer

    /// Called only through `CurlShim`, since its arguments are variadic.
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
    let multiRead: @convention(c) @Sendable (CurlHandle, UnsafeMutablePointer<CInt>) -> Message?
    let multiWakeUp: @convention(c) @Sendable (CurlHandle) -> CInt
    let listAppend: @convention(c) @Sendable (List?, UnsafePointer<CChar>) -> List?
    let listFree: @convention(c) @Sendable (List?) -> Void

    /// Opens libcurl and initialises it; it is never closed.
    init(path: String = "libcurl.so.4") throws(CurlLibraryError) {
        let symbols = try CurlSymbols(path: path)
        easySetOption = try symbols.function("curl_easy_setopt")
        easyGetInfo = try symbols.function("curl_easy_getinfo")
        multiSetOption = try symbols.function("curl_multi_setopt")
        easyInit = try symbols.function("curl_easy_init")
        easyCleanup = try symbols.function("curl_easy_cleanup")
        multiInit = try symbols.function("curl_multi_init")
        multiAdd = try symbols.function("curl_multi_add_handle")
        multiRemove = try symbols.function("curl_multi_remove_handle")
        multiPerform = try symbols.function("curl_multi_perform")
        multiPoll = try symbols.function("curl_multi_poll")
        multiRead = try symbols.function("curl_multi_info_read")
        multiWakeUp = try symbols.function("curl_multi_wakeup")
        listAppend = try symbols.function("curl_slist_append")
        listFree = try symbols.function("curl_slist_free_all")
        let setUp: @convention(c) (CLong) -> CInt = try symbols.function("curl_global_init")
        let everything = 3  // CURL_GLOBAL_ALL
        let code = setUp(everything)
        guard code == CurlCode.ok else { throw .notReady(code: code) }
    }
}

/// The reason why libcurl cannot be used.
enum CurlLibraryError: Error, Equatable {
    /// The system's loader did not open it.
    case notOpened(reason: String)
    /// The library lacks a function.
    case noFunction(String, found: String)
    /// The initialisation of libcurl failed; the number is a `CURLcode`.
    case notReady(code: CInt)
}

extension CurlLibraryError: CustomStringConvertible {
    /// A part of a sentence with the finding and the requirement.
    var description: String {
        switch self {
        case .notOpened(let reason): "\(PlainText.line(reason, limit: 200)) (install libcurl 7.68 or later)"
        case .noFunction(let name, let found):
            "\(PlainText.line(found, limit: 200)) has no function \(name) (install libcurl 7.68 or later)"
        case .notReady(let code): "libcurl could not be set up (CURLcode \(code))"
        }
    }
}

/// A system library whose functions are resolved by name.
struct CurlSymbols {
    private let handle: UnsafeMutableRawPointer
    private let path: String

    init(path: String) throws(CurlLibraryError) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw .notOpened(reason: dlerror().map { String(cString: $0) } ?? "\(path) was not opened")
        }
        self.handle = handle
        self.path = path
    }

    /// Returns a function by its name; the caller sets its type, which is the one in libcurl's documentation.
    func function<Function>(_ name: String) throws(CurlLibraryError) -> Function {
        guard let address = dlsym(handle, name) else { throw .noFunction(name, found: version) }
        return unsafeBitCast(address, to: Function.self)
    }

    /// The version, such as `libcurl/7.88.1 OpenSSL/3.0.19`, or the path if the library has none.
    private var version: String {
        guard let address = dlsym(handle, "curl_version") else { return path }
        let version = unsafeBitCast(address, to: (@convention(c) () -> UnsafePointer<CChar>).self)
        return String(cString: version())
    }
}

/// Options of an easy handle, numbered as in curl.h: the kind of value (0 `long`, 10000 pointer, 20000 function) and
/// the option's own number.
enum CurlOption: CInt {
    /// `CURLOPT_NOPROGRESS`
    case noProgress = 43
    /// `CURLOPT_NOBODY`
    case noBody = 44
    /// `CURLOPT_FOLLOWLOCATION`
    case followLocation = 52
    /// `CURLOPT_POSTFIELDSIZE`
    case bodySize = 60
    /// `CURLOPT_FRESH_CONNECT`
    case freshConnection = 74
    /// `CURLOPT_NOSIGNAL`
    case noSignal = 99
    /// `CURLOPT_TIMEOUT_MS`
    case timeoutMilliseconds = 155
    /// `CURLOPT_PROTOCOLS`, a mask of `CURLPROTO_…`
    case protocols = 181
    /// `CURLOPT_REDIR_PROTOCOLS`, a mask of `CURLPROTO_…`
    case redirectProtocols = 182
    /// `CURLOPT_HTTP09_ALLOWED`
    case allowsHTTP09 = 285
    /// `CURLOPT_QUICK_EXIT`, since 7.87
    case quickExit = 322
    /// `CURLOPT_WRITEDATA`
    case bodyContext = 10_001
    /// `CURLOPT_URL`
    case url = 10_002
    /// `CURLOPT_PROXY`
    case proxy = 10_004
    /// `CURLOPT_ERRORBUFFER`
    case errorText = 10_010
    /// `CURLOPT_USERAGENT`
    case userAgent = 10_018
    /// `CURLOPT_HTTPHEADER`, a list
    case headers = 10_023
    /// `CURLOPT_HEADERDATA`
    case headContext = 10_029
    /// `CURLOPT_CUSTOMREQUEST`
    case method = 10_036
    /// `CURLOPT_XFERINFODATA`
    case progressContext = 10_057
    /// `CURLOPT_COPYPOSTFIELDS`
    case copiedBody = 10_165
    /// `CURLOPT_PROTOCOLS_STR`, since 7.85
    case protocolNames = 10_318
    /// `CURLOPT_REDIR_PROTOCOLS_STR`, since 7.85
    case redirectProtocolNames = 10_319
    /// `CURLOPT_WRITEFUNCTION`
    case receiveBody = 20_011
    /// `CURLOPT_XFERINFOFUNCTION`
    case reportProgress = 20_219
    /// `CURLOPT_HEADERFUNCTION`
    case receiveHead = 20_079
    /// `CURLOPT_OPENSOCKETFUNCTION`
    case openSocket = 20_163
}
