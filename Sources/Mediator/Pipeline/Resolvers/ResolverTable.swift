/// The rules that a resolver sets in advance for its granted URLs: the host asks for them once, not for each request.
public struct ResolverTable: Sendable, Equatable, Decodable {
    /// The URL of the question whose answer is the table.
    public static let url = "switchboard://table"

    /// A rule that maps old URLs to new ones, as a module's `Rewrite` does.
    public struct Rule: Sendable, Equatable, Decodable {
        /// The pattern of the old URLs.
        public let pattern: String
        /// The pattern of the new URLs, with the parameters of the old ones.
        public let target: String
    }

    /// An answer in place of a module.
    public struct Override: Sendable, Equatable {
        /// The pattern of its URLs.
        public let pattern: String
        /// A web page, a redirect, a described page, or a denial.
        public let answer: Resolution
    }

    /// The table's version, for people.
    public let version: String
    /// The rewrites.
    public let rewrites: [Rule]
    /// The answers that take precedence over those of modules.
    public let overrides: [Override]
    /// The patterns of URLs whose requests the host logs for the user.
    public let log: [String]

    private enum Key: String, CodingKey { case version, rewrites, overrides, log }

    /// Decodes `{"version":…,"rewrites":[…],"overrides":[…],"log":[…]}`; an absent list is empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        version = try container.decode(String.self, forKey: .version)
        rewrites = try container.decodeIfPresent([Rule].self, forKey: .rewrites) ?? []
        overrides = try container.decodeIfPresent([Override].self, forKey: .overrides) ?? []
        log = try container.decodeIfPresent([String].self, forKey: .log) ?? []
    }

    /// All patterns of the table.
    public var patterns: [String] { rewrites.map { $0.pattern } + overrides.map { $0.pattern } + log }
}

extension ResolverTable.Override: Decodable {
    private enum Key: String, CodingKey { case pattern, answer }

    /// Decodes `{"pattern":…,"answer":…}`.
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
