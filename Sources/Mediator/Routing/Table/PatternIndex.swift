/// An index that finds the patterns for a URL: the small interface below every table of routes.
///
/// It never changes; read it from any thread without a lock. Precedence is by specificity, segment by segment
/// (Documentation/RoutingLanguage.md).
@_spi(Host) public struct PatternIndex: Sendable {
    private let tree: PatternTree
    private let ownHosts: Set<String>
    /// The number of patterns.
    public let count: Int
    /// The patterns whose wildcard begins with the host.
    private let capturing: Set<Int>

    /// Creates an index of patterns, which are known by their places in the array.
    ///
    /// It holds all patterns, also pairs that `conflicts(_:)` would name; the order of such a pair is undefined.
    public init(_ patterns: [IndexedPattern], ownHosts: Set<String> = []) {
        self.init(
            TreeBuilder(), adding: patterns, from: 0, ownHosts: Set(ownHosts.map { $0.lowercased() }), capturing: [])
    }

    private init(
        _ builder: TreeBuilder, adding patterns: [IndexedPattern], from first: Int, ownHosts: Set<String>,
        capturing: Set<Int>
    ) {
        var builder = builder
        var capturing = capturing
        for (number, pattern) in zip(first..., patterns) {
            builder.insert(pattern, number: number)
            if pattern.pattern.capturesHost { capturing.insert(number) }
        }
        tree = PatternTree(builder)
        count = first + patterns.count
        self.ownHosts = ownHosts
        self.capturing = capturing
    }

    /// Returns the index with more patterns, whose numbers follow.
    ///
    /// - Complexity: linear in the size of the index, by a copy of its memory.
    public func adding(_ patterns: [IndexedPattern]) -> PatternIndex {
        PatternIndex(TreeBuilder(tree), adding: patterns, from: count, ownHosts: ownHosts, capturing: capturing)
    }

    /// The size of the memory that a look-up reads, in bytes.
    public var byteCount: Int { tree.parts.pointee.byteCount }

    /// Returns the best pattern for a URL, or `nil`.
    public func match(_ url: RouteURL) -> PatternMatch? {
        guard url.isValid else { return nil }
        let (named, isForAny) = (namedRoot(of: url), answersForAny(url))
        if isForAny, named == nil, let form = literal(url) {
            return PatternMatch(number: Int(tree.parts.pointee.forms[form].pattern), parameters: [])
        }
        return url.withSegments { segments, text in
            if let named, let match = matchBelow(named, segments) { return match }
            if isForAny {
                // A path in its shortest form was looked for as it is written.
                let isShortest = segments.length &+ 1 == url.parts.writtenPath.count
                if !isShortest || url.parts.hasEscapes || named != nil, let match = matchWhole(segments) {
                    return match
                }
                if let match = matchBelow(tree.anyRoot, segments) { return match }
            }
            return anyHostRoot(of: url).flatMap { matchBelow($0, segments) }.map { withHost($0, of: url) }
        }
    }

    /// Returns whether a pattern matches a URL, without decoding a parameter.
    func matches(_ url: RouteURL) -> Bool {
        guard url.isValid else { return false }
        let (named, isForAny) = (namedRoot(of: url), answersForAny(url))
        if isForAny, named == nil, literal(url) != nil { return true }
        return url.withSegments { segments, text in
            if isForAny, matchWhole(segments) != nil { return true }
            return [named, isForAny ? tree.anyRoot : nil, anyHostRoot(of: url)].contains { root in
                guard let root else { return false }
                return TreeWalk.with(tree.parts, root: root, segments, room: segments.count + 1) { $0.first() >= 0 }
            }
        }
    }

    /// Returns the pattern without parameters that spells out a path.
    private func matchWhole(_ segments: PathSegments) -> PatternMatch? {
        let form = tree.isUniform ? tree.form(spellingOut: segments) : -1
        return form < 0 ? nil : PatternMatch(number: Int(tree.parts.pointee.forms[form].pattern), parameters: [])
    }

    /// The root of the patterns that name the URL's scheme and host.
    @inline(__always) private func namedRoot(of url: RouteURL) -> Int? {
        guard tree.hasNamedRoots, url.parts.scheme.count > 0 else { return nil }
        return root(of: url, host: url.parts.isWeb ? url.host ?? "" : "")
    }

    private func anyHostRoot(of url: RouteURL) -> Int? {
        tree.hasNamedRoots && url.parts.isWeb ? root(of: url, host: "") : nil
    }

