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
