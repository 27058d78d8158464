@_spi(Host) import ModuleKit

/// Answers from a table of patterns, in the routing language and with its precedence.
struct LookupTable: Resolver {
    /// The path of the table's file, for messages.
    let name: String
    private var index = PatternIndex()
    private var entries: [LookupTableDocument.Entry] = []

    /// The table that is built into the host.
    static func builtIn() throws(LookupError) -> LookupTable {
        try LookupTable(json: PackageResources.remote_table_json, name: "built-in table")
    }

    /// Reads a table from JSON in UTF-8.
    init(json: [UInt8], name: String) throws(LookupError) {
        self.name = name
        for entry in try LookupTableDocument(json: json, file: name).answers { try insert(entry) }
    }

    func resolve(_ url: RouteURL) async throws(ResolverError) -> Resolution? {
        index.match(url).map { entries[$0.number].answer }
    }

    func canResolve(_ url: RouteURL) -> Availability { index.match(url) == nil ? .no : .yes }

    private mutating func insert(_ entry: LookupTableDocument.Entry) throws(LookupError) {
        let pattern: RoutePattern
        do {
            pattern = try RoutePattern(entry.pattern)
        } catch {
            throw .invalidPattern(file: name, pattern: entry.pattern, reason: error)
        }
        switch index.insert(pattern) {
        case .success: entries.append(entry)
        case .failure(let same):
            throw .sameShape(file: name, pattern: entry.pattern, other: entries[same.number].pattern)
        }
    }
}
