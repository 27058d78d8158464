import Glibc

/// A library in the process. It is never closed: closing a Swift library crashes the process.
package struct DynamicLibrary: Sendable {
    /// Only the system's loader reads what it points to, on any thread.
    nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

    /// Opens a library; its initialisers run, and every symbol that it needs is bound at once.
    package init(path: String) throws(DynamicLibraryError) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw .notOpened(reason: dlerror().map { String(cString: $0) } ?? "no reason was given")
        }
        self.handle = handle
    }

    /// Opens a plugin's library on the main thread, which Foundation would not find to be the main one otherwise.
    package init(plugin path: String) throws(DynamicLibraryError) {
        let opened = MainThread.run { Result { () throws(DynamicLibraryError) in try DynamicLibrary(path: path) } }
        guard let opened else { throw .mainThreadHeld }
        self = try opened.get()
    }

    /// Returns the address of a symbol.
    package func address(of symbol: String) throws(DynamicLibraryError) -> UnsafeMutableRawPointer {
        guard let address = dlsym(handle, symbol) else { throw .noSymbol(symbol) }
        return address
    }
}

/// Why a library is of no use.
package enum DynamicLibraryError: Error, Sendable, Equatable {
    /// The system's loader refused it, such as for a symbol that the SDK does not have.
    case notOpened(reason: String)
    case noSymbol(String)
    /// A module that runs already holds the thread on which libraries are opened.
    case mainThreadHeld
}

extension DynamicLibraryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notOpened(let reason): "it was not opened: \(reason)"
        case .noSymbol(let symbol): "\(symbol) is not in it after loading"
        case .mainThreadHeld: "it was not opened: a module that was loaded before holds the main actor"
        }
    }

    /// The library that it needs and that nobody found, as glibc's loader says it (ld.so(8)).
    package var missing: Substring? {
        guard case .notOpened(let reason) = self, reason.contains(": cannot open shared object file") else {
            return nil
        }
        return reason.prefix { $0 != ":" }
    }

    /// The same with a folder named by another path.
    package func replacing(_ folder: String, with path: String) -> DynamicLibraryError {
        guard case .notOpened(let reason) = self else { return self }
        return .notOpened(reason: reason.replacing(folder + "/", with: path + "/"))
    }

    /// What the person can do.
    package var remedy: String {
        if let missing { return "put \(missing) beside it, or install it where the system finds it" }
        return switch self {
        case .notOpened: "build it against this host's SDK"
        case .noSymbol: "export it"
        case .mainThreadHeld: "mend that module to block nothing on the main actor, or try again once it is done"
        }
    }
}
