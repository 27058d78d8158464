import Foundation

/// The products of the build next to the test binary.
public enum BuildProducts {
    /// The folder with the executable and the libraries.
    public static let folder: String = {
        let binary = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: binary).deletingLastPathComponent().path(percentEncoded: false)
    }()

    /// The path of a product by its file's name.
    public static func path(_ name: String) -> String { folder + name }
}
