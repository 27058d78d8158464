/// Finds the patterns that answer for a URL: the small interface that every table of routes stands on.
///
/// It is built from all patterns at once and never changes; read it from any thread without a lock. Precedence is by
/// specificity, segment by segment (Documentation/RoutingLanguage.md). It is one block of memory, which can be written to
/// a file and read back (`write(to:)`).
@_spi(Host) public struct PatternIndex: Sendable {
    let trie: FrozenTrie
    private let ownHosts: Set<String>

    /// An index of patterns, which are known by their places in the array.
    ///
    /// Patterns that `conflicts(_:)` would name are all in it; which of them goes first is then not defined.
    public init(_ patterns: [IndexedPattern], ownHosts: Set<String> = []) {
        self.init(FrozenTrie(patterns), ownHosts: ownHosts)
    }

    init(_ trie: FrozenTrie, ownHosts: Set<String>) {
        self.trie = trie
        self.ownHosts = Set(ownHosts.map { $0.lowercased() })
    }

    /// The size of the block of memory, in bytes; there is nothing else but the set of own hosts.
    public var byteCount: Int { trie.byteCount }

    /// How many patterns there are.
    public var count: Int { trie.layout.patterns.count }

    /// The pattern of a number, with its priority; it is parsed from its text each time.
    public func pattern(_ number: Int) -> IndexedPattern { trie.pattern(number) }

    /// The best pattern for a URL, or `nil`.
    public func match(_ url: RouteURL) -> PatternMatch? {
        url.withSegments { segments, text in
            if let root = trie.root(of: url, text), let match = match(root, segments) { return match }
            return answersForAny(url) ? match(trie.memory.anyRoot, segments) : nil
        }
    }

    /// Whether there is a pattern for a URL; no parameter is decoded.
    func matches(_ url: RouteURL) -> Bool {
        url.withSegments { segments, text in
            if let root = trie.root(of: url, text), matches(root, segments) { return true }
            return answersForAny(url) && matches(trie.memory.anyRoot, segments)
        }
    }

    private func matches(_ root: TrieReference, _ segments: PathSegments) -> Bool {
        trie.walk(root, segments) { number, _ in
            number >= 0
                || number == TrieWalk.slow && TrieSearch.best(trie.memory.layout, root: root, segments) != nil
        }
    }

    /// The number of the best pattern without a scheme for the bytes of a path, and the number of its parameters.
    ///
    /// The bare look-up, for those who need nothing decoded: nothing is allocated. `nil` where there is none, or where
    /// the path is not its own decoded text, or groups or priorities decide, and `match(_:)` has to look.
    public func find(_ path: UnsafeRawBufferPointer) -> (number: Int, parameters: Int)? {
        guard let base = path.baseAddress, path.count <= RouteURL.maximumLength else { return nil }
        let literal = trie.literal(base, count: path.count)
        if literal >= 0 { return (literal, 0) }
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: PathSegments.startCount) { starts in
            guard let starts = starts.baseAddress,
                let segments = PathScan.segments(base, 0..<path.count, starts: starts)
            else { return nil }
            return trie.walk(trie.memory.anyRoot, segments) { number, captures in
                number < 0 ? nil : (number, captures.count)
            }
        }
    }

    /// Every pattern that matches a URL, the best one first.
    public func candidates(_ url: RouteURL) -> [PatternMatch] {
        url.withSegments { segments, text in
            let roots = [trie.root(of: url, text), answersForAny(url) ? trie.memory.anyRoot : nil]
            return roots.compactMap(\.self).flatMap { root in
                TrieSearch.candidates(trie.memory.layout, root: root, segments).map { match($0, segments) }
            }
        }
    }

    /// The patterns that name the URL's scheme and host go before those that name none.
    private func answersForAny(_ url: RouteURL) -> Bool {
        guard trie.memory.anyRoot != .none else { return false }
        return url.host.map(ownHosts.contains) ?? true
    }

    @inline(__always) private func match(_ root: TrieReference, _ segments: PathSegments) -> PatternMatch? {
        trie.walk(root, segments) { number, captures in
            if number >= 0 {
                let parameters = captures.enumerated().map { place, capture in
                    trie.parameter(place, of: number, segments, Int(capture.start)..<Int(capture.end))
                }
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
        return PatternMatch(number: candidate.number, parameters: parameters, ranks: candidate.ranks)
    }
}
