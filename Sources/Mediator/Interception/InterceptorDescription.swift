/// A registered interceptor, for lists and documents.
public struct InterceptorDescription: Sendable, Equatable, Codable {
    /// A name in `before` or `after` that no registered interceptor has.
    public struct Missing: Sendable, Equatable, Codable {
        /// `Module.name`.
        public let name: String
        /// The nearest name that there is, if one is near.
        public let near: String?
    }

    /// `Module.name`.
    public let name: String
    /// The patterns of its URLs; none stands for every URL.
    public let patterns: [String]
    /// The module that it belongs to.
    public let owner: String
    /// Whom it is to go before or after, and who is not there: nothing was ordered by these names.
    public let missing: [Missing]

    init(_ installed: InstalledInterceptor, among names: Set<String>) {
        name = installed.fullName
        patterns = installed.interceptor.patterns
        owner = installed.owner
        missing = (installed.before + installed.after).filter { !names.contains($0) }.map { name in
            Missing(name: name, near: EditDistance.nearest(to: name, among: names.subtracting([installed.fullName])))
        }
    }
}
