import ModuleKit

extension LookupTable {
    /// Reads a table from a file; its path becomes the table's name.
    init(file: String) throws(LookupError) {
        let json: [UInt8]
        do {
            json = try File.bytes(at: file)
        } catch {
            throw .unreadableTable(file: file, reason: "\(error)")
        }
        try self.init(json: json, name: file)
    }
}
