import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The build of the SDK in this process. A scan is valid only for this build, not for another build of the same
/// version.
enum SDKBuild {
    /// The SDK's version, and the identity of its library's file.
    static let current: String = {
        let build = library().flatMap { FileIdentity(at: Path.canonical($0)) }.map {
            "\($0.device) \($0.inode) \($0.size) \($0.modified) \($0.changed)"
        }
        return "\(Contract.sdkVersion) \(build ?? "")"
    }()

    /// Returns the path of the SDK's library.
    private static func library() -> String? {
        // Swift does not import the GNU extensions from the system's headers.
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
                let name = UnsafePointer<CChar>(bitPattern: information[0])
            else { return nil }
            return String(cString: name)
        }
    }
}
