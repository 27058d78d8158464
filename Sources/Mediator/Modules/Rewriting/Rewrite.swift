import Synchronization

/// A rule that replaces old URLs with new URLs, without code: `Rewrite("/home/:id", to: "/rent/:id")`.
///
/// Rewrites apply before the look-up, to the URLs of all callers, and then again to the rewritten URLs. The query and
/// the fragment are kept, and query items never become path parameters. A path parameter that the target does not
/// contain is added to the query, and replaces query items of the same name.
public struct Rewrite: Sendable, Equatable, Codable {
    /// The pattern of the old URLs.
    public let pattern: String
    /// The pattern of the new URLs, which may contain parameters of the old pattern.
    public let target: String
    /// The date from which the old URL is deprecated, as text for people, such as `2026-12-31`.
    public private(set) var deprecation: String?
    /// The location of the declaration in the source code.
    public let location: DeclarationSite

    /// Declares a rewrite.
    public init(_ pattern: String, to target: String, fileID: String = #fileID, line: Int = #line) {
        self.pattern = pattern
        self.target = target
        location = DeclarationSite(fileID: fileID, line: line)
    }

    /// Returns the rewrite with the date from which the old URL is deprecated.
    public func deprecated(from date: String) -> Rewrite {
        var rewrite = self
        rewrite.deprecation = date
        return rewrite
    }
}

/// A registered rewrite, for lists and documents.
@_spi(Host) public struct RewriteDescription: Sendable, Equatable, Codable {
    /// The pattern of the old URLs.
    public let pattern: String
    /// The pattern of the new URLs.
    public let target: String
    /// The module that it belongs to.
    public let owner: String
    /// The date from which the old URL is deprecated.
    public let deprecation: String?
    /// The number of requests that the rewrite has applied to since it was installed, regardless of their outcome.
    public let useCount: Int

    init(_ installed: InstalledRewrite) {
        pattern = installed.rewrite.pattern
        target = installed.rewrite.target
        owner = installed.owner
        deprecation = installed.rewrite.deprecation
        useCount = installed.useCount
    }
}

/// A registered rewrite of a module, with parsed patterns and a count of its uses.
final class InstalledRewrite: Sendable {
    let rewrite: Rewrite
    let owner: String
    let pattern: RoutePattern
    let target: RoutePattern
    private let uses = Atomic<Int>(0)

    init(_ rewrite: Rewrite, owner: String, types: [ParameterType]) throws(RegistrationFault) {
        self.rewrite = rewrite
        self.owner = owner
        pattern = try Self.read(rewrite.pattern, of: rewrite, types: types)
        target = try Self.read(rewrite.target, of: rewrite, types: types)
        if let error = target.unwritable {
            throw .invalidRewrite(rewrite.target, declared: rewrite.location, reason: error)
        }
        if let missing = target.requiredNames.first(where: { !pattern.parameterNames.contains($0) }) {
            throw .unknownParameter(
                missing, target: rewrite.target, pattern: rewrite.pattern, declared: rewrite.location)
        }
    }

    var name: String { "\(owner)'s rewrite \(rewrite.pattern)" }

    var words: String {
        name + (rewrite.deprecation.map { ", deprecated from \($0)" } ?? "")
    }

    /// Returns whether a rewrite equals this rewrite. If so, this rewrite stays in the table with its count of uses.
    func isThat(of other: Rewrite) -> Bool {
        rewrite.pattern == other.pattern && rewrite.target == other.target && rewrite.location == other.location
    }

    /// The number of rewritten requests, regardless of their outcome.
    var useCount: Int { uses.load(ordering: .relaxed) }

    /// Counts a rewritten request, and returns whether it is the first.
    func countUse() -> Bool { uses.add(1, ordering: .relaxed).oldValue == 0 }

    /// Returns the rewritten URL. Does not count a use. A query item with the name of a path parameter is dropped.
    func written(_ match: PatternMatch, of url: RouteURL) throws(URLGenerationError) -> String {
        let names = match.names
        let query = url.query.filter { !names.contains($0.name) }
        return try write(captures(match), query, like: url) + url.writtenFragment
    }

