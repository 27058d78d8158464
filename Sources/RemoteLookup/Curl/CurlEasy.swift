import CurlShim
import Glibc

/// The handle of one transfer and what it has borrowed: it belongs to one thread, and goes with its last reference.
final class CurlEasy {
    let handle: CurlHandle
    private let library: CurlLibrary
    private let errorBytes: UnsafeMutablePointer<CChar>
    private var headers: CurlLibrary.List?

    init(_ library: CurlLibrary) throws(TransportError) {
        guard let handle = library.easyInit() else { throw .failed(reason: "libcurl makes no handle") }
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

    /// The status code of the last head, or 0.
    var status: Int {
        let responseCode: CInt = 0x200002  // CURLINFO_RESPONSE_CODE
        var status = 0
        return curl_shim_get_long(library.easyGetInfo, handle, responseCode, &status) == 0 ? status : 0
    }

    /// What libcurl says about the failure, if anything.
    var errorText: String { String(cString: errorBytes) }

    func set(_ option: CurlOption, to value: Int) throws(TransportError) {
        try check(option, curl_shim_set_long(library.easySetOption, handle, option.rawValue, value))
    }

    /// libcurl copies texts, and keeps any other pointer as it is.
    func set(_ option: CurlOption, to value: UnsafeRawPointer) throws(TransportError) {
        try check(option, curl_shim_set_pointer(library.easySetOption, handle, option.rawValue, value))
    }

    func set(_ option: CurlOption, to value: CurlReceiver) throws(TransportError) {
        try check(option, curl_shim_set_receiver(library.easySetOption, handle, option.rawValue, value))
    }

    func set(_ option: CurlOption, to value: CurlSocketOpener) throws(TransportError) {
        try check(option, curl_shim_set_opener(library.easySetOption, handle, option.rawValue, value))
    }

    /// Sends a header beside libcurl's own.
    func send(header: String) throws(TransportError) {
        guard let list = library.listAppend(headers, header) else { throw .failed(reason: "there is no memory left") }
        headers = list
        try set(.headers, to: list)
    }

    private func check(_ option: CurlOption, _ code: CInt) throws(TransportError) {
        guard code == CurlCode.ok else {
            throw .failed(reason: "libcurl does not take its option \(option.rawValue) (CURLcode \(code))")
        }
    }
}
