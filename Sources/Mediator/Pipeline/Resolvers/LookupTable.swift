/// A resolver with a table of answers, each for a pattern; patterns have the syntax and precedence of routes.
///
/// ```swift
/// let table = try LookupTable(["app://old/:id": .redirect(to: "app://rent/list")])
/// ```
public struct LookupTable: Resolver {
    /// The table's name in messages, such as the path of its file.
    public let name: String
    private let index: PatternIndex
    private let answers: [Resolution]

    /// Creates a table from JSON in UTF-8: `{"format_version":"1.0","answers":[{"pattern":…,"answer":…}]}`.
    ///
    /// An answer has the format of an HTTP service's answer (`Resolution`). Unknown fields are ignored.
    /// - Throws: `LookupTableError` for invalid JSON or another major version, or an error of `init(_:name:)`.
    public init(json: [UInt8], name: String) throws(LookupTableError) {
        let document: Document
        do {
            document = try Payload(json: json).decode()
        } catch {
            throw .invalidTable(name: name, reason: error.reason)
        }
        guard document.formatVersion.hasPrefix("1.") else {
            throw .unknownFormat(name: name, found: document.formatVersion)
        }
        try self.init(document.answers, name: name)
    }

    /// Creates a table from answers, keyed by their patterns.
    /// - Throws: `LookupTableError` if a pattern is invalid, or if two patterns match the same URLs.
    public init(_ answers: [String: Resolution], name: String = "table") throws(LookupTableError) {
        try self.init(answers.sorted { $0.key < $1.key }.map(Document.Entry.init), name: name)
    }

    private init(_ entries: [Document.Entry], name: String) throws(LookupTableError) {
        self.name = name
        answers = entries.map(\.answer)
        let patterns = try entries.map { (entry) throws(LookupTableError) in
            do throws(RoutePatternError) {
                return IndexedPattern(try RoutePattern(entry.pattern))
            } catch {
                throw .invalidPattern(name: name, pattern: entry.pattern, reason: error)
            }
        }
        if let conflict = PatternIndex.conflicts(patterns).first {
            let other = conflict.other.map { entries[$0].pattern } ?? "too many others"
            throw .sameShape(name: name, pattern: entries[conflict.pattern].pattern, other: other)
        }
        index = PatternIndex(patterns)
    }

    private func answer(for url: RouteURL) -> Resolution? { index.match(url).map { answers[$0.number] } }

    /// Returns the answer of the best pattern, or `nil` if none matches.
    /// - Throws: no error.
    public func resolve(_ question: Question) async throws(ResolverError) -> Resolution? { answer(for: question.url) }

    /// Returns the answer, which never needs a remote question.
    @_spi(Host) public func recall(_ question: Question) -> RecalledAnswer? {
        RecalledAnswer(answer(for: question.url), source: "its table")
    }

    /// Returns the availability of a URL for `open`.
    public func canResolve(_ url: RouteURL) -> Availability { canResolve(url, for: .open) }

    /// Returns the availability of a URL; a redirect is undecided, because its target may not have an answer.
    public func canResolve(_ url: RouteURL, for verb: Request.Verb) -> Availability {
        switch answer(for: url) {
        case .web, .page: verb == .open ? .yes : .no
        case .value: verb == .call ? .yes : .no
        case nil, .gone, .denied, .module, .table: .no
        case .redirect: .undecided
        }
    }

    /// The JSON form of a table.
    private struct Document: Decodable {
        struct Entry: Decodable {
            let pattern: String
            let answer: Resolution
        }

        private enum CodingKeys: String, CodingKey {
            case formatVersion = "format_version"
            case answers
        }

        let formatVersion: String
        let answers: [Entry]
    }
}

extension PayloadError {
    /// The part of the error that describes the JSON.
    fileprivate var reason: String {
        switch self {
        case .invalidJSON(let reason), .notEncodable(_, let reason), .mismatch(_, _, let reason): reason
        }
    }
}

/// The reason why a table of answers cannot be used.
public enum LookupTableError: Error, Sendable, Equatable {
    /// The text is not JSON, or not a table.
    case invalidTable(name: String, reason: String)
    /// The table is in a format of another major version.
    case unknownFormat(name: String, found: String)
    /// A pattern of the table is not a valid route pattern.
    case invalidPattern(name: String, pattern: String, reason: RoutePatternError)
    /// Two patterns of the table match the same URLs.
    case sameShape(name: String, pattern: String, other: String)
}

extension LookupTableError: CustomStringConvertible {
    /// A sentence with the fault, its place and the remedy.
    public var description: String {
        switch self {
        case .invalidTable(let name, let reason):
            "the remote table \(name) is not a table: \(reason); write \(Self.example)"
        case .unknownFormat(let name, let found):
            "the remote table \(name) has the format_version \(found), expected 1.0; write \(Self.example)"
        case .invalidPattern(let name, let pattern, let reason):
            "the pattern \"\(pattern)\" of the remote table \(name) cannot be used: \(reason)"
        case .sameShape(let name, let pattern, let other):
            "the pattern \(pattern) of the remote table \(name) matches the same URLs as \(other); remove one of them"
        }
    }

    private static let example =
        #"{"format_version":"1.0","answers":[{"pattern":"app://old","#
        + #""answer":{"kind":"redirect","url":"app://new"}}]}"#
}
