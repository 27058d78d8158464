/// Patterns, frozen into one block of memory that is read without locks: the route table's heart.
///
/// See `TrieLayout` for the memory, `TrieWalk` for the fast way through it and `TrieSearch` for the whole way.
struct FrozenTrie: Sendable {
    let memory: TrieMemory

    init(_ memory: TrieMemory) { self.memory = memory }

    /// Freezes patterns, which are known by their places in the array.
    init(_ patterns: [IndexedPattern]) {
        var builder = TrieBuilder(capacity: patterns.count)
        for (number, indexed) in patterns.enumerated() { builder.insert(indexed.pattern, number: number) }
        memory = TrieMemory(adopting: TrieWriter.write(builder, patterns: patterns).block())
    }

    /// The size of the memory that holds all of it, in bytes.
    var byteCount: Int { memory.bytes.count }

    var layout: TrieLayout { memory.layout.parts }

    /// The number of the pattern without a scheme that is nothing but literals and spells a path as it is written, or -1.
    ///
    /// No other pattern is more specific. One hash over the path finds it, without a look at the segments.
    @inline(__always) func literal(_ path: UnsafeRawPointer, count: Int) -> Int {
        memory.literals.mayContain(path, count: count) ? spelledOut(path, count: count) : -1
    }

    @inline(never) private func spelledOut(_ path: UnsafeRawPointer, count: Int) -> Int {
        guard Bytes.byte(path, 0) == UInt8(ascii: "/") else { return -1 }
        let rest = TrieLiterals(memory.layout).rest(of: memory.layout.node(memory.anyRoot), path, from: 1, to: count)
        return rest == .none ? -1 : memory.layout.pattern(of: rest)
    }

    /// The best pattern below a root by the fast way; the closure gets its number, or `TrieWalk.none` or `.slow`, and
    /// where its parameters stand among the bytes.
    @inline(__always) func walk<Result>(
        _ root: TrieReference, _ segments: PathSegments,
        _ body: (Int, UnsafeBufferPointer<TrieWalk.Capture>) -> Result
    ) -> Result {
        guard memory.isUniform else { return body(TrieWalk.slow, UnsafeBufferPointer(start: nil, count: 0)) }
        return withUnsafeTemporaryAllocation(of: TrieWalk.Capture.self, capacity: TrieWalk.room) { captures in
            withUnsafeTemporaryAllocation(of: TrieWalk.Alternative.self, capacity: TrieWalk.room) { alternatives in
                // Both have room for more than nothing, so that they have an address.
                var walk = TrieWalk(
                    memory.layout, root: root, segments: segments, captures: captures.baseAddress.unsafelyUnwrapped,
                    alternatives: alternatives.baseAddress.unsafelyUnwrapped)
                let number = walk.run()
                return body(number, UnsafeBufferPointer(start: captures.baseAddress, count: walk.captureCount))
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
