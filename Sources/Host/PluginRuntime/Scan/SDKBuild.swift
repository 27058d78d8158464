import Glibc
@_spi(Host) import ModuleKit
import Platform

/// Which build of the SDK runs: what was found out with one is not believed with another, whatever its version says.
enum SDKBuild {
    /// The SDK's version, and the build ID of its library; where the linker left none, what tells its file from others.
    static let current = "\(Contract.sdkVersion) \(build ?? "")"

    /// The build ID stands in the first page, behind the program headers.
    private static let pageSize = 4_096

    private static var build: String? {
        guard let library = library() else { return nil }
        // The page is mapped as long as the library is, which is never closed.
        let page = [UInt8](UnsafeRawBufferPointer(start: library.base, count: pageSize))
        if let identity = try? ELFImage(page).buildID() { return hexadecimal(identity) }
        return FileIdentity(at: Path.canonical(library.path)).map {
            "\($0.device) \($0.inode) \($0.size) \($0.modified) \($0.changed)"
        }
    }

    /// Where the library of the SDK is, and where it is mapped.
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
