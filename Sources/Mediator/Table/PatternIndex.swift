/// Finds the one pattern that answers for a URL: the small interface that every route table stands on.
///
/// Precedence is by specificity, segment by segment: literal, then parameter, then wildcard; a branch that ends dead
/// gives way to the next. Patterns that name the URL's scheme come before those that name none.
@_spi(Host) public struct PatternIndex: Sendable {
    private var roots: [Authority: Int] = [:]
    private var nodes: [PatternNode] = []
    private(set) var patterns: [RoutePattern] = []

    /// What a tree of segments hangs on: a scheme or none, and a host for `http` and `https`.
    private struct Authority: Hashable {
        let scheme: String?
        let host: String?
    }

    /// An index without patterns, which matches nothing.
    public init() {}

    /// Adds a pattern and returns its number, which counts from 0, or the number of the pattern of the same shape.
    ///
    /// The shape is the pattern without the names of its parameters. Linear in the number of segments.
    public mutating func insert(_ pattern: RoutePattern) -> Result<Int, SameShape> {
        var node = root(of: Authority(scheme: pattern.scheme, host: pattern.host))
        for segment in pattern.segments {
            node = child(of: node, for: segment)
        }
        if let number = nodes[node].pattern { return .failure(SameShape(number: number)) }
        nodes[node].pattern = patterns.count
        patterns.append(pattern)
        return .success(patterns.count - 1)
    }

    /// The number and the path parameters of the most specific pattern that matches, or `nil`.
    public func match(_ url: RouteURL) -> PatternMatch? {
        let isWeb = url.host != nil
        let authorities =
            [Authority(scheme: url.scheme, host: url.host)]
            + (isWeb || url.scheme == nil ? [] : [Authority(scheme: nil, host: nil)])
        for authority in authorities {
            guard let root = roots[authority] else { continue }
            var captures: [String] = []
            if let number = find(url.segments[...], from: root, captures: &captures) {
                return PatternMatch(number: number, names: patterns[number].parameterNames, values: captures)
            }
        }
        return nil
    }

    private mutating func root(of authority: Authority) -> Int {
        if let root = roots[authority] { return root }
        nodes.append(PatternNode())
        roots[authority] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func child(of node: Int, for segment: RoutePattern.Segment) -> Int {
        if let child = nodes[node].child(for: segment) { return child }
        nodes.append(PatternNode())
        nodes[node].setChild(nodes.count - 1, for: segment)
        return nodes.count - 1
    }

    private func find(_ segments: ArraySlice<String>, from index: Int, captures: inout [String]) -> Int? {
        let node = nodes[index]
        guard let first = segments.first else { return node.pattern }
        let rest = segments.dropFirst()
        if let literal = node.literals[first], let found = find(rest, from: literal, captures: &captures) {
            return found
        }
        if let parameter = node.parameter {
            captures.append(first)
            if let found = find(rest, from: parameter, captures: &captures) { return found }
            captures.removeLast()
        }
        guard let wildcard = node.wildcard else { return nil }
        captures.append(segments.joined(separator: "/"))
        return nodes[wildcard].pattern
    }
}

/// The number of the pattern that has the same shape as the one that was to be inserted.
@_spi(Host) public struct SameShape: Error {
    /// The number of the pattern that is there.
    public let number: Int
}
