import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime
import Synchronization

/// A resolver for an HTTP service. It opens the networking library, which costs about 9 ms and 9 MB, at the first
/// question.
final class HTTPLookup: Resolver {
    /// The library next to the host's executable.
    static let library = Executable.folder + "/libRemoteLookup.so"

    /// The name of the web service, or the address without credentials, query and fragment.
    let name: String
    private let setup: ResolverSetup
    private let library: String
    /// The time before each answer of a web service.
    private let delay: Duration
    private let opened = Mutex<(any Resolver)?>(nil)

    /// Creates a resolver for an `http` or `https` address, without opening the library. `allowsInsecure` permits plain
    /// `http` to other machines, although machines on the path can then read and change questions and answers.
    init(
        _ setup: ResolverSetup, allowsInsecure: Bool = false, delay: Duration = .zero,
        library: String = HTTPLookup.library
    ) throws(Failure) {
        let endpoint = setup.endpoint
        guard let components = URLComponents(string: endpoint), let host = components.host, !host.isEmpty,
            ["http", "https"].contains(components.scheme?.lowercased()), (1...65_535).contains(components.port ?? 80)
        else {
            throw Failure(
                usage: "\"\(endpoint)\" is not an http or https address; write one such as "
                    + "https://lookup.example.com/resolve, or the path of a table")
        }
        if components.scheme?.lowercased() == "http", !allowsInsecure, !Self.isLoopback(host) {
            throw Failure(
                usage: "\(Self.name(components)) would be asked over plain http, where others may read and "
                    + "change the answer; write https, or add --allow-insecure")
        }
        name = setup.webService ?? Self.name(components)
        self.setup = setup
        (self.library, self.delay) = (library, delay)
    }

    /// Returns whether a host is certainly this machine; names are not resolved.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return ["localhost", "[::1]", "::1"].contains(host)
            || host.wholeMatch(of: #/127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}/#) != nil
    }

    /// Returns the address without the parts that may be secret.
    private static func name(_ address: URLComponents) -> String {
        var components = address
        components.user = nil
        components.password = nil
        components.query = nil
        components.fragment = nil
        return components.string ?? components.host ?? ""
    }

    /// Whether the resolver answers only the calls of modules to a web service.
    var isWebService: Bool { setup.webService != nil }

    var webServices: [String: String] { setup.webService.map { [$0: setup.endpoint] } ?? [:] }

    func canResolve(_ url: RouteURL) -> Availability { isWebService ? .no : .undecided }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        if isWebService, question.call == nil { return nil }
        let work = LongWork.begin("asking \(name)…")
        defer { LongWork.end(work) }
        if delay > .zero { try? await Task.sleep(for: delay) }
        return try await resolver().resolve(question)
    }

    func recall(_ question: Question) -> RecalledAnswer? {
        if isWebService { return RecalledAnswer(nil, source: "a web service for the calls of modules") }
        return try? resolver().recall(question)
    }

    var status: ResolverStatus? {
        do {
            return try resolver().status
        } catch {
            var status = ResolverStatus()
            status.errors = ["\(error)"]
            return status
        }
    }

    func flush() throws(ResolverError) { try resolver().flush() }

    func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8] {
        let work = LongWork.begin("fetching from \(name)…")
        defer { LongWork.end(work) }
        return try await resolver().download(limit: limit, within: time)
    }

    /// Returns the library's resolver; the first caller creates it while others wait.
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
            let opened = try DynamicLibrary(path: library)
            return try Handshake.factory(ResolverFactory.self, from: opened.function("switchboard_resolver_v1_HTTP"))
                .make(setup)
        } catch {
            throw .unavailable(resolver: name, reason: "its library \(library) cannot be used: \(error)")
        }
    }
}
