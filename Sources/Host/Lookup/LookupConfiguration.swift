import ModuleKit

/// Who is asked for what no module answers, as the command line says it.
struct LookupConfiguration: Sendable {
    /// Addresses of HTTP services and paths of tables, in the order in which they are asked; without any, the built-in
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
        for remote in remotes { resolvers.append(try resolver(for: remote)) }
        return resolvers.isEmpty ? [try LookupTable.builtIn()] : resolvers
    }

    private func resolver(for remote: String) throws(LookupError) -> any Resolver {
        if remote.contains("://") { return try HTTPLookup(setup(for: remote), allowsInsecure: allowsInsecure) }
        return try LookupTable(file: remote)
    }

    private func setup(for endpoint: String) -> ResolverSetup {
        var setup = ResolverSetup(endpoint: endpoint)
        setup.cacheFolder = cacheFolder
        setup.isOffline = isOffline
        setup.report = report
        return setup
    }
}
