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
