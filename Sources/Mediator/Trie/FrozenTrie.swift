/// Patterns, frozen into flat memory that is read without locks: the route table's heart.
///
/// See `TrieLayout` for the memory, `TrieWalk` for the fast way through it and `TrieSearch` for the whole way.
struct FrozenTrie: Sendable {
    private let storage: TrieStorage
    private let roots: [TrieAuthority: TrieReference]
    /// The root of the patterns without a scheme, which most are.
    private let anyRoot: TrieReference
    /// The patterns with optional groups, by number: only the slow way needs them.
    private let grouped: [Int: RoutePattern]
    private let priorities: [Int]
    /// Whether all patterns have the same priority, so that the first that is found is the best.
    private let isUniform: Bool

    /// Freezes patterns, which are known by their places in the array, with their priorities.
    init(_ patterns: [RoutePattern], priorities: [Int]) {
        var builder = TrieBuilder()
        for (number, pattern) in patterns.enumerated() { builder.insert(pattern, number: number) }
        let (parts, roots) = TrieWriter.write(builder, patterns: patterns)
        storage = TrieStorage(parts)
        self.roots = roots
        anyRoot = roots[.any] ?? .none
        self.priorities = priorities
        isUniform = Set(priorities).count < 2
        grouped = Dictionary(
            uniqueKeysWithValues: patterns.enumerated().filter { $0.element.hasGroups }.map { ($0.offset, $0.element) })
    }

    /// The size of the memory that a look-up reads, in bytes.
    var byteCount: Int { storage.byteCount }

    /// Every pattern that matches, the best one first; patterns that name more of scheme and host go first.
    func candidates(_ authorities: [TrieAuthority], segments: [[UInt8]]) -> [TrieCandidate] {
        authorities.flatMap { authority -> [TrieCandidate] in
            guard let root = roots[authority] else { return [] }
            var search = TrieSearch(storage.layout, segments: segments, grouped: grouped)
            search.visit(root)
            return search.candidates.sorted { first, second in
                let (priority, other) = (priorities[first.number], priorities[second.number])
                return priority == other ? first.precedes(second) : priority > other
            }
        }
    }

    /// The best pattern for a path as it is written, by the fast way; the closure gets its number and where its
    /// parameters stand in the path.
    ///
    /// - Returns: `nil` where only `candidates` can tell.
    @inline(__always) func walk<Result>(
        _ authority: TrieAuthority, path: UnsafeRawPointer, range: Range<Int>,
        _ body: (Int, UnsafeBufferPointer<TrieWalk.Capture>) -> Result
    ) -> Result? {
        guard isUniform, let root = authority == .any ? anyRoot : roots[authority] else { return nil }
        return walk(root, path: path, range: range, body)
    }

    /// The same for a path of any scheme.
    @inline(__always) func walk<Result>(
        path: UnsafeRawPointer, range: Range<Int>, _ body: (Int, UnsafeBufferPointer<TrieWalk.Capture>) -> Result
    ) -> Result? {
        isUniform ? walk(anyRoot, path: path, range: range, body) : nil
    }

    @inline(__always) private func walk<Result>(
        _ root: TrieReference, path: UnsafeRawPointer, range: Range<Int>,
        _ body: (Int, UnsafeBufferPointer<TrieWalk.Capture>) -> Result
    ) -> Result? {
        withUnsafeTemporaryAllocation(of: TrieWalk.Capture.self, capacity: TrieWalk.room) { captures in
            withUnsafeTemporaryAllocation(of: TrieWalk.Alternative.self, capacity: TrieWalk.room) { alternatives in
                guard let captures = captures.baseAddress, let alternatives = alternatives.baseAddress else {
                    return nil
                }
                var walk = TrieWalk(
                    storage.layout, root: root, path: path, range: range, captures: captures,
                    alternatives: alternatives)
                let number = walk.run()
                guard number != TrieWalk.slow else { return nil }
                return body(number, UnsafeBufferPointer(start: captures, count: walk.captureCount))
            }
        }
    }
}

extension RoutePattern {
    /// Whether a part of it may be left out.
    var hasGroups: Bool {
        elements.contains { if case .group = $0 { true } else { false } }
    }
}
