import Synchronization

/// Leads an old path to where its content is now, without code: `Rewrite("/home/:id", to: "/rent/:id")`.
///
/// Rewrites are applied before the look-up, to the URLs of all callers, and are applied again to what they give. The
/// query and the fragment stay; a parameter that the target does not name joins the query.
public struct Rewrite: Sendable {
    /// The pattern of the old URLs.
    public let pattern: String
    /// The pattern that takes the same parameters.
    public let target: String
    /// From when on nobody should use the old URL any more, as a date for people such as `2026-12-31`.
    public private(set) var deprecation: String?
    /// Where it was declared.
    public let location: SourceLocation

    /// Declares a rewrite.
    public init(_ pattern: String, to target: String, fileID: String = #fileID, line: Int = #line) {
        self.pattern = pattern
        self.target = target
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// The same with the day from which on nobody should use the old URL.
    public func deprecated(from date: String) -> Rewrite {
        var rewrite = self
        rewrite.deprecation = date
        return rewrite
    }
}

/// A registered rewrite, for lists and documents.
public struct RewriteDescription: Sendable, Equatable, Codable {
    /// The pattern of the old URLs.
    public let pattern: String
    /// The pattern that they lead to.
    public let target: String
    /// The module that it belongs to.
    public let owner: String
    /// From when on nobody should use the old URL.
    public let deprecation: String?
    /// How often it gave a request another URL since its module was registered, whatever came of the request then.
    public let useCount: Int

    init(_ installed: InstalledRewrite) {
        pattern = installed.rewrite.pattern
        target = installed.rewrite.target
        owner = installed.owner
        deprecation = installed.rewrite.deprecation
        useCount = installed.useCount
    }
}

/// A rewrite of a module, with its patterns read, and how often it was used.
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
        if let missing = target.requiredNames.first(where: { !pattern.parameterNames.contains($0) }) {
            throw .unknownParameter(
                missing, target: rewrite.target, pattern: rewrite.pattern, declared: rewrite.location)
        }
    }

    /// The rewrite as messages name it.
    var name: String { "\(owner)'s rewrite \(rewrite.pattern)" }

    /// The rewrite in words, for traces.
    var words: String {
        name + (rewrite.deprecation.map { ", deprecated from \($0)" } ?? "")
    }

    /// Whether it is the same rewrite, which goes on being counted.
    func isThat(of other: Rewrite) -> Bool {
        rewrite.pattern == other.pattern && rewrite.target == other.target && rewrite.location == other.location
    }

    /// How often it gave a request another URL, whatever came of the request then.
    var useCount: Int { uses.load(ordering: .relaxed) }

    /// The URL that a match leads to, and whether it is the first one that the rewrite gave.
    func apply(_ match: PatternMatch, to url: RouteURL) throws(URLGenerationError) -> (url: String, isFirst: Bool) {
        let next = try target(of: match, url: url)
        return (next, uses.add(1, ordering: .relaxed).oldValue == 0)
    }

    /// The same without being counted.
    func target(of match: PatternMatch, url: RouteURL) throws(URLGenerationError) -> String {
        let captures = zip(match.names, match.values).map { QueryItem(name: $0, value: $1) }
        // The last one of a name counts: what the path says is not for the query to change.
        return try write(url.query + captures, like: url) + url.writtenFragment
    }

    /// The target with the scheme and the web host of the old URL, where it names none itself.
    private func write(_ parameters: [QueryItem], like url: RouteURL) throws(URLGenerationError) -> String {
        guard target.scheme == nil, let scheme = url.scheme, let host = url.host else {
            return try target.url(parameters, scheme: url.scheme)
        }
        return scheme + "://" + host + (try target.url(parameters, scheme: nil))
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
    /// The parameters without which there is no URL.
    var requiredNames: [String] {
        elements.flatMap { element -> [String] in
            switch element {
            case .literal, .group, .wildcard(_, allowsNone: true): []
            case .parameter(let parameter): [parameter.name]
            case .wildcard(let name, allowsNone: false): [name]
            }
        }
    }
}

/// All rewrites, frozen.
struct RewriteTable: Sendable {
    let rewrites: [InstalledRewrite]
    private let index: PatternIndex?

    init(_ rewrites: [InstalledRewrite] = [], ownHosts: Set<String> = []) {
        self.rewrites = rewrites
        let patterns = rewrites.map { IndexedPattern($0.pattern) }
        index = rewrites.isEmpty ? nil : PatternIndex(patterns, ownHosts: ownHosts)
    }

    var isEmpty: Bool { rewrites.isEmpty }

    /// The rewrite that is for a URL, and how it matches.
    func match(_ url: RouteURL) -> (rewrite: InstalledRewrite, match: PatternMatch)? {
        index?.match(url).map { (rewrites[$0.number], $0) }
    }

    /// The pairs of rewrites between which nothing decides, of those from a place on.
    func faults(from start: Int) -> [RegistrationFault] { conflicts(from: start).map(\.fault) }

    /// The same, each with the module of the later one.
    func conflicts(from start: Int = 0) -> [(owner: String, fault: RegistrationFault)] {
        PatternIndex.conflicts(rewrites.map { IndexedPattern($0.pattern) }, from: start).map { conflict in
            let (rewrite, other) = (rewrites[conflict.pattern], rewrites[conflict.other])
            let fault = RegistrationFault.rewriteConflict(
                pattern: rewrite.rewrite.pattern, declared: rewrite.rewrite.location, with: other.rewrite.pattern,
                otherOwner: other.owner, otherDeclared: other.rewrite.location)
            return (rewrite.owner, fault)
        }
    }
}
