/// A resolver's rules for the URLs that are granted to it; the host requests the rules once, not for each request.
public struct ResolverTable: Sendable, Equatable, Decodable {
    /// The URL with which the host asks a resolver for its table.
    public static let url: RouteURL = "switchboard://table"

    /// A rule that maps old URLs to new ones, like a module's `Rewrite`.
    public struct Rule: Sendable, Equatable, Decodable {
        /// The pattern of the old URLs.
        public let pattern: String
        /// The pattern of the new URLs, with the parameters of the old pattern.
        public let target: String
    }

    /// An answer that replaces a module's answer.
    public struct Override: Sendable, Equatable {
        /// The pattern of the URLs that get this answer.
        public let pattern: String
        /// A web page, a redirect, a described page, or a denial.
        public let answer: Resolution
    }

    /// The table's version, for people.
    public let version: String
    /// The rewrites.
    public let rewrites: [Rule]
    /// The answers that take precedence over modules' answers.
    public let overrides: [Override]
    /// The rules for modules, keyed by the name that a module passes to `tableRules(_:)`. Each rule has a pattern, and
    /// other fields of any kind.
    public let rules: [String: [Payload]]

    private enum Key: String, CodingKey { case version, rewrites, overrides, rules }
    private struct PatternOfRule: Decodable { let pattern: String }

    /// Decodes `{"version":…,"rewrites":[…],"overrides":[…],"rules":{"NAME":[{"pattern":…}]}}`; absent parts are empty.
    /// - Throws: `DecodingError`, or `RegistrationFault.tooMany` if there are more than 1,000 of a kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        version = try container.decode(String.self, forKey: .version)
        rewrites = container.contains(.rewrites) ? try container.decode(.rewrites, forKey: .rewrites) : []
        overrides = container.contains(.overrides) ? try container.decode(.overrides, forKey: .overrides) : []
        let patterns = try container.decodeIfPresent([String: [PatternOfRule]].self, forKey: .rules) ?? [:]
        try DeclarationLimit.rules.check(patterns.values.reduce(0) { $0 + $1.count })
        rules = try container.decodeIfPresent([String: [Payload]].self, forKey: .rules) ?? [:]
    }

    /// All patterns of the table.
    public var patterns: [String] {
        let ofRules = rules.values.joined().compactMap { try? $0.decode(as: PatternOfRule.self).pattern }
        return rewrites.map { $0.pattern } + overrides.map { $0.pattern } + ofRules
    }
}

extension ResolverTable.Override: Decodable {
    private enum Key: String, CodingKey { case pattern, answer }

    /// Decodes `{"pattern":…,"answer":…}`.
    /// - Throws: `DecodingError` if the answer is not web, redirect, page or denied.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        pattern = try container.decode(String.self, forKey: .pattern)
        answer = try container.decode(Resolution.self, forKey: .answer)
        switch answer {
        case .web, .redirect, .page, .denied: break
        case .gone, .module, .table, .value:
            throw DecodingError.dataCorruptedError(
                forKey: .answer, in: container, debugDescription: "an override is web, redirect, page or denied")
        }
    }
}
