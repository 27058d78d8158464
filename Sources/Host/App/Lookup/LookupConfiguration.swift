import ModuleKit

/// Who is asked for what no module answers, as the command line says it.
struct LookupConfiguration: Sendable {
    /// The word for the table that is built into the host.
    private static let builtIn = "built-in"

    /// Addresses of HTTP services and paths of files with tables or lists, in the order in which they are asked; without any, the built-in
    /// table is.
    var remotes: [String] = []
    /// Whether anybody is asked.
    var usesRemotes = true
    /// Whether services are only answered for from what is kept of them.
    var isOffline = false
    /// Whether a service that is not on this machine may be asked over plain `http`.
    var allowsInsecure = false
    /// Where answers are kept between starts; `nil` where they are not.
    var cacheFolder: String?
    /// Tells the user of something that is nobody's outcome.
    var report: @Sendable (String) -> Void = { _ in }

    /// The resolvers, in order; tables are read now, services are asked nothing yet.
    func resolvers() throws(LookupError) -> [any Resolver] {
        guard usesRemotes else { return [] }
        var resolvers: [any Resolver] = []
        for remote in remotes { resolvers += try self.resolvers(for: remote) }
        return resolvers.isEmpty ? [try LookupTable.builtIn()] : resolvers
    }

    /// What a word stands for: a service, the built-in table, or what a file holds, a table or a list of remotes.
    private func resolvers(for remote: String) throws(LookupError) -> [any Resolver] {
        if remote == Self.builtIn || remote.contains("://") { return [try resolver(for: remote)] }
        guard let list = try RemoteList(json: LookupTable.bytes(of: remote), file: remote) else {
            return [try resolver(for: remote)]
        }
        var resolvers: [any Resolver] = []
        for entry in list.remotes {
            resolvers.append(try entry.configured(try resolver(for: entry.remote), file: remote))
        }
        return resolvers
    }

    private func resolver(for remote: String) throws(LookupError) -> any Resolver {
        if remote == Self.builtIn { return try LookupTable.builtIn() }
        if remote.contains("://") { return try HTTPLookup(setup(for: remote), allowsInsecure: allowsInsecure) }
        return try LookupTable(file: remote)
    }

    /// What a file at an address is fetched with, under the rules for services.
    func file(at address: String) throws(LookupError) -> any Resolver {
        var setup = setup(for: address)
        setup.cacheFolder = nil
        return try HTTPLookup(setup, allowsInsecure: allowsInsecure)
    }

    private func setup(for endpoint: String) -> ResolverSetup {
        var setup = ResolverSetup(endpoint: endpoint)
        setup.cacheFolder = cacheFolder
        setup.isOffline = isOffline
        setup.report = report
        return setup
    }
}

/// Why a remote that was asked for cannot be used.
enum LookupError: Error, Sendable, Equatable {
    /// The text is not the address of an HTTP service.
    case invalidEndpoint(String)
    /// The address is neither https nor of this machine.
    case insecure(endpoint: String)
    /// The file of a table cannot be read.
    case unreadableTable(file: String, reason: String)
    /// The text is not JSON, or not a table.
    case invalidTable(file: String, reason: String)
    /// The JSON names remotes and is no list of them.
    case invalidList(file: String, reason: String)
    /// The table is in a format of another major version.
    case unknownFormat(file: String, found: String)
    /// A pattern of the table is not in the routing language.
    case invalidPattern(file: String, pattern: String, reason: RoutePatternError)
    /// A prefix in a list of remotes is no URL to begin with.
    case invalidPrefix(file: String, prefix: String)
    /// Two patterns of the table match the same URLs.
    case sameShape(file: String, pattern: String, other: String)
}

extension LookupError: CustomStringConvertible {
    /// A sentence that says what is wrong, where, and what to do.
    var description: String {
        switch self {
        case .invalidEndpoint(let text):
            "\"\(text)\" is not an http or https address; write one such as https://lookup.example.com/resolve, "
                + "or the path of a table"
        case .insecure(let endpoint):
            "\(endpoint) would be asked over plain http, where anybody on the way may read and change the answer; "
                + "write https, or add --allow-insecure"
        case .unreadableTable(let file, let reason):
            "the remote table \(file) cannot be read: \(reason); name a JSON file, or an http or https address"
        case .invalidTable(let file, let reason):
            "the remote table \(file) is not a table: \(reason); write \(Self.example)"
        case .invalidList(let file, let reason):
            "\(file) is not a list of remotes: \(reason); write \(Self.list)"
        case .unknownFormat(let file, let found):
            "the remote table \(file) has the format_version \(found), expected \(LookupTableDocument.currentVersion); "
                + "write \(Self.example)"
        case .invalidPattern(let file, let pattern, let reason):
            "the pattern \"\(pattern)\" of the remote table \(file) cannot be used: \(reason)"
        case .invalidPrefix(let file, let prefix):
            "the prefix \"\(prefix)\" in \(file) cannot be used; write the beginning of URLs, such as app://shop"
        case .sameShape(let file, let pattern, let other):
            "the patterns \(other) and \(pattern) of the remote table \(file) match the same URLs; remove one of them"
        }
    }

    private static let list =
        #"{"format_version":"\#(LookupTableDocument.currentVersion)","remotes":[{"remote":"https://lookup.example.com"}]}"#

    private static let example =
        #"{"format_version":"\#(LookupTableDocument.currentVersion)","answers":[{"pattern":"app://old","#
        + #""answer":{"kind":"redirect","url":"app://new"}}]}"#
}

/// A remote of a list: for which URLs it is asked, and which it may lay something down for.
struct ConfiguredRemote: Resolver {
    /// The URLs that it is asked for; all where this is empty.
    let prefixes: [URLPrefix]
    /// The URLs that its table may be about.
    let grants: [URLPrefix]
    let resolver: any Resolver

    var name: String { resolver.name }
    var status: ResolverStatus? { resolver.status }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        guard covers(question.url) else { return nil }
        return try await resolver.resolve(question)
    }

    func canResolve(_ url: RouteURL) -> Availability { covers(url) ? resolver.canResolve(url) : .no }

    func recall(_ question: Question) -> RecalledAnswer? {
        covers(question.url) ? resolver.recall(question) : RecalledAnswer(nil, source: "its prefixes")
    }

    func flush() throws(ResolverError) { try resolver.flush() }

    /// What it laid down, as far as that is known without asking.
    var knownTable: ResolverTable? {
        guard !grants.isEmpty, let url = try? RouteURL(ResolverTable.url),
            case .table(let table)? = resolver.recall(Question(url))?.resolution
        else { return nil }
        return table
    }

    /// Whether it is asked for a URL.
    func covers(_ url: RouteURL) -> Bool { prefixes.isEmpty || prefixes.contains { $0.covers(url) } }
}
