import Glibc

/// The Swift libraries that the host runs on.
enum SwiftRuntime {
    /// The folder that they were loaded from.
    static let folder: String = {
        let bytes = (try? File.bytes(at: "/proc/self/maps")) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let path = lines.first { $0.hasSuffix("/libswiftCore.so") }?.drop { $0 != "/" }
        return path.map { Path.folder(of: String($0)) } ?? ""
    }()

    /// Whether a library of that name comes with the toolchain.
    static func contains(_ library: String) -> Bool { access(folder + "/" + library, F_OK) == 0 }
}
