import FoundationEssentials
import Glibc

/// The host's executable.
package enum Executable {
    /// The path of the executable, without symbolic links.
    package static let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

    /// The command that runs the host: its name if `PATH` leads to it, its path otherwise.
    package static var word: String {
        let name = Path.name(of: path)
        return find(name).map(Path.canonical) == path ? name : path
    }

    /// Returns the path of a program that is in a folder of `PATH`.
    package static func find(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        return folders.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }

    package static let folder = Path.folder(of: path)
}

/// The Swift libraries of the running host.
package enum SwiftRuntime {
    /// The paths of the files that were mapped at the first use of this property.
    private static let mapped = mappedNow()

    /// Returns the paths of the files that the process has mapped; takes time linear in the number of mappings.
    package static func mappedNow() -> Set<String> {
        let bytes = (try? File.bytes(at: "/proc/self/maps", limit: File.linesLimit)) ?? []
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        return Set(lines.map { String(decoding: $0.drop { $0 != UInt8(ascii: "/") }, as: UTF8.self) })
    }

    package static let folder: String = mapped.first { $0.hasSuffix("/libswiftCore.so") }.map(Path.folder) ?? ""

    /// The names of the libraries that were loaded at the first use of this property. The loader does not search for a
    /// library of the same name again.
    package static let loaded = Set(mapped.map(Path.name))

    /// Returns whether a library of this name comes with the toolchain.
    package static func contains(_ library: String) -> Bool { access(folder + "/" + library, F_OK) == 0 }
}
