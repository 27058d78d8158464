import CurlShim
import Glibc

/// A handle of libcurl's, for one transfer (easy) or for all of them (multi).
typealias CurlHandle = UnsafeMutableRawPointer

/// The functions of libcurl, found while the program runs, so that building it needs none of libcurl's files.
struct CurlLibrary: Sendable {
    typealias Message = UnsafeMutablePointer<CurlMessage>
    typealias List = UnsafeMutableRawPointer

    /// Called through `CurlShim` only, for their arguments are variadic.
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

    /// Opens libcurl and sets it up; it is never closed.
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
