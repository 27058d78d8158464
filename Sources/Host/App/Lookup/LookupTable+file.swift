import ModuleKit
import Platform

extension LookupTable {
    /// The name of the table of `--demo`.
    static let demonstration = "demonstration"

    /// Reads a table from a file, whose path becomes the table's name if it has no other.
    init(file: String, name: String? = nil) throws(LookupError) {
        let json = try Self.bytes(of: file)
        do {
            self = try LookupTable(json: json, name: name ?? file)
        } catch {
            throw .table(error)
        }
    }

    /// Returns the content of a file with a table or a list of remotes.
    static func bytes(of file: String) throws(LookupError) -> [UInt8] {
        do {
            return try CheckedFile.bytes(at: file)
        } catch {
            throw .unreadableTable(file: file, reason: "\(error)")
        }
    }
}
