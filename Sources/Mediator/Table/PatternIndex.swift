/// Finds the patterns that answer for a URL: the small interface that every table of routes stands on.
///
/// It is built from all patterns at once and never changes; read it from any thread without a lock. Precedence is by
/// specificity, segment by segment (Documentation/RoutingLanguage.md).
@_spi(Host) public struct PatternIndex: Sendable {
    private let trie: FrozenTrie
    private let patterns: [IndexedPattern]
    private let ownHosts: Set<String>

    /// An index of patterns, which are known by their places in the array.
    ///
    /// Patterns that `conflicts(_:)` would name are all in it; which of them goes first is then not defined.
    public init(_ patterns: [IndexedPattern], ownHosts: Set<String> = []) {
        self.patterns = patterns
        self.ownHosts = Set(ownHosts.map { $0.lowercased() })
        trie = FrozenTrie(patterns.map(\.pattern), priorities: patterns.map(\.priority))
    }

    /// The size of the memory that a look-up reads, in bytes.
    public var byteCount: Int { trie.byteCount }

    /// The best pattern for a URL, or `nil`.
    public func match(_ url: RouteURL) -> PatternMatch? {
        for authority in authorities(of: url) {
            switch walk(url, authority) {
            case .match(let match): return match
            case .none: continue
            case .slow: break
            }
            if let candidate = trie.candidates([authority], segments: bytes(of: url)).first { return match(candidate) }
        }
        return nil
    }

    /// The number of the best pattern without a scheme for the bytes of a path, and the number of its parameters.
    ///
    /// The bare look-up, for those who need nothing decoded: nothing is allocated. `nil` where there is none, or where
    /// the path is not its own decoded text and `match(_:)` has to look.
    public func find(_ path: UnsafeRawBufferPointer) -> (number: Int, parameters: Int)? {
        guard let base = path.baseAddress else { return nil }
        let found = trie.walk(path: base, range: 0..<path.count) { ($0, $1.count) }
        guard let found, found.0 >= 0 else { return nil }
        return found
    }

    /// Every pattern that matches a URL, the best one first.
    public func candidates(_ url: RouteURL) -> [PatternMatch] {
        trie.candidates(authorities(of: url), segments: bytes(of: url)).map(match)
    }

    private enum Walked {
        case match(PatternMatch)
        case none
        case slow
    }

    private func walk(_ url: RouteURL, _ authority: TrieAuthority) -> Walked {
        var text = url.text
        return text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return .slow }
            return trie.walk(authority, path: base, range: url.path) { number, captures in
                guard number >= 0 else { return Walked.none }
                let values = captures.map { String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self) }
                return .match(
                    PatternMatch(number: number, names: patterns[number].pattern.parameterNames, values: values))
            } ?? .slow
        }
    }

    private func match(_ candidate: TrieCandidate) -> PatternMatch {
        PatternMatch(
            number: candidate.number,
            names: candidate.names ?? patterns[candidate.number].pattern.parameterNames, values: candidate.values,
            ranks: candidate.ranks)
    }

    /// The patterns that name the URL's scheme and host go before those that name none.
    private func authorities(of url: RouteURL) -> [TrieAuthority] {
        guard let scheme = url.scheme else { return [.any] }
        let own = TrieAuthority(scheme: scheme, host: url.host)
        return url.host.map(ownHosts.contains) ?? true ? [own, .any] : [own]
    }

    private func bytes(of url: RouteURL) -> [[UInt8]] { url.segments.map { Array($0.utf8) } }
}
