@_spi(Host) import ModuleKit
import Platform

/// The resolvers of URLs that no module answers, from the command line.
struct LookupConfiguration: Sendable {
    /// The addresses of HTTP services and the paths of files with tables or lists, in the order of their calls.
    var remotes: [String] = []
    /// The file with the table of the demonstration, which answers if no remote is named; `nil` for none.
    var demoTable: String?
    /// The addresses of the web services of modules: URLs, and paths of folders from the root.
    var services: [String: String] = [:]
    var usesRemotes = true
    /// Whether services are not asked, so that only their cached answers are used.
    var isOffline = false
    /// Whether a service that is not on this machine may be asked over plain `http`.
    var allowsInsecure = false
    /// The folder of answers between starts; `nil` for none.
    var cacheFolder: String?
    /// Reports a problem that is no request's outcome to the user.
    var report: @Sendable (String) -> Void = { _ in }

    /// Returns the resolvers, in order; tables are read now, and services are not asked yet.
    func resolvers() throws(LookupError) -> [any Resolver] {
        var services: [any Resolver] = []
        for (name, address) in self.services.sorted(by: { $0.key < $1.key }) {
            services.append(
                address.hasPrefix("/") ? FolderService(name, in: address) : try file(at: address, webService: name))
        }
        guard usesRemotes else { return services }
        var resolvers: [any Resolver] = []
        for remote in remotes { resolvers += try self.resolvers(for: remote) }
        if resolvers.isEmpty, let demoTable { resolvers.append(DemoTable(file: demoTable)) }
        return services + resolvers
    }

    /// Returns the resolvers of a word: a service, or the content of a file, which is a table or a list of remotes.
    private func resolvers(for remote: String) throws(LookupError) -> [any Resolver] {
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

    private func resolver(for remote: String) throws(LookupError) -> any Resolver {
        if remote.contains("://") { return try HTTPLookup(setup(for: remote), allowsInsecure: allowsInsecure) }
        return try LookupTable(file: remote)
    }

    /// Returns the resolver that fetches from an address, and keeps nothing: a file, or the answers of a web service.
    func file(at address: String, webService: String? = nil) throws(LookupError) -> any Resolver {
        var setup = setup(for: address)
        setup.cacheFolder = nil
        setup.webService = webService
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

/// The reason why a remote cannot be used.
enum LookupError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text is not the address of an HTTP service.
    case invalidEndpoint(String)
    /// The address is neither `https` nor on this machine.
    case insecure(endpoint: String)
    /// The file of a table cannot be read.
    case unreadableTable(file: String, FileError)
    /// The content of a file is not a table.
    case table(LookupTableError)
    /// The JSON names remotes and is not a list of them.
    case invalidList(file: String, reason: String)
    /// A prefix in a list of remotes is not the beginning of a URL.
    case invalidPrefix(file: String, prefix: String)
    /// A web service has no usable name or address.
    case invalidService(String, reason: String)
    /// The file of web services cannot be read.
    case unreadableServices(file: String, FileError)
    /// The content of a file of web services is not an object of addresses.
    case invalidServices(file: String, reason: String)

    /// A sentence with the fault, its place and the remedy.
    var description: String {
        switch self {
        case .invalidEndpoint(let text):
            "\"\(text)\" is not an http or https address; write one such as https://lookup.example.com/resolve, "
                + "or the path of a table"
        case .insecure(let endpoint):
            "\(endpoint) would be asked over plain http, where others on the way may read and change the answer; "
                + "write https, or add --allow-insecure"
        case .unreadableTable(let file, let error):
            "the remote table \(file) cannot be read: \(error); "
                + error.remedy(or: "name a JSON file, or an http or https address")
        case .table(let error): "\(error)"
        case .invalidList(let file, let reason):
            "\(file) is not a list of remotes: \(reason); write \(Self.list)"
        case .invalidPrefix(let file, let prefix):
            "the prefix \"\(prefix)\" in \(file) cannot be used; write the beginning of URLs, such as app://shop"
        case .invalidService(let service, let reason):
            "the web service \"\(service)\" cannot be used: \(reason); write one such as "
                + "accounts=https://accounts.example.com/v1, or accounts=FOLDER with a file for each answer"
        case .unreadableServices(let file, let error):
            Self.services(file, "\(error)", remedy: error.remedy(or: Self.serviceExample))
        case .invalidServices(let file, let reason): Self.services(file, reason, remedy: Self.serviceExample)
        }
    }

    private static func services(_ file: String, _ reason: String, remedy: String) -> String {
        "the web services in \(file), which \(HostOptions.serviceVariable) names, cannot be read: \(reason); \(remedy)"
    }

    private static let serviceExample =
        #"write a JSON file such as {"accounts":"https://accounts.example.com/v1"}"#
    private static let list = #"{"format_version":"1.0","remotes":[{"remote":"https://lookup.example.com"}]}"#
}

extension LookupTable {
    /// Reads a table from a file, whose path becomes the table's name if it has no other.
    init(file: String, name: String? = nil) throws(LookupError) {
        let json = try Self.bytes(of: file)
        do {
            self = try LookupTable(json: json, name: name ?? file)
        } catch {
            throw .table(error)
        }
    }

    /// Returns the content of a file with a table or a list of remotes.
    static func bytes(of file: String) throws(LookupError) -> [UInt8] {
        do {
            return try CheckedFile.bytes(at: file)
        } catch {
            throw .unreadableTable(file: file, error)
        }
    }
}
