/// A registered interceptor, for lists and documents.
public struct InterceptorDescription: Sendable, Equatable, Codable {
    /// `Module.name`.
    public let name: String
    /// The patterns of its URLs; none stands for every URL.
    public let patterns: [String]
    /// The module that it belongs to.
    public let owner: String

    init(_ installed: InstalledInterceptor) {
        name = installed.fullName
        patterns = installed.interceptor.patterns
        owner = installed.owner
    }
}
