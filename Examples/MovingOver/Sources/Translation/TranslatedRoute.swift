/// A route of another router, translated to Switchboard's routing language.
struct TranslatedRoute: Sendable, Equatable {
    /// The pattern in the other router's notation.
    let source: String
    /// The patterns that replace the source pattern; all have the same handler.
    var patterns: [String]
    /// The other router's names of renamed parameters, keyed by the new names.
    var renamed: [String: String] = [:]
    /// The new names of parts that have no name in the other router.
    var added: [String] = []
    /// A regular expression for the whole URL; the handler answers `.declined` for a URL that does not match.
    var condition: String?
    /// Whether other programs may not open the route.
    var isInternal = false

    /// The route as lines of a table: the pattern, the new pattern, and the other changes.
    var lines: [String] {
        let notes =
            renamed.sorted(by: <).map { "`\($0)` was `\($1)`" }
            + added.map { "`\($0)` had no name" }
            + (condition.map { ["answer .declined unless the URL matches \($0)"] } ?? [])
            + (isInternal ? ["access: .modules"] : [])
        return patterns.map { ([source, $0] + notes).joined(separator: "\t") }
    }
}

/// The names of a pattern's parameters; each occurs once.
struct ParameterNames {
    private var taken: Set<String>

    /// Reads the names of a pattern.
    init(of pattern: String) {
        taken = Set(pattern.matches(of: /[:*](\w+)/).map { String($0.1) })
    }

    /// Returns the name, followed by a number if the name is taken.
    mutating func take(_ name: String) -> String {
        let names = [name] + (2...99).map { name + String($0) }
        let free = names.first { !taken.contains($0) } ?? name
        taken.insert(free)
        return free
    }
}
