/// The memory of libraries in this process, in the system's count (`/proc/self/smaps`).
package struct MappedMemory: Sendable {
    /// The resident pages in bytes, by the path of the file.
    private var resident: [String: Int] = [:]

    private static let removed = " (deleted)"

    /// Reads the current mappings; takes time linear in their number.
    package init() {
        let bytes = (try? File.bytes(at: "/proc/self/smaps", limit: File.linesLimit)) ?? []
        self.init(smaps: String(decoding: bytes, as: UTF8.self))
    }

    init(smaps: String) {
        var path: String?
        for line in smaps.split(separator: "\n") {
            if let slash = line.firstIndex(of: "/"), line.prefix(while: { $0 != " " }).contains("-") {
                // A file that was removed since is still mapped.
                let file = line[slash...]
                path = String(file.hasSuffix(Self.removed) ? file.dropLast(Self.removed.count) : file)
            } else if line.prefix(while: { $0 != " " }).contains("-") {
                path = nil
            } else if let path, line.hasPrefix("Rss:") {
                let kilobytes = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                resident[path, default: 0] += kilobytes * 1024
            }
        }
    }

    package func bytes(of libraries: some Sequence<String>) -> Int {
        Set(libraries).reduce(0) { $0 + (resident[$1] ?? 0) }
    }
}
