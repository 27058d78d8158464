/// An interceptor of a module, with its patterns read.
final class InstalledInterceptor: Sendable {
    let interceptor: Interceptor
    let owner: String
    /// `Module.name`.
    let fullName: String
    /// The stage in which it runs.
    let stage: Stage
    /// The URLs that it is for, or `nil` for all.
    private let index: PatternIndex?

    init(_ interceptor: Interceptor, owner: String, types: [ParameterType], ownHosts: Set<String>)
        throws(RegistrationFault)
    {
        self.interceptor = interceptor
        self.owner = owner
        fullName = "\(owner).\(interceptor.name)"
        stage = .interceptor(interceptor.name, module: owner)
        var patterns: [IndexedPattern] = []
        for pattern in interceptor.patterns {
            do throws(RoutePatternError) {
                patterns.append(IndexedPattern(try RoutePattern(pattern, types: types)))
            } catch {
                throw .invalidInterceptor(
                    interceptor.name, pattern: pattern, declared: interceptor.location, reason: error)
            }
        }
        index = patterns.isEmpty ? nil : PatternIndex(patterns, ownHosts: ownHosts)
    }

    /// Whom it goes before and after, by their full names.
    var before: [String] { interceptor.before.map(qualified) }
    var after: [String] { interceptor.after.map(qualified) }

    /// Whether it is for every URL.
    var coversAll: Bool { index == nil }

    /// Whether it is for a URL.
    func covers(_ url: RouteURL) -> Bool { index?.matches(url) ?? true }

    private func qualified(_ name: String) -> String { name.contains(".") ? name : "\(owner).\(name)" }
}
