@_spi(Host) import ModuleKit
import Platform

/// The configuration of the resolvers for web services, and for URLs that no module answers. It comes from the options
/// and the settings.
struct LookupConfiguration: Sendable {
    /// The addresses of HTTP services and the paths of files with tables or lists, in the order of their use.
    var remotes: [String] = []
    /// The file with the table of the demonstration, which answers if no remote is named; `nil` for none.
    var demoTable: String?
    /// For each web service that modules call: its URL, or the absolute path of a folder with its answers.
    var services: [String: String] = [:]
    var usesRemotes = true
    /// Whether only cached answers of services are used.
    var isOffline = false
    /// The time before each answer of a web service.
    var serviceDelay = Duration.zero
    /// Whether a service that is not on this machine may be asked over plain `http`.
    var allowsInsecure = false
    /// The folder of cached answers; `nil` for none.
    var cacheFolder: String?
    /// Reports to the user a problem that is not the outcome of a request.
    var report: @Sendable (String) -> Void = { _ in }

    /// Returns the resolvers in order; reads tables, but does not yet contact services.
    func resolvers() throws(Failure) -> [any Resolver] {
        var services: [any Resolver] = []
        for (name, address) in self.services.sorted(by: { $0.key < $1.key }) {
            services.append(
                address.hasPrefix("/")
                    ? FolderService(name, in: address, isOffline: isOffline, delay: serviceDelay)
                    : try file(at: address, webService: name))
        }
        guard usesRemotes else { return services }
        var resolvers: [any Resolver] = []
        for remote in remotes { resolvers += try self.resolvers(for: remote) }
        if resolvers.isEmpty, let demoTable { resolvers.append(DemoTable(file: demoTable)) }
        return services + resolvers
    }

    /// Returns the resolvers of a remote: a service, or a file with a table or a list of remotes.
    private func resolvers(for remote: String) throws(Failure) -> [any Resolver] {
        if remote.contains("://") { return [try resolver(for: remote)] }
        guard let entries = try RemoteList.entries(json: LookupTable.bytes(of: remote), file: remote) else {
            return [try resolver(for: remote)]
        }
        var resolvers: [any Resolver] = []
        for entry in entries {
            resolvers.append(try ConfiguredRemote(entry, try resolver(for: entry.remote), file: remote))
        }
        return resolvers
    }

    private func resolver(for remote: String) throws(Failure) -> any Resolver {
        if remote.contains("://") { return try HTTPLookup(setup(for: remote), allowsInsecure: allowsInsecure) }
        return try LookupTable(file: remote)
    }

    /// Returns a resolver that fetches a file, or the answers of a web service, without a cache.
    func file(at address: String, webService: String? = nil) throws(Failure) -> any Resolver {
        var setup = setup(for: address)
        setup.cacheFolder = nil
        setup.webService = webService
        return try HTTPLookup(
            setup, allowsInsecure: allowsInsecure, delay: webService == nil ? .zero : serviceDelay)
    }

    private func setup(for endpoint: String) -> ResolverSetup {
        var setup = ResolverSetup(endpoint: endpoint)
        setup.cacheFolder = cacheFolder
        setup.isOffline = isOffline
        setup.report = report
        return setup
    }
}

extension LookupTable {
    /// Reads a table from a file; the default name of the table is the file's path.
    init(file: String, name: String? = nil) throws(Failure) {
        let json = try Self.bytes(of: file)
        self = try Failure.describing(try LookupTable(json: json, name: name ?? file)) { (error: LookupTableError) in
            Failure(usage: "\(error)")
        }
    }

    /// Returns the content of a file with a table or a list of remotes.
    static func bytes(of file: String) throws(Failure) -> [UInt8] {
        try Failure.describing(try CheckedFile.bytes(at: file)) { unreadable(file, $0) }
    }

    static func unreadable(_ file: String, _ error: FileError) -> Failure {
        let remedy = error.remedy(or: "name a JSON file, or an http or https address")
        return Failure(usage: "the remote table \(file) cannot be read: \(error); \(remedy)")
    }
}
