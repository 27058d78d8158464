/// All rewrites, frozen.
struct RewriteTable: Sendable {
    let rewrites: [InstalledRewrite]
    private let index: PatternIndex?

    init(_ rewrites: [InstalledRewrite] = [], ownHosts: Set<String> = []) {
        self.rewrites = rewrites
        let patterns = rewrites.map { IndexedPattern($0.pattern) }
        index = rewrites.isEmpty ? nil : PatternIndex(patterns, ownHosts: ownHosts)
    }

    var isEmpty: Bool { rewrites.isEmpty }

    /// The rewrite that is for a URL, and how it matches.
    func match(_ url: RouteURL) -> (rewrite: InstalledRewrite, match: PatternMatch)? {
        index?.match(url).map { (rewrites[$0.number], $0) }
    }

    /// The pairs of rewrites between which nothing decides, of those from a place on.
    func faults(from start: Int) -> [RegistrationFault] { conflicts(from: start).map(\.fault) }

    /// The same, each with the module of the later one.
    func conflicts(from start: Int = 0) -> [(owner: String, fault: RegistrationFault)] {
        PatternIndex.conflicts(rewrites.map { IndexedPattern($0.pattern) }, from: start).map { conflict in
            let (rewrite, other) = (rewrites[conflict.pattern], rewrites[conflict.other])
            let fault = RegistrationFault.rewriteConflict(
                pattern: rewrite.rewrite.pattern, declared: rewrite.rewrite.location, with: other.rewrite.pattern,
                otherOwner: other.owner, otherDeclared: other.rewrite.location)
            return (rewrite.owner, fault)
        }
    }
}
