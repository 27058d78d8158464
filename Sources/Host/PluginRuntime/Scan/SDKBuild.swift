import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The build of the SDK in this process: scans with one build do not count for another, even of one version.
enum SDKBuild {
    /// The SDK's version, and the build ID of its library, or the identity of its file if the linker left no build ID.
    static let current = "\(Contract.sdkVersion) \(build ?? "")"

    /// The size of the first page, which has the build ID behind the program headers.
    private static let pageSize = 4_096

    private static var build: String? {
        guard let library = library() else { return nil }
        // The page stays mapped, because the library is never closed.
        let page = [UInt8](UnsafeRawBufferPointer(start: library.base, count: pageSize))
        if let identity = try? ELFImage(page).buildID() { return hexadecimal(identity) }
        return FileIdentity(at: Path.canonical(library.path)).map {
            "\($0.device) \($0.inode) \($0.size) \($0.modified) \($0.changed)"
        }
    }

    /// Returns the path of the SDK's library, and the address at which it is mapped.
    private static func library() -> (path: String, base: UnsafeRawPointer)? {
        // Swift does not see the system's extensions in its headers.
        guard let symbol = dlsym(nil, "dladdr") else { return nil }
        // `int dladdr(const void *, Dl_info *)`
        typealias Find = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> CInt
        let find = unsafeBitCast(symbol, to: Find.self)
        // `Dl_info`: the file's name, its base, a symbol's name and its address.
        return withUnsafeTemporaryAllocation(of: UInt.self, capacity: 4) { information in
            information.initialize(repeating: 0)
            guard let result = UnsafeMutableRawPointer(information.baseAddress),
                let inside = UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(Switchboard.self))),
                find(inside, result) != 0,
                let name = UnsafePointer<CChar>(bitPattern: information[0]),
                let base = UnsafeRawPointer(bitPattern: information[1])
            else { return nil }
            return (String(cString: name), base)
        }
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
