import Synchronization

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
