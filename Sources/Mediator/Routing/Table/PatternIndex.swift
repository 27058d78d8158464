/// An index that finds the patterns for a URL: the small interface below every table of routes.
///
/// It is built from all patterns at once and never changes; read it from any thread without a lock. Precedence is by
/// specificity, segment by segment (Documentation/RoutingLanguage.md). It is one block of memory, which can be written
/// to a file and read back (`write(to:)`).
@_spi(Host) public struct PatternIndex: Sendable {
    let trie: FrozenTrie
    private let ownHosts: Set<String>

    /// Creates an index of patterns, which are known by their places in the array.
    ///
    /// It holds all patterns, also pairs that `conflicts(_:)` would name; the order of such a pair is undefined.
    public init(_ patterns: [IndexedPattern], ownHosts: Set<String> = []) {
        self.init(FrozenTrie(patterns), ownHosts: ownHosts)
    }

    init(_ trie: FrozenTrie, ownHosts: Set<String>) {
        self.trie = trie
        self.ownHosts = Set(ownHosts.map { $0.lowercased() })
    }

    /// The size of the block of memory, in bytes; the set of own hosts is the only other part.
    public var byteCount: Int { trie.byteCount }

    /// The number of patterns.
    public var count: Int { trie.layout.patterns.count }

    /// Returns the pattern of a number, with its priority; it is parsed from its text each time.
    public func pattern(_ number: Int) -> IndexedPattern { trie.pattern(number) }

    /// Returns the best pattern for a URL, or `nil`.
    public func match(_ url: RouteURL) -> PatternMatch? {
        guard url.isValid else { return nil }
        let (named, isForAny) = (namedRoot(of: url), answersForAny(url))
        if named == nil, isForAny, let number = literal(url) { return PatternMatch(number: number, parameters: []) }
        return url.withSegments { segments, text in
            if let named, let match = match(named, segments) { return match }
            if isForAny, let match = match(trie.memory.anyRoot, segments) { return match }
            return trie.anyHostRoot(of: url, text).flatMap { match($0, segments) }.map { withHost($0, of: url) }
        }
    }

    /// Returns whether a pattern matches a URL, without decoding a parameter.
    func matches(_ url: RouteURL) -> Bool {
        let (named, isForAny) = (namedRoot(of: url), answersForAny(url))
        if named == nil, isForAny, literal(url) != nil { return true }
        return url.withSegments { segments, text in
            if let named, matches(named, segments) { return true }
            if isForAny, matches(trie.memory.anyRoot, segments) { return true }
            return trie.anyHostRoot(of: url, text).map { matches($0, segments) } ?? false
        }
    }

    private func matches(_ root: TrieReference, _ segments: PathSegments) -> Bool {
        trie.walk(root, segments) { number, _ in
            number >= 0
                || number == TrieWalk.slow && TrieSearch.best(trie.memory.layout, root: root, segments) != nil
        }
    }

    /// The root of the patterns that name the URL's scheme and host.
    @inline(__always) private func namedRoot(of url: RouteURL) -> TrieReference? {
        url.parts.scheme.count == 0 ? nil : url.withBytes { trie.root(of: url, $0) }
    }

    /// The number of the pattern without a scheme that spells out a URL's path as it is written.
    @inline(__always) private func literal(_ url: RouteURL) -> Int? {
        let path = url.parts.writtenPath
        guard !url.parts.hasEscapes, path.count > 0 else { return nil }
        let number = url.withBytes { text -> Int in
            guard let start = text.baseAddress else { return -1 }
            return trie.literal(UnsafeRawPointer(start) + path.lowerBound, count: path.count)
        }
        return number >= 0 ? number : nil
    }

    /// Returns every pattern that matches a URL, the best one first.
    public func candidates(_ url: RouteURL) -> [PatternMatch] {
        guard url.isValid else { return [] }
        return url.withSegments { segments, text in
            let named = trie.root(of: url, text).map { candidates($0, segments, .named) } ?? []
            let others = answersForAny(url) ? candidates(trie.memory.anyRoot, segments, .anyScheme) : []
            let anywhere = trie.anyHostRoot(of: url, text).map { candidates($0, segments, .anyHost) } ?? []
            return named + others + anywhere.map { withHost($0, of: url) }
        }
    }

