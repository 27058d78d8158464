import Glibc
@_spi(Host) import ModuleKit

/// A library in the process. It is never closed: closing a Swift library crashes the process.
struct DynamicLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Opens a library; its initialisers run, and every symbol that it needs is bound at once.
    init(path: String) throws(DynamicLibraryError) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw .notOpened(reason: dlerror().map { String(cString: $0) } ?? "no reason was given")
        }
        self.handle = handle
    }

    /// The entry point of that name.
    func entryPoint(_ symbol: String) throws(DynamicLibraryError) -> Handshake.EntryPoint {
        guard let address = dlsym(handle, symbol) else { throw .noSymbol(symbol) }
        // The contract gives every symbol of this name this type.
        return unsafeBitCast(address, to: Handshake.EntryPoint.self)
    }
}
