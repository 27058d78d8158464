/// An index that finds the patterns for a URL; every table of routes is based on it.
///
/// It never changes, so any thread can read it. More specific patterns take precedence
/// (Documentation/RoutingLanguage.md).
@_spi(Host) public final class PatternIndex: Sendable {
    private let tree: PatternTree
    private let ownHosts: Set<String>
    /// The number of patterns.
    public let count: Int

    /// Creates an index of patterns; the number of a pattern is its index in the array.
    ///
    /// It contains all patterns. Between two patterns that `conflicts(_:)` reports, the precedence is undefined.
    public convenience init(_ patterns: [IndexedPattern], ownHosts: Set<String> = []) {
        self.init(TreeBuilder(), adding: patterns, from: 0, ownHosts: Set(ownHosts.map { $0.lowercased() }))
    }

    private init(_ builder: TreeBuilder, adding patterns: [IndexedPattern], from first: Int, ownHosts: Set<String>) {
        var builder = builder
        for (number, pattern) in zip(first..., patterns) { builder.insert(pattern, number: number) }
        tree = PatternTree(builder)
        count = first + patterns.count
        self.ownHosts = ownHosts
    }

    /// Returns the index with additional patterns; their numbers continue after the existing numbers.
    ///
    /// - Complexity: linear in the size of the index, because its memory is copied.
    public func adding(_ patterns: [IndexedPattern]) -> PatternIndex {
        PatternIndex(TreeBuilder(tree), adding: patterns, from: count, ownHosts: ownHosts)
    }

    /// The size of the memory that a look-up reads, in bytes.
    public var byteCount: Int { tree.parts.pointee.byteCount }

    /// Returns the best pattern for a URL, or `nil`.
    public func match(_ url: RouteURL) -> PatternMatch? { url.isValid ? url.withBytes(bestMatch) : nil }

    @inline(__always) private func bestMatch(_ url: URLBytes) -> PatternMatch? {
        let (named, any) = (namedRoot(of: url), anyRoot(of: url))
        if named == nil, any != nil, let form = literal(url) {
            return PatternMatch(number: Int(tree.parts.pointee.forms[form].pattern))
        }
        return url.withSegments { segments in
            if let named, let match = best(named, segments, url) { return match }
            if let any, let match = best(any, segments, url) { return match }
            return anyHostRoot(of: url).flatMap { best($0, segments, url) }
        }
    }

    /// Returns every pattern that matches a URL, the best one first.
    public func matches(_ url: RouteURL) -> [PatternMatch] { url.isValid ? url.withBytes(allMatches) : [] }

    private func allMatches(_ url: URLBytes) -> [PatternMatch] {
        url.withSegments { segments in
            var found: [PatternMatch] = []
            if let named = namedRoot(of: url) { addMatches(named, segments, url, to: &found) }
            if let any = anyRoot(of: url) { addMatches(any, segments, url, to: &found) }
            if let anyHost = anyHostRoot(of: url) { addMatches(anyHost, segments, url, to: &found) }
            return found
        }
    }

    /// Returns the root of the patterns with the URL's scheme and host, which precede all other patterns.
    @inline(__always) private func namedRoot(of url: URLBytes) -> Int? {
        guard tree.hasNamedRoots, url.parts.scheme.count > 0 else { return nil }
        return root(of: url, host: url.host ?? "")
    }

    /// Returns the root of the patterns without a scheme, if they apply to the URL.
    @inline(__always) private func anyRoot(of url: URLBytes) -> Int? {
        !url.parts.isWeb || url.host.map(ownHosts.contains) == true ? TreeBuilder.anyRoot : nil
    }

    /// Returns the root of the patterns for the URL's scheme and any host, which follow all other patterns.
    private func anyHostRoot(of url: URLBytes) -> Int? {
        tree.hasNamedRoots && url.parts.isWeb ? root(of: url, host: "") : nil
    }