    private func candidates(
        _ root: TrieReference, _ segments: PathSegments, _ authority: PatternMatch.Authority
    ) -> [PatternMatch] {
        TrieSearch.candidates(trie.memory.layout, root: root, segments).map { candidate in
            var match = match(candidate, segments)
            match.authority = authority
            return match
        }
    }

    /// Returns a match of a pattern for any host, with the host in the value of a wildcard that begins with it.
    private func withHost(_ match: PatternMatch, of url: RouteURL) -> PatternMatch {
        guard let rest = match.parameters.first, trie.pattern(match.number).pattern.capturesHost else { return match }
        var match = match
        let path = rest.value.isEmpty ? "" : "/" + rest.value
        match.parameters = [QueryItem(name: rest.name, value: (url.host ?? "") + path)]
        return match
    }

    /// The index for an app with these web hosts of its own.
    func answering(_ ownHosts: Set<String>) -> PatternIndex { PatternIndex(trie, ownHosts: ownHosts) }

    /// The patterns that name the URL's scheme and host go before those that name none, and these before those for any
    /// host.
    private func answersForAny(_ url: RouteURL) -> Bool {
        guard trie.memory.anyRoot != .none else { return false }
        return !url.parts.isWeb || url.host.map(ownHosts.contains) == true
    }

    @inline(__always) private func match(_ root: TrieReference, _ segments: PathSegments) -> PatternMatch? {
        trie.walk(root, segments) { number, captures in
            if number >= 0 {
                let parameter = { (place: Int) in
                    let capture = captures[place]
                    return trie.parameter(place, of: number, segments, Int(capture.start)..<Int(capture.end))
                }
                // A literal makes room in half the time of `map`.
                let parameters = captures.count == 1 ? [parameter(0)] : captures.indices.map(parameter)
                return PatternMatch(number: number, parameters: parameters)
            }
            guard number == TrieWalk.slow else { return nil }
            return TrieSearch.best(trie.memory.layout, root: root, segments).map { match($0, segments) }
        }
    }

    private func match(_ candidate: TrieCandidate, _ segments: PathSegments) -> PatternMatch {
        let parameters = candidate.captures.map { capture in
            trie.parameter(capture.name, of: candidate.number, segments, capture.start..<capture.end)
        }
        return PatternMatch(
            number: candidate.number, parameters: parameters, priority: candidate.priority, ranks: candidate.ranks)
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

extension PatternIndex {
    /// The table as bytes for a part of another file, with a checksum of their own.
    public var bytes: [UInt8] { TrieFile.bytes(of: trie.memory) }

    /// Reads a table from its bytes, whatever their source: they are copied and validated.
    public init(bytes: UnsafeRawBufferPointer, ownHosts: Set<String> = []) throws(TableFileError) {
        self.init(FrozenTrie(try TrieFile.memory(from: bytes)), ownHosts: ownHosts)
    }

    /// Writes the index to a file, whole or not at all; an existing file is replaced.
    ///
    /// - Throws: `TableFileError.system` with the call that failed.
    public func write(to path: String) throws(TableFileError) { try TrieFile(path).write(trie.memory) }

    /// Reads an index from a file of `write(to:)`; its look-ups give the results of the written index.
    ///
    /// It takes time linear in the file's size: the checksum and every number are checked once, so that a damaged or
    /// hostile file is an error and never a wrong step later. The file may be changed or deleted afterwards.
    ///
    /// - Parameter ownHosts: the web hosts for which patterns without a scheme answer, which are not in the file.
    /// - Throws: `TableFileError` with the finding, the expectation and the remedy.
    public init(contentsOf path: String, ownHosts: Set<String> = []) throws(TableFileError) {
        self.init(FrozenTrie(try TrieFile(path).read()), ownHosts: ownHosts)
    }
}

/// A pattern of an index with its priority: the higher priority goes first, whatever pattern is more specific.
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
    /// How much of the URL before its path the pattern names. Known of candidates alone.
    var authority = Authority.named
    /// The pattern's priority. Known of candidates alone.
    var priority: Int64 = 0
    /// How specific the pattern is for each segment. Known of candidates alone.
    var ranks: [Specificity] = []

    /// How much of a URL before its path a pattern names; the most goes first, whatever the priorities are.
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

    /// Whether one candidate for a URL goes before another, of whichever index either is.
    func precedes(_ other: PatternMatch) -> Bool {
        if authority != other.authority { return authority > other.authority }
        if priority != other.priority { return priority > other.priority }
        return ranks.precedes(other.ranks)
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
