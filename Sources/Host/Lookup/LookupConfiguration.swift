import ModuleKit

/// Who is asked for what no module answers, as the command line says it.
struct LookupConfiguration: Sendable, Equatable {
    /// Addresses of HTTP services and paths of tables, in the order in which they are asked; without any, the built-in
    /// table is.
    var remotes: [String] = []
    /// Whether anybody is asked.
    var usesRemotes = true

    /// The resolvers, in order; tables are read now, services are asked nothing yet.
    func resolvers() throws(LookupError) -> [any Resolver] {
        guard usesRemotes else { return [] }
        var resolvers: [any Resolver] = []
        for remote in remotes { resolvers.append(try Self.resolver(for: remote)) }
        return resolvers.isEmpty ? [try LookupTable.builtIn()] : resolvers
    }

    private static func resolver(for remote: String) throws(LookupError) -> any Resolver {
        if remote.contains("://") { return try HTTPLookup(endpoint: remote) }
        return try LookupTable(file: remote)
    }
}
