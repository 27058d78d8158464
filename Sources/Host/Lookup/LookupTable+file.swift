import ModuleKit

extension LookupTable {
    /// Reads a table from a file; its path becomes the table's name.
    init(file: String) throws(LookupError) { try self.init(json: try Self.bytes(of: file), name: file) }

    /// The content of a file that holds a table or a list of remotes.
    static func bytes(of file: String) throws(LookupError) -> [UInt8] {
        do {
            return try File.bytes(at: file)
        } catch {
            throw .unreadableTable(file: file, reason: "\(error)")
        }
    }
}
