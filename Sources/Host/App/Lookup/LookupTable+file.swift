import ModuleKit
import Platform

extension LookupTable {
    private static let builtInName = "built-in table"

    /// Whether it is the host's own, which the user need not name.
    var isBuiltIn: Bool { name == Self.builtInName }

    /// Returns the table that is built into the host.
    static func builtIn() throws(LookupError) -> LookupTable {
        try table(PackageResources.remote_table_json, name: builtInName)
    }

    /// Reads a table from a file, whose path becomes the table's name.
    init(file: String) throws(LookupError) { self = try Self.table(try Self.bytes(of: file), name: file) }

    private static func table(_ json: [UInt8], name: String) throws(LookupError) -> LookupTable {
        do {
            return try LookupTable(json: json, name: name)
        } catch {
            throw .table(error)
        }
    }

    /// Returns the content of a file with a table or a list of remotes.
    static func bytes(of file: String) throws(LookupError) -> [UInt8] {
        do {
            return try File.bytes(at: file)
        } catch {
            throw .unreadableTable(file: file, reason: "\(error)")
        }
    }
}
