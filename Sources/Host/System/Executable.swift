import FoundationEssentials

/// The host's own executable.
enum Executable {
    /// Its path, with no symbolic link in it.
    static let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

    /// The folder that it is in.
    static let folder = Path.folder(of: path)
}
