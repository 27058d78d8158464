import Synchronization

/// An interceptor of a module, with its patterns parsed.
final class InstalledInterceptor: Sendable {
    let interceptor: Interceptor
    let owner: String
    /// `Module.name`.
    let fullName: String
    let stage: Request.Stage
    /// The number of this interceptor in its notes; see `TrackedCode`.
    let note = Atomic<UInt32>(0)
    let patterns: [IndexedPattern]

    init(_ interceptor: Interceptor, owner: String, types: [ParameterType]) throws(RegistrationFault) {
        self.interceptor = interceptor
        self.owner = owner
        fullName = "\(owner).\(interceptor.name)"
        stage = .interceptor(interceptor.name, module: owner)
        patterns = try interceptor.patterns.map { (text) throws(RegistrationFault) in
            do throws(RoutePatternError) {
                return IndexedPattern(try RoutePattern(text, types: types))
            } catch {
                throw .invalidInterceptor(
                    interceptor.name, pattern: text, declared: interceptor.location, reason: error)
            }
        }
    }

    var isUniversal: Bool { patterns.isEmpty && interceptor.label == nil }

    /// The full names of the interceptors that this interceptor must precede (`before`) or follow (`after`).
    var before: [String] { interceptor.before.map(qualified) }
    var after: [String] { interceptor.after.map(qualified) }

    private func qualified(_ name: String) -> String { name.contains(".") ? name : "\(owner).\(name)" }
}

/// A registered interceptor, for lists and documents.
@_spi(Host) public struct InterceptorDescription: Sendable, Equatable, Codable {
    /// A name in `before` or `after` that is not the name of a registered interceptor.
    public struct Missing: Sendable, Equatable, Codable {
        /// `Module.name`.
        public let name: String
        /// The most similar registered name, if there is a similar one.
        public let near: String?
    }

    /// `Module.name`.
    public let name: String
    /// The patterns of the covered URLs; an interceptor without patterns and without a label covers every URL.
    public let patterns: [String]
    /// The label of the covered routes, if the interceptor has one.
    public let label: String?
    /// The module that it belongs to.
    public let owner: String
    /// The names in `before` and `after` that no registered interceptor has; they have no effect on the order.
    public let missing: [Missing]

    init(_ installed: InstalledInterceptor, among names: Set<String>) {
        name = installed.fullName
        patterns = installed.interceptor.patterns
        label = installed.interceptor.label
        owner = installed.owner
        missing = (installed.before + installed.after).filter { !names.contains($0) }.map { name in
            Missing(name: name, near: EditDistance.nearest(to: name, among: names.subtracting([installed.fullName])))
        }
    }
}

/// An interceptor that covers a URL, with the parameters that the interceptor's pattern captures.
struct CoveringInterceptor: Sendable {
    let installed: InstalledInterceptor
    /// The parameters of the interceptor's most specific matching pattern; empty if the interceptor covers the URL
    /// without a pattern.
    let parameters: [QueryItem]
}

/// A cursor over the interceptors that cover a request's URL. The cursor returns each interceptor once, even if the URL
/// changes.
struct InterceptorCursor {
    /// The interceptors that cover the URL, in order.
    private var covering: [CoveringInterceptor]
    private var taken = 0
    /// The interceptors that were returned before the URL changed.
    private var earlier: [CoveringInterceptor] = []
    /// The returned interceptors that have yet to receive the outcome, in the order in which they were returned.
    var afterwards: [CoveringInterceptor] = []

    init(_ covering: [CoveringInterceptor]) { self.covering = covering }

    mutating func next() -> CoveringInterceptor? {
        while taken < covering.count {
            let next = covering[taken]
            taken += 1
            if earlier.contains(where: { $0.installed === next.installed }) { continue }
            if next.installed.interceptor.afterwards != nil { afterwards.append(next) }
            return next
        }
        return nil
    }

    /// Continues with the interceptors that cover the changed URL.
    mutating func restart(with covering: [CoveringInterceptor]) {
        earlier += self.covering.prefix(taken)
        self.covering = covering
        taken = 0
    }

    /// Adds the interceptors that cover another candidate, except the ones that the cursor already contains.
    mutating func add(_ others: [CoveringInterceptor]) {
        covering += others.filter { other in !covering.contains { $0.installed === other.installed } }
    }
}
