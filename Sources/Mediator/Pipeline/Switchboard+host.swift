import Synchronization

@_spi(Host) extension Switchboard {
    /// The description of the host for resolvers.
    var hostDescription: HostDescription { host.withLock(\.self) }

    /// Sets the description of the host for resolvers; running questions keep the previous one.
    @_spi(Host) public func describe(_ host: HostDescription) { self.host.withLock { $0 = host } }

    /// Sets the modules of the host, with their versions, in its description for resolvers.
    @_spi(Host) public func describe(modules: [String: String]) { host.withLock { $0.modules = modules } }

    /// The installer of modules that resolvers offer, if any.
    var moduleInstaller: (any ModuleInstaller)? { installer.withLock(\.self) }

    /// Sets the installer of modules that resolvers offer; without one, offers are refused.
    @_spi(Host) public func allowInstallation(by installer: any ModuleInstaller) {
        self.installer.withLock { $0 = installer }
    }

    /// Returns the answers of the resolvers that need no remote question, in the resolvers' order.
    @_spi(Host) public func recall(_ url: RouteURL, origin: Origin) throws(RequestError) -> [ResolverRecall] {
        guard shown(url.text) == url.text else { return [] }
        try RequestPipeline.check(url, after: nil, showing: shown)
        let question = Question(url, origin: origin, host: hostDescription)
        return resolvers.map { ResolverRecall(resolver: $0.name, answer: $0.recall(question)) }
    }
}

/// The answer of one resolver that needs no remote question.
@_spi(Host) public struct ResolverRecall: Sendable {
    /// The resolver's name.
    public let resolver: String
    /// The answer, or `nil` if the resolver would have to ask.
    public let answer: RecalledAnswer?
}

/// The description of a host for a resolver, so that an answer can fit it.
public struct HostDescription: Sendable, Hashable {
    /// The host's version, or `nil` if unknown.
    public var version: String?
    /// The versions of the running modules, by name.
    public var modules: [String: String]
    /// The user's language as a tag of BCP 47, such as `zh-CN`, or `nil` if none is set.
    public var locale: String?

    /// Creates a description of a host.
    public init(version: String? = nil, modules: [String: String] = [:], locale: String? = nil) {
        self.version = version
        self.modules = modules
        self.locale = locale
    }
}