    private func root(of url: URLBytes, host: String) -> Int? {
        var name = "\(url.scheme ?? ""):\(host)"
        let root = name.withUTF8 { name in
            // The name is not empty, so it has an address.
            let start = UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped)
            return tree.parts.pointee.target(ofNode: TreeBuilder.roots, start, from: 0, to: name.count)
        }
        return root == .none ? nil : root.number
    }

    /// Returns the form (of a pattern without a scheme) whose text equals the URL's path as it is written, if any.
    @inline(__always) private func literal(_ url: URLBytes) -> Int? {
        let path = url.parts.writtenPath
        guard tree.isUniform, !url.parts.hasEscapes, path.count > 0 else { return nil }
        // A URL is never empty, so it has an address.
        let start = UnsafeRawPointer(url.text.baseAddress.unsafelyUnwrapped)
        let form = tree.form(spelledOutBy: start + path.lowerBound, count: path.count)
        return form >= 0 ? form : nil
    }

    /// Returns the best pattern below a root; in a uniform tree, this is the first one that a walk finds.
    @inline(__always) private func best(_ root: Int, _ segments: PathSegments, _ url: URLBytes) -> PatternMatch? {
        guard tree.isUniform, segments.count < 16 else { return bestOfAll(root, segments, url) }
        return TreeWalk.with(tree.parts, root: root, segments, room: 16) { walk in
            walk.first().map { makeMatch($0, walk.captured, segments, url) }
        }
    }

    @inline(never) private func bestOfAll(_ root: Int, _ segments: PathSegments, _ url: URLBytes) -> PatternMatch? {
        var best: (form: Int, captures: [TreeWalk.Capture])?
        visit(root, segments) { form, captures in
            if let other = best?.form, !rank(form).precedes(rank(other)) { return }
            best = (form, Array(captures))
        }
        return best.map { best in
            best.captures.withUnsafeBufferPointer { makeMatch(best.form, $0, segments, url) }
        }
    }

    private func addMatches(_ root: Int, _ segments: PathSegments, _ url: URLBytes, to matches: inout [PatternMatch]) {
        var found: [(match: PatternMatch, rank: FormRank)] = []
        visit(root, segments) { form, captures in
            let rank = rank(form)
            found.append((makeMatch(form, captures, segments, url, ranks: rank.segments), rank))
        }
        // Most URLs have no match.
        if found.isEmpty { return }
        found.sort { $0.rank.precedes($1.rank) }
        var numbers: Set<Int> = []
        matches += found.map(\.match).filter { numbers.insert($0.number).inserted }
    }

    private func rank(_ form: Int) -> FormRank { tree.ranks[Int(tree.parts.pointee.forms[form].rank)] }

    /// Visits every form that matches a path below a root, with the byte ranges of its parameters.
    private func visit(
        _ root: Int, _ segments: PathSegments, _ body: (Int, UnsafeBufferPointer<TreeWalk.Capture>) -> Void
    ) {
        let forms = tree.parts.pointee.forms
        TreeWalk.with(tree.parts, root: root, segments, room: segments.count + 1) { walk in
            var form = walk.first()
            while let first = form {
                let isEmpty = walk.hasEmptyRest
                var chained = first
                while chained >= 0 {
                    if !isEmpty || forms[chained].allowsNone { body(chained, walk.captured) }
                    chained = Int(forms[chained].next) - 1
                }
                form = walk.next()
            }
        }
    }

    @inline(__always) private func makeMatch(
        _ form: Int, _ captures: UnsafeBufferPointer<TreeWalk.Capture>, _ segments: PathSegments, _ url: URLBytes,
        ranks: [Specificity] = []
    ) -> PatternMatch {
        let parts = tree.parts
        let parameter = { (place: Int) in
            let capture = captures[place]
            return parts.pointee.parameter(place, of: form, segments, Int(capture.start)..<Int(capture.end))
        }
        // An array literal is allocated in half the time that `map` takes.
        var parameters = captures.count == 1 ? [parameter(0)] : captures.indices.map(parameter)
        if url.parts.hasEscapes, parts.pointee.forms[form].isOpen, let rest = captures.last, rest != (0, 0) {
            let name = parameters.removeLast().name
            parameters.append(QueryItem(name: name, value: segments.rest(from: Int(rest.start))))
        }
        if parts.pointee.forms[form].capturesHost { parameters = withHost(parameters, of: url) }
        return PatternMatch(number: Int(parts.pointee.forms[form].pattern), parameters: parameters, ranks: ranks)
    }

    /// Returns the parameters with the host put before the rest of the path in the wildcard's value.
    @inline(never) private func withHost(_ parameters: [QueryItem], of url: URLBytes) -> [QueryItem] {
        parameters.map { rest in
            let path = rest.value.isEmpty ? "" : "/" + rest.value
            return QueryItem(name: rest.name, value: (url.host ?? "") + path)
        }
    }
}

/// A pattern with a priority: a pattern with a higher priority comes first, even before a more specific pattern.
@_spi(Host) public struct IndexedPattern: Sendable {
    /// The pattern.
    public let pattern: RoutePattern
    /// The priority, 0 by default.
    public let priority: Int

    /// Creates a pattern with a priority.
    public init(_ pattern: RoutePattern, priority: Int = 0) {
        self.pattern = pattern
        self.priority = priority
    }
}

/// A pattern of an index that matches a URL, with the values of its parameters.
@_spi(Host) public struct PatternMatch: Sendable, Equatable {
    /// The pattern's number in its index.
    public let number: Int
    /// The parameters of the path with their decoded values, in order; a wildcard's value keeps `%2F` and `%25`.
    public let parameters: [QueryItem]
    /// The specificity of the pattern at each segment; empty if only the best match was requested.
    let ranks: [Specificity]

    init(number: Int, parameters: [QueryItem] = [], ranks: [Specificity] = []) {
        (self.number, self.parameters, self.ranks) = (number, parameters, ranks)
    }

    /// The names of the parameters, in order.
    public var names: [String] { parameters.map(\.name) }
    /// The values of the parameters, in the same order.
    public var values: [String] { parameters.map(\.value) }
}

/// The precedence of a form among the forms that match the same URL below the same root of the tree.
struct FormRank: Sendable, Hashable {
    let priority: Int
    /// The specificity of the form at each segment.
    let segments: [Specificity]

    /// Returns whether this form takes precedence over another form.
    ///
    /// The higher priority decides. If the priorities are equal, the first segment in which the forms differ decides:
    /// the more specific form precedes, or the form that ends where the other form has an empty wildcard.
    func precedes(_ other: FormRank) -> Bool {
        if priority != other.priority { return priority > other.priority }
        for (rank, otherRank) in zip(segments, other.segments) where rank != otherRank { return rank > otherRank }
        return segments.count < other.segments.count
    }
}