    /// Returns the parameters of a match, with the values that the target needs.
    ///
    /// If the pattern's parameter is a wildcard in the target, the value is escaped as one segment. If the pattern's
    /// wildcard is a parameter in the target, the value becomes the text of the decoded segments.
    private func captures(_ match: PatternMatch) -> [QueryItem] {
        if target.wildcardName == pattern.wildcardName { return match.parameters }
        return match.parameters.map { item in
            switch item.name {
            case target.wildcardName: QueryItem(name: item.name, value: PercentEncoding.restSegment(item.value))
            case pattern.wildcardName:
                QueryItem(name: item.name, value: PercentEncoding.segments(ofRest: item.value).joined(separator: "/"))
            default: item
            }
        }
    }

    /// Returns the target, with the scheme and the web host of the old URL if the target has no scheme.
    private func write(
        _ parameters: [QueryItem], _ query: [QueryItem], like url: RouteURL
    ) throws(URLGenerationError) -> String {
        guard target.scheme == nil, let scheme = url.scheme, let host = url.host else {
            return try target.url(parameters, query: query, scheme: url.scheme)
        }
        return scheme + "://" + host + (try target.url(parameters, query: query, scheme: nil))
    }

    private static func read(
        _ text: String, of rewrite: Rewrite, types: [ParameterType]
    ) throws(RegistrationFault) -> RoutePattern {
        do {
            return try RoutePattern(text, types: types)
        } catch {
            throw .invalidRewrite(text, declared: rewrite.location, reason: error)
        }
    }
}

extension RoutePattern {
    var requiredNames: [String] {
        if capturesHost { return parameterNames }
        return elements.flatMap { element -> [String] in
            switch element {
            case .literal, .group, .wildcard(_, allowsNone: true): []
            case .parameter(let parameter): [parameter.name]
            case .wildcard(let name, allowsNone: false): [name]
            }
        }
    }
}

/// All rewrites of a registry. The table never changes.
struct RewriteTable: Sendable {
    private(set) var rewrites: ChunkedArray<InstalledRewrite>
    private let ownHosts: Set<String>
    /// The shapes of the patterns, by the index of the rewrite; computed when the first rewrite is added.
    private var shapes: ShapeTable?
    /// The index of the patterns, built at the first request.
    private var index = Lazy<PatternIndex>()

    init(_ rewrites: some Sequence<InstalledRewrite> = [], ownHosts: Set<String> = []) {
        (self.rewrites, self.ownHosts) = (ChunkedArray(rewrites), ownHosts)
    }

    var isEmpty: Bool { rewrites.isEmpty }

    func rewrite(for url: RouteURL) -> (rewrite: InstalledRewrite, match: PatternMatch)? {
        if isEmpty { return nil }
        let index = index.value { PatternIndex(rewrites.map(\.indexed), ownHosts: ownHosts) }
        return index.match(url).map { (rewrites[$0.number], $0) }
    }

    /// Returns the table with additional rewrites, and the conflicts of the added rewrites, each with the owner of the
    /// later rewrite. A rewrite with a conflict is not compared with later rewrites.
    func adding(
        _ added: [InstalledRewrite]
    ) -> (table: RewriteTable, conflicts: [(owner: String, fault: RegistrationFault)]) {
        var (table, conflicts) = (self, [(owner: String, fault: RegistrationFault)]())
        if added.isEmpty { return (table, conflicts) }
        table.index = Lazy()
        var shapes = shapes ?? ShapeTable()
        if self.shapes == nil {
            for (place, rewrite) in rewrites.enumerated() {
                shapes.insert(ShapeTable.shapes(of: rewrite.indexed), place)
            }
        }
        for rewrite in added {
            let (place, own) = (table.rewrites.count, ShapeTable.shapes(of: rewrite.indexed))
            if let found = shapes.conflict(of: place, own, among: { table.rewrites[$0].indexed }) {
                conflicts.append((rewrite.owner, rewrite.conflict(with: found.other.map { table.rewrites[$0] })))
            } else {
                shapes.insert(own, place)
            }
            table.rewrites.append(rewrite)
        }
        table.shapes = shapes
        return (table, conflicts)
    }
}

extension InstalledRewrite {
    fileprivate var indexed: IndexedPattern { IndexedPattern(pattern) }

    /// Returns the fault of a rewrite with the same precedence as another rewrite, or as too many others.
    fileprivate func conflict(with other: InstalledRewrite?) -> RegistrationFault {
        guard let other else { return .tooAlike("rewrite \(rewrite.pattern)", declared: rewrite.location) }
        return .rewriteConflict(
            pattern: rewrite.pattern, declared: rewrite.location, with: other.rewrite.pattern,
            otherOwner: other.owner, otherDeclared: other.rewrite.location)
    }
}
