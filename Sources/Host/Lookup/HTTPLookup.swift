import FoundationEssentials
@_spi(Host) import ModuleKit
import Synchronization

/// Asks an HTTP service, through a library that is opened at the first question: networking costs some 9 ms and 9 MB.
final class HTTPLookup: Resolver {
    /// The library beside the host's executable.
    static let library = Executable.folder + "/libRemoteLookup.so"

    /// The service's address without credentials, query and fragment.
    let name: String
    private let endpoint: String
    private let library: String
    private let opened = Mutex<(any Resolver)?>(nil)

    /// A resolver for an `http` or `https` address; the library is not touched yet.
    init(endpoint: String, library: String = HTTPLookup.library) throws(LookupError) {
        guard var components = URLComponents(string: endpoint), let host = components.host, !host.isEmpty,
            ["http", "https"].contains(components.scheme?.lowercased()), (1...65_535).contains(components.port ?? 80)
        else { throw .invalidEndpoint(endpoint) }
        components.user = nil
        components.password = nil
        components.query = nil
        components.fragment = nil
        name = components.string ?? host
        self.endpoint = endpoint
        self.library = library
    }

    func canResolve(_ url: RouteURL) -> Availability { .undecided }

    func resolve(_ url: RouteURL) async throws(ResolverError) -> Resolution? {
        try await resolver().resolve(url)
    }

    /// The library's resolver, which the first caller makes while others wait.
    private func resolver() throws(ResolverError) -> any Resolver {
        try opened.withLock { (opened) throws(ResolverError) in
            if let opened { return opened }
            let resolver = try open()
            opened = resolver
            return resolver
        }
    }

    private func open() throws(ResolverError) -> any Resolver {
        do {
            let entryPoint = try DynamicLibrary(path: library).entryPoint("switchboard_resolver_v1_HTTP")
            return try Handshake.performResolver(entryPoint).resolver(endpoint: endpoint)
        } catch {
            throw .unavailable(resolver: name, reason: "the library \(library) for it is of no use: \(error)")
        }
    }
}
