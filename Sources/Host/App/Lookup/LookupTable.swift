@_spi(Host) import ModuleKit
import Platform

/// A resolver with a table of patterns, in the routing language and with its precedence.
struct LookupTable: Resolver {
    /// The path of the table's file, for messages.
    let name: String
    private let index: PatternIndex
    private let entries: [LookupTableDocument.Entry]

    private static let builtInName = "built-in table"

    /// Whether it is the host's own, which the user need not name.
    var isBuiltIn: Bool { name == Self.builtInName }

    /// Returns the table that is built into the host.
    static func builtIn() throws(LookupError) -> LookupTable {
        try LookupTable(json: PackageResources.remote_table_json, name: builtInName)
    }

    /// Parses a table from JSON in UTF-8.
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

    /// Returns the availability of a URL; a redirect is undecided, since its target may have an answer or not.
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

extension LookupTable {
    /// Reads a table from a file, whose path becomes the table's name.
    init(file: String) throws(LookupError) { try self.init(json: try Self.bytes(of: file), name: file) }

    /// Returns the content of a file with a table or a list of remotes.
    static func bytes(of file: String) throws(LookupError) -> [UInt8] {
        do {
            return try File.bytes(at: file)
        } catch {
            throw .unreadableTable(file: file, reason: "\(error)")
        }
    }
}

/// The written form of a table: `{"format_version":"1.0","answers":[{"pattern":…,"answer":…}]}`.
///
/// An answer equals that of an HTTP service. Unknown fields are ignored.
struct LookupTableDocument: Decodable {
    /// A pattern and its answer.
    struct Entry: Decodable {
        let pattern: String
        let answer: Resolution
    }

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case answers
    }

    /// The version of this host; a later minor version only adds fields.
    static let currentVersion = "1.0"

    let formatVersion: String
    let answers: [Entry]

    /// Parses a document; the file's name is for the error.
    init(json: [UInt8], file: String) throws(LookupError) {
        do {
            self = try Payload(json: json).decode()
        } catch {
            throw .invalidTable(file: file, reason: error.reason)
        }
        guard formatVersion.hasPrefix("1.") else { throw .unknownFormat(file: file, found: formatVersion) }
    }
}

extension PayloadError {
    /// The part of the error about the text itself.
    fileprivate var reason: String {
        switch self {
        case .invalidJSON(let reason), .notEncodable(_, let reason), .mismatch(_, _, let reason): reason
        @unknown default: String(describing: self)
        }
    }
}
