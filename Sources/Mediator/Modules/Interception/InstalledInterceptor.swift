/// An interceptor of a module, with its patterns read.
final class InstalledInterceptor: Sendable {
    let interceptor: Interceptor
    let owner: String
    /// `Module.name`.
    let fullName: String
    /// The stage in which it runs.
    let stage: Stage
    /// The patterns of its URLs; none stands for every URL.
    let patterns: [IndexedPattern]

    init(_ interceptor: Interceptor, owner: String, types: [ParameterType]) throws(RegistrationFault) {
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
        self.patterns = patterns
    }

    /// Whom it goes before and after, by their full names.
    var before: [String] { interceptor.before.map(qualified) }
    var after: [String] { interceptor.after.map(qualified) }

    private func qualified(_ name: String) -> String { name.contains(".") ? name : "\(owner).\(name)" }
}

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

/// Which interceptors a request has met; each is asked once, whatever others change after it.
struct InterceptorsMet {
    /// Where in the chain the next one is looked for.
    private var place = 0
    /// The places of those that cover the URL, once one was looked for.
    private var covering: ArraySlice<Int>?
    /// Those that were asked before the URL changed.
    private var earlier: [InstalledInterceptor] = []
    /// Those that are still to see the outcome, in the order in which they were asked.
    private(set) var witnesses: [InstalledInterceptor] = []

    /// The next one that covers a request's URL.
    mutating func next(in chain: InterceptorChain, for request: Request) -> InstalledInterceptor? {
        if covering == nil { covering = chain.places(covering: request.url)[...].drop { $0 < place } }
        while let next = covering?.popFirst() {
            place = next + 1
            let candidate = chain.interceptors[next]
            if wasAskedEarlier(candidate) { continue }
            if candidate.interceptor.afterwards != nil { witnesses.append(candidate) }
            return candidate
        }
        return nil
    }

    /// Begins from the start of the chain again, for another URL.
    mutating func leave(_ url: RouteURL, in chain: InterceptorChain) {
        let asked = chain.places(covering: url).prefix { $0 < place }.map { chain.interceptors[$0] }
        earlier += asked.filter { !wasAskedEarlier($0) }
        place = 0
        covering = nil
    }

    /// The last one that has not seen the outcome yet.
    mutating func nextWitness() -> InstalledInterceptor? { witnesses.popLast() }

    private func wasAskedEarlier(_ interceptor: InstalledInterceptor) -> Bool {
        earlier.contains { $0 === interceptor }
    }
}
