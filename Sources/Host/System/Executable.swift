import FoundationEssentials
import Glibc

/// The host's own executable.
enum Executable {
    /// Its path, with no symbolic link in it.
    static let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

    /// What a person types to run it: its name where `PATH` leads to it, its path otherwise.
    static var word: String {
        let name = Path.name(of: path)
        let folders = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        let first = folders.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
        return first.map(Path.canonical) == path ? name : path
    }

    /// The folder that it is in.
    static let folder = Path.folder(of: path)
}
