/// What a resolver lays down beforehand for the URLs that it has been granted: it is asked for once, and not for each request.
public struct ResolverTable: Sendable, Equatable, Decodable {
    /// The question whose answer is the table.
    public static let url = "switchboard://table"

    /// Leads old URLs to where their content is, as a module's `Rewrite` does.
    public struct Rule: Sendable, Equatable, Decodable {
        /// The pattern of the old URLs.
        public let pattern: String
        /// The pattern that takes the same parameters.
        public let target: String
    }

    /// Answers in place of a module.
    public struct Override: Sendable, Equatable {
        /// The pattern of its URLs.
        public let pattern: String
        /// A web page, a redirect, a described page, or that it is denied.
        public let answer: Resolution
    }

    /// The table's version, for people.
    public let version: String
    /// The rewrites.
    public let rewrites: [Rule]
    /// The answers that go before those of modules.
    public let overrides: [Override]
    /// The patterns of URLs whose requests are told to the user.
    public let log: [String]

    private enum Key: String, CodingKey { case version, rewrites, overrides, log }

    /// Decodes `{"version":…,"rewrites":[…],"overrides":[…],"log":[…]}`; a list that is left out is empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        version = try container.decode(String.self, forKey: .version)
        rewrites = try container.decodeIfPresent([Rule].self, forKey: .rewrites) ?? []
        overrides = try container.decodeIfPresent([Override].self, forKey: .overrides) ?? []
        log = try container.decodeIfPresent([String].self, forKey: .log) ?? []
    }

    /// The patterns that the table is about.
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
        case .gone, .module, .table:
            throw DecodingError.dataCorruptedError(
                forKey: .answer, in: container, debugDescription: "an override is web, redirect, page or denied")
        }
    }
}
