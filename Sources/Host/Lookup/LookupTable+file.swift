import FoundationEssentials
import ModuleKit

extension LookupTable {
    /// Reads a table from a file; its path becomes the table's name.
    init(file: String) throws(LookupError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            throw .unreadableTable(file: file, reason: (error as? CocoaError)?.words ?? String(describing: error))
        }
        try self.init(json: Array(data), name: file)
    }
}

extension CocoaError {
    fileprivate var words: String? {
        switch code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "permission denied"
        default: underlying.map { String(describing: $0) }
        }
    }
}
