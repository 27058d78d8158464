import Glibc

/// A library of the system whose functions are asked for by name.
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

    /// A function by its name; the caller says its type, which is the one in libcurl's documentation.
    func function<Function>(_ name: String) throws(CurlLibraryError) -> Function {
        guard let address = dlsym(handle, name) else { throw .noFunction(name, found: version) }
        return unsafeBitCast(address, to: Function.self)
    }

    /// Such as `libcurl/7.88.1 OpenSSL/3.0.19`, or the path where it does not even say that.
    private var version: String {
        guard let address = dlsym(handle, "curl_version") else { return path }
        let version = unsafeBitCast(address, to: (@convention(c) () -> UnsafePointer<CChar>).self)
        return String(cString: version())
    }
}
