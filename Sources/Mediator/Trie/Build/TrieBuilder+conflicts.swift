extension TrieBuilder {
    /// The numbers of the patterns whose way through the tree a pattern without groups shares to its end.
    func undecided(_ pattern: RoutePattern) -> [Int] {
        guard let root = roots[TrieAuthority(scheme: pattern.scheme, host: pattern.host)] else { return [] }
        return undecided(pattern.elements[...], from: root)
    }

    private func undecided(_ elements: ArraySlice<PatternElement>, from number: Int) -> [Int] {
        let node = nodes[number]
        guard let element = elements.first else { return Array(chain(node.end)) }
        let rest = elements.dropFirst()
        switch element {
        case .literal(let text):
            return child(of: number, literal: text).map { undecided(rest, from: $0) } ?? []
        case .parameter(let parameter) where parameter.isPlain:
            return node.plain < 0 ? [] : undecided(rest, from: Int(node.plain))
        case .parameter(let parameter):
            let children = special(of: number).filter { $0.parameter.meets(parameter) }
            return children.flatMap { undecided(rest, from: $0.child) }
        case .wildcard: return Array(chain(node.wildcard))
        case .group: return []
        }
    }
}
