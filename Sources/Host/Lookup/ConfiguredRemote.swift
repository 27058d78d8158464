import ModuleKit

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
