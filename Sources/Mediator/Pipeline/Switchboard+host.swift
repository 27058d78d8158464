import Synchronization

extension Switchboard {
    /// What resolvers are told of the host.
    var hostDescription: HostDescription { host.withLock(\.self) }

    /// Says what resolvers are told of the host; questions that are on their way keep what was said before.
    @_spi(Host) public func describe(_ host: HostDescription) { self.host.withLock { $0 = host } }

    /// Tells resolvers from now on which modules the host has, with their versions.
    @_spi(Host) public func describe(modules: [String: String]) { host.withLock { $0.modules = modules } }

    /// Who installs what resolvers offer, if anybody may.
    var moduleInstaller: (any ModuleInstaller)? { installer.withLock(\.self) }

    /// Has modules that resolvers offer be installed; without this, they are refused.
    @_spi(Host) public func allowInstallation(by installer: any ModuleInstaller) {
        self.installer.withLock { $0 = installer }
    }

    /// What the resolvers know of a URL without asking anybody, in the order in which they would be asked.
    @_spi(Host) public func recall(_ url: String, origin: Origin) throws(RequestError) -> [ResolverRecall] {
        guard shown(url) == url else { return [] }
        let question = Question(
            try RequestPipeline.parse(url, after: nil, showing: shown), origin: origin, host: hostDescription)
        return resolvers.map { ResolverRecall(resolver: $0.name, answer: $0.recall(question)) }
    }
}

/// What one resolver knows of a URL without asking anybody.
@_spi(Host) public struct ResolverRecall: Sendable {
    /// The resolver's name.
    public let resolver: String
    /// What it would answer, or `nil` where it would have to ask.
    public let answer: RecalledAnswer?
}

/// What a host tells a resolver about itself, so that an answer can fit it.
public struct HostDescription: Sendable, Hashable {
    /// The host's version, or `nil` where it does not say.
    public var version: String?
    /// The versions of the running modules, by name.
    public var modules: [String: String]
    /// The user's language as a tag of BCP 47, such as `zh-CN`, or `nil` where none is set.
    public var locale: String?

    /// Describes a host.
    public init(version: String? = nil, modules: [String: String] = [:], locale: String? = nil) {
        self.version = version
        self.modules = modules
        self.locale = locale
    }
}
