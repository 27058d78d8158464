@_spi(Host) import ModuleKit

/// A file that lists remotes in the order in which they are asked:
/// `{"format_version":"1.0","remotes":[{"remote":"https://…","prefixes":["app://shop"]}]}`.
struct RemoteList: Decodable {
    struct Entry: Decodable {
        /// The address of a service, or the path of a table.
        let remote: String
        /// The prefixes of the URLs that the remote answers. Without a prefix, the remote answers all URLs.
        let prefixes: [String]?
        /// The prefixes of the URLs for which the remote's table may set rules that override modules. Without a prefix,
        /// the table may not set rules.
        let grants: [String]?
    }

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case remotes
    }

    private let formatVersion: String?
    private let remotes: [Entry]?

    /// Returns the remotes of a list; `nil` if the file is not a list.
    static func entries(json: [UInt8], file: String) throws(Failure) -> [Entry]? {
        guard let list: RemoteList = try? Payload(json: json).decode(), let remotes = list.remotes else { return nil }
        guard let version = list.formatVersion else {
            throw Failure(
                usage: "\(file) is not a list of remotes: \"format_version\" is missing; write "
                    + #"{"format_version":"1.0","remotes":[{"remote":"https://lookup.example.com"}]}"#)
        }
        guard version.hasPrefix("1.") else {
            throw Failure(usage: "\(LookupTableError.unknownFormat(name: file, found: version))")
        }
        return remotes
    }
}

/// A remote of a list, with the URLs that it answers and the URLs for which it may set rules.
struct ConfiguredRemote: Resolver {
    /// The prefixes of the URLs that the remote answers; empty for all URLs.
    let prefixes: [URLPrefix]
    /// The prefixes of the URLs for which the remote's table may set rules.
    let grants: [URLPrefix]
    let resolver: any Resolver

    /// Creates a remote with the parsed prefixes of its entry.
    init(_ entry: RemoteList.Entry, _ resolver: any Resolver, file: String) throws(Failure) {
        prefixes = try Self.parsed(entry.prefixes, file: file)
        grants = try Self.parsed(entry.grants, file: file)
        self.resolver = resolver
    }

    private static func parsed(_ prefixes: [String]?, file: String) throws(Failure) -> [URLPrefix] {
        try (prefixes ?? []).map { text throws(Failure) in
            if let prefix = URLPrefix(text) { return prefix }
            throw Failure(
                usage:
                    "the prefix \"\(text)\" in \(file) cannot be used; write the beginning of URLs, such as app://shop")
        }
    }

    var name: String { resolver.name }
    var status: ResolverStatus? { resolver.status }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        guard covers(question.url) else { return nil }
        return try await resolver.resolve(question)
    }

    func canResolve(_ url: RouteURL) -> Availability { covers(url) ? resolver.canResolve(url) : .no }

    func canResolve(_ url: RouteURL, for verb: Request.Verb) -> Availability {
        covers(url) ? resolver.canResolve(url, for: verb) : .no
    }

    func recall(_ question: Question) -> RecalledAnswer? {
        covers(question.url) ? resolver.recall(question) : RecalledAnswer(nil, source: "its prefixes")
    }

    func flush() throws(ResolverError) { try resolver.flush() }

    /// The remote's table, if it is known without a request to the remote.
    var knownTable: ResolverTable? {
        guard !grants.isEmpty,
            case .table(let table)? = resolver.recall(Question(ResolverTable.url))?.resolution
        else { return nil }
        return table
    }

    func covers(_ url: RouteURL) -> Bool { prefixes.isEmpty || prefixes.contains { $0.covers(url) } }
}