    private func root(of url: RouteURL, host: String) -> Int? {
        url.withBytes { text in
            var host = host
            return host.withUTF8 { host in
                tree.root(
                    scheme: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[url.parts.scheme.range]),
                    host: UnsafeRawBufferPointer(host))
            }
        }
    }

    /// The form without a scheme that spells out a URL's path as it is written.
    @inline(__always) private func literal(_ url: RouteURL) -> Int? {
        let path = url.parts.writtenPath
        guard tree.isUniform, !url.parts.hasEscapes, path.count > 0 else { return nil }
        let form = url.withBytes { text -> Int in
            guard let start = text.baseAddress else { return -1 }
            return tree.form(spellingOut: UnsafeRawPointer(start) + path.lowerBound, count: path.count)
        }
        return form >= 0 ? form : nil
    }

    /// Returns every pattern that matches a URL, the best one first.
    public func candidates(_ url: RouteURL) -> [PatternMatch] {
        guard url.isValid else { return [] }
        return url.withSegments { segments, text in
            let named = namedRoot(of: url).map { candidates($0, segments, .named) } ?? []
            let others = answersForAny(url) ? candidates(tree.anyRoot, segments, .anyScheme) : []
            let anywhere = anyHostRoot(of: url).map { candidates($0, segments, .anyHost) } ?? []
            return named + others + anywhere.map { withHost($0, of: url) }
        }
    }

    private func candidates(
        _ root: Int, _ segments: PathSegments, _ authority: PatternMatch.Authority
    ) -> [PatternMatch] {
        var found: [PatternMatch] = []
        visit(root, segments) { form, captures in
            var match = Self.patternMatch(tree.parts, form, captures, segments)
            let record = tree.parts.pointee.forms[form]
            match.order = PatternMatch.Order(
                authority: authority, priority: record.priority, ranks: tree.ranks[Int(record.ranks)])
            found.append(match)
        }
        found.sort { $0.precedes($1) }
        var numbers: Set<Int> = []
        return found.filter { numbers.insert($0.number).inserted }
    }

    /// Visits every form that matches a path below a root, with the places of its parameters among the bytes.
    private func visit(
        _ root: Int, _ segments: PathSegments, _ body: (Int, UnsafeBufferPointer<TreeWalk.Capture>) -> Void
    ) {
        let forms = tree.parts.pointee.forms
        if root == tree.anyRoot {
            var form = tree.form(spellingOut: segments)
            while form >= 0 {
                body(form, UnsafeBufferPointer(start: nil, count: 0))
                form = Int(forms[form].next) - 1
            }
        }
        TreeWalk.with(tree.parts, root: root, segments, room: segments.count + 1) { walk in
            var form = walk.first()
            while form >= 0 {
                let isEmpty = walk.hasEmptyRest
                var chained = form
                while chained >= 0 {
                    if !isEmpty || forms[chained].allowsNone {
                        body(chained, UnsafeBufferPointer(start: walk.captures, count: walk.captureCount))
                    }
                    chained = Int(forms[chained].next) - 1
                }
                form = walk.next()
            }
        }
    }

    /// Returns a match of a pattern for any host, with the host in the value of a wildcard that begins with it.
    private func withHost(_ match: PatternMatch, of url: RouteURL) -> PatternMatch {
        guard let rest = match.parameters.first, capturing.contains(match.number) else { return match }
        var match = match
        let path = rest.value.isEmpty ? "" : "/" + rest.value
        match.parameters = [QueryItem(name: rest.name, value: (url.host ?? "") + path)]
        return match
    }

    /// The patterns that name the URL's scheme and host go before those that name none, and these before those for any
    /// host.
    private func answersForAny(_ url: RouteURL) -> Bool {
        guard tree.anyRoot != 0 else { return false }
        return !url.parts.isWeb || url.host.map(ownHosts.contains) == true
    }

    @inline(__always) private func matchBelow(_ root: Int, _ segments: PathSegments) -> PatternMatch? {
        guard tree.isUniform, segments.count < 16 else { return best(root, segments) }
        let parts = tree.parts
        return TreeWalk.with(parts, root: root, segments, room: 16) { walk in
            let form = walk.first()
            guard form >= 0 else { return nil }
            return Self.patternMatch(
                parts, form, UnsafeBufferPointer(start: walk.captures, count: walk.captureCount), segments)
        }
    }

    /// Returns the best pattern below a root, which need not be the first on the way.
    @inline(never) private func best(_ root: Int, _ segments: PathSegments) -> PatternMatch? {
        let forms = tree.parts.pointee.forms
        var best: (form: Int, captures: [TreeWalk.Capture])?
        visit(root, segments) { form, captures in
            if let other = best?.form, !tree.precedes(forms[form], forms[other]) { return }
            best = (form, Array(captures))
        }
        return best.map { best in
            best.captures.withUnsafeBufferPointer { Self.patternMatch(tree.parts, best.form, $0, segments) }
        }
    }

    @inline(__always) private static func patternMatch(
        _ parts: UnsafePointer<TreeParts>, _ form: Int, _ captures: UnsafeBufferPointer<TreeWalk.Capture>,
        _ segments: PathSegments
    ) -> PatternMatch {
        let parameter = { (place: Int) in
            let capture = captures[place]
            return parts.pointee.parameter(place, of: form, segments, Int(capture.start)..<Int(capture.end))
        }
        // A literal makes room in half the time of `map`.
        let parameters = captures.count == 1 ? [parameter(0)] : captures.indices.map(parameter)
        return PatternMatch(number: Int(parts.pointee.forms[form].pattern), parameters: parameters)
    }
}

