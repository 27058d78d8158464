@_spi(Host) import ModuleKit

/// Answers from a table of patterns, in the routing language and with its precedence.
struct LookupTable: Resolver {
    /// The path of the table's file, for messages.
    let name: String
    private let index: PatternIndex
    private let entries: [LookupTableDocument.Entry]

    private static let builtInName = "built-in table"

    /// Whether it is the host's own, which nobody has to name.
    var isBuiltIn: Bool { name == Self.builtInName }

    /// The table that is built into the host.
    static func builtIn() throws(LookupError) -> LookupTable {
        try LookupTable(json: PackageResources.remote_table_json, name: builtInName)
    }

    /// Reads a table from JSON in UTF-8.
    init(json: [UInt8], name: String) throws(LookupError) {
        self.name = name
        entries = try LookupTableDocument(json: json, file: name).answers
        var patterns: [IndexedPattern] = []
        for entry in entries { patterns.append(IndexedPattern(try Self.pattern(entry.pattern, file: name))) }
        if let conflict = PatternIndex.conflicts(patterns).first {
            throw .sameShape(
                file: name, pattern: entries[conflict.pattern].pattern, other: entries[conflict.other].pattern)
        }
        index = PatternIndex(patterns)
    }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? { answer(for: question.url) }

    func recall(_ question: Question) -> RecalledAnswer? {
        RecalledAnswer(answer(for: question.url), source: "its table")
    }

    private func answer(for url: RouteURL) -> Resolution? { index.match(url).map { entries[$0.number].answer } }

    /// A redirect is undecided: it leads to another URL, which may be answered or not.
    func canResolve(_ url: RouteURL) -> Availability {
        switch answer(for: url) {
        case .web, .page: .yes
        case nil, .gone, .denied, .module, .table: .no
        case .redirect: .undecided
        case .some: .undecided
        }
    }

    private static func pattern(_ text: String, file: String) throws(LookupError) -> RoutePattern {
        do {
            return try RoutePattern(text)
        } catch {
            throw .invalidPattern(file: file, pattern: text, reason: error)
        }
    }
}
