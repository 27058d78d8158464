import FoundationEssentials
@_spi(Host) import ModuleKit

/// A folder of its own for a test's tables, which goes with it.
final class TableFolder {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tables-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of a file in the folder.
    func path(_ name: String = "table") -> String { folder.appending(path: name).path }

    /// The names of the files in it.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    /// An index as it comes back from a file.
    func written(_ index: PatternIndex, ownHosts: Set<String> = []) throws -> PatternIndex {
        try index.write(to: path())
        return try PatternIndex(contentsOf: path(), ownHosts: ownHosts)
    }

    /// The bytes of an index's file.
    func bytes(_ index: PatternIndex) throws -> [UInt8] {
        try index.write(to: path())
        return Array(try Data(contentsOf: URL(filePath: path())))
    }

    /// Puts bytes into a file and reads it as an index.
    func read(_ bytes: [UInt8]) throws -> PatternIndex {
        try Data(bytes).write(to: URL(filePath: path("changed")))
        return try PatternIndex(contentsOf: path("changed"))
    }

    /// The same bytes with the checksum that belongs to them, which a file has at its byte 24.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        for place in stride(from: 0, to: bytes.count - 7, by: 8) where place != 24 {
            let word = bytes[place..<place + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            sum = (sum ^ word) &* 0x9FB2_1C65_1E98_DF25
            sum = sum << 29 | sum >> 35
        }
        return bytes[..<24] + (0..<8).map { UInt8(truncatingIfNeeded: sum >> UInt64($0 * 8)) } + bytes[32...]
    }
}