extension PatternIndex {
    /// Returns each pattern without a rule for some URL beside an earlier one, by their places in the array.
    ///
    /// Priorities decide between patterns that differ in them. Only new patterns, from `start` on, are considered. A pattern
    /// in conflict is not compared with later ones, so that equal patterns are one group.
    ///
    /// - Complexity: linear in the number of patterns.
    public static func conflicts(_ patterns: [IndexedPattern], from start: Int = 0) -> [PatternConflict] {
        var table = ShapeTable()
        for number in 0..<start { table.insert(PatternShapes(patterns[number]), number) }
        return (start..<patterns.count).compactMap { number in
            table.add(number, of: patterns).map { PatternConflict(pattern: number, other: $0.other) }
        }
    }

    static func isUndecided(_ first: IndexedPattern, _ second: IndexedPattern) -> Bool {
        first.priority == second.priority && PatternOverlap.isUndecided(first.pattern, second.pattern)
    }
}

/// Two patterns without a rule for their order, by their places in the index.
@_spi(Host) public struct PatternConflict: Sendable, Equatable {
    /// The later of the two.
    public let pattern: Int
    /// The earlier of the two; `nil` if the pattern has too many forms, or shares them with too many earlier ones.
    public let other: Int?
}

/// A pattern of an index with its priority: the higher priority goes first, even before a more specific pattern.
@_spi(Host) public struct IndexedPattern: Sendable {
    /// The pattern.
    public let pattern: RoutePattern
    /// The priority; 0 unless a route states another one.
    public let priority: Int

    /// Creates a pattern with a priority.
    public init(_ pattern: RoutePattern, priority: Int = 0) {
        self.pattern = pattern
        self.priority = priority
    }
}

/// A matching pattern of an index, with its parameters.
@_spi(Host) public struct PatternMatch: Sendable, Equatable {
    /// The pattern's number in its index.
    public internal(set) var number: Int
    /// The parameters of the path with their decoded values, in order.
    public internal(set) var parameters: [QueryItem]
    /// The key of its order among the candidates for a URL; `nil` for other matches.
    var order: Order?

    /// The key by which the patterns that match a URL are ordered.
    struct Order: Sendable, Equatable {
        /// The part of the URL before its path that the pattern names.
        let authority: Authority
        /// The pattern's priority.
        let priority: Int64
        /// The specificity of the pattern for each segment.
        let ranks: [Specificity]

        /// Whether one candidate for a URL goes before another, of this index or another one.
        func precedes(_ other: Order) -> Bool {
            if authority != other.authority { return authority > other.authority }
            if priority != other.priority { return priority > other.priority }
            return ranks.precedes(other.ranks)
        }
    }

    /// The part of a URL before its path that a pattern names; the largest goes first, before all priorities.
    enum Authority: Int, Sendable, Comparable {
        /// The scheme, and any web host.
        case anyHost
        /// No scheme: any but `http` and `https`, and the app's own web hosts.
        case anyScheme
        /// The scheme, and the host of a web URL.
        case named

        static func < (first: Authority, second: Authority) -> Bool { first.rawValue < second.rawValue }
    }

    /// The names of the parameters, in order.
    public var names: [String] { parameters.map(\.name) }
    /// The decoded values, in the order of the names.
    public var values: [String] { parameters.map(\.value) }

    /// Whether a candidate for a URL goes before another one.
    func precedes(_ other: PatternMatch) -> Bool {
        guard let order, let otherOrder = other.order else { return false }
        return order.precedes(otherOrder)
    }
}

extension [Specificity] {
    /// Whether a pattern with these ranks goes before another: at the first segment in which they differ it is more
    /// specific, or it ends where the other goes on, since of an exact end and an empty wildcard the end is more specific.
    func precedes(_ other: [Specificity]) -> Bool {
        for (rank, otherRank) in zip(self, other) where rank != otherRank { return rank > otherRank }
        return count < other.count
    }
}
