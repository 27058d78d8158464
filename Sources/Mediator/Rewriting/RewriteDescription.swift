/// A registered rewrite, for lists and documents.
public struct RewriteDescription: Sendable, Equatable, Codable {
    /// The pattern of the old URLs.
    public let pattern: String
    /// The pattern that they lead to.
    public let target: String
    /// The module that it belongs to.
    public let owner: String
    /// From when on nobody should use the old URL.
    public let deprecation: String?
    /// How often it gave a request another URL since its module was registered, whatever came of the request then.
    public let useCount: Int

    init(_ installed: InstalledRewrite) {
        pattern = installed.rewrite.pattern
        target = installed.rewrite.target
        owner = installed.owner
        deprecation = installed.rewrite.deprecation
        useCount = installed.useCount
    }
}
