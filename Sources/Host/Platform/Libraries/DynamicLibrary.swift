import Glibc

/// A library in the process, which is never closed because closing a Swift library crashes the process.
package struct DynamicLibrary: Sendable {
    /// The loader's handle. It is safe to share: only the loader reads the memory that it points to, and the loader may
    /// be called on any thread.
    nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

    /// Opens a library: runs its initialisers, and binds every symbol immediately.
    package init(path: String) throws(DynamicLibraryError) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw .notOpened(reason: dlerror().map { String(cString: $0) } ?? "no reason was given")
        }
        self.handle = handle
    }

    /// Opens a plugin's library on the main thread. On another thread, Foundation would set up that thread as the main
    /// thread.
    package init(plugin path: String) throws(DynamicLibraryError) {
        let opened = MainThread.run { Result { () throws(DynamicLibraryError) in try DynamicLibrary(path: path) } }
        guard let opened else { throw .mainThreadHeld }
        self = try opened.get()
    }

    /// Returns a function of the process, such as a C library function that Swift does not import; `nil` if it is
    /// absent. The caller sets its type, which must match the function's documentation.
    package static func systemFunction<Function>(_ name: String) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }

    /// The paths of the files from which the process's libraries were loaded, in the order of loading.
    ///
    /// `dladdr` and `dlopen` would find one library, but take a hundred times as long.
    package static var loadedPaths: [String] {
        // `int (*)(struct dl_phdr_info *, size_t, void *)`; the second member of the structure is the path.
        typealias Visit = @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer) -> CInt
        typealias Iterate = @convention(c) (Visit, UnsafeMutableRawPointer) -> CInt
        guard let iterate: Iterate = systemFunction("dl_iterate_phdr") else { return [] }
        var paths: [String] = []
        let visit: Visit = { information, _, paths in
            let path = information.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
            if let path { paths.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path)) }
            return 0
        }
        _ = withUnsafeMutablePointer(to: &paths) { iterate(visit, $0) }
        return paths
    }

    /// Returns the range of addresses of a library's code; `nil` if the process has not loaded the library.
    package static func codeAddresses(ofLoaded path: String) -> Range<UInt>? {
        // The handle is not closed: the library stays in the process in any case.
        guard let handle = dlopen(path, RTLD_NOLOAD | RTLD_LAZY) else { return nil }
        // In glibc, the handle is a `link_map`, which begins with the address of the library's ELF header.
        let base = handle.load(as: UInt.self)
        guard let header = UnsafeRawPointer(bitPattern: base) else { return nil }
        let table = header + Int(header.load(fromByteOffset: 32, as: UInt64.self))
        let (size, count) = (
            header.load(fromByteOffset: 54, as: UInt16.self), header.load(fromByteOffset: 56, as: UInt16.self)
        )
        // Only loaded (PT_LOAD), executable (PF_X) segments: an address in data does not show which code ran.
        let code = (0..<Int(count)).map { table + $0 * Int(size) }.filter { segment in
            segment.load(as: UInt32.self) == 1 && segment.load(fromByteOffset: 4, as: UInt32.self) & 1 != 0
        }
        let starts = code.map { base + UInt($0.load(fromByteOffset: 16, as: UInt64.self)) }
        let ends = zip(starts, code).map { $0 + UInt($1.load(fromByteOffset: 40, as: UInt64.self)) }
        guard let start = starts.min(), let end = ends.max() else { return nil }
        return start..<end
    }

    /// Returns a function of the library; the caller sets its type, which must match the function's documentation.
    package func function<Function>(_ name: String) throws(DynamicLibraryError) -> Function {
        guard let address = dlsym(handle, name) else { throw .noSymbol(name) }
        return unsafeBitCast(address, to: Function.self)
    }
}

/// The reason why a library cannot be used.
package enum DynamicLibraryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The system's loader rejected the library, for example because the SDK lacks a symbol.
    case notOpened(reason: String)
    case noSymbol(String)
    /// A running module blocks the thread on which libraries are opened.
    case mainThreadHeld

    package var description: String {
        switch self {
        case .notOpened(let reason): "it was not opened: \(reason)"
        case .noSymbol(let symbol): "it does not export \(symbol)"
        case .mainThreadHeld: "it was not opened: a module that was loaded before blocks the main actor"
        }
    }

    /// The required library that the loader did not find, from the message of glibc's loader (ld.so(8)).
    package var missing: Substring? {
        guard case .notOpened(let reason) = self, reason.contains(": cannot open shared object file") else {
            return nil
        }
        return reason.prefix { $0 != ":" }
    }

    package func replacing(_ folder: String, with path: String) -> DynamicLibraryError {
        guard case .notOpened(let reason) = self else { return self }
        return .notOpened(reason: reason.replacing(folder + "/", with: path + "/"))
    }

    /// The remedy for a library that does not fit the host.
    package static let rebuild = "build it against this host's SDK, at `switchboard sdk path`"

    /// Remedies for messages of glibc's loader. If a message contains `words`, `remedy` is its remedy.
    private static let remedies: [(words: String, remedy: String)] = [
        (": Too many open files", FileError.openFilesRemedy),
        ("' not found (required by", "build it on a system whose libraries are no newer than those of this one"),
        ("in static TLS block", "build that library with `-ftls-model=global-dynamic`"),
        ("executable stack", "link that library with `-z noexecstack`"),
        (
            ": undefined symbol",
            "\(rebuild), and link the library that defines the symbol, or ask the module that defines it by URL"
        ),
    ]

    package var remedy: String {
        if case .notOpened(let reason) = self, let known = Self.remedies.first(where: { reason.contains($0.words) }) {
            return known.remedy
        }
        if let missing { return "put \(missing) next to it, or install it in a folder of the system" }
        return switch self {
        case .notOpened: Self.rebuild
        case .noSymbol: "export it"
        case .mainThreadHeld: "fix that module so that it does not block the main actor, or try again once it is done"
        }
    }
}
