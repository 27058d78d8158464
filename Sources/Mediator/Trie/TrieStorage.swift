/// The memory of a frozen trie, which nobody writes any more.
final class TrieStorage: Sendable {
    /// Safe to share: the memory is filled in before the storage is made, and never written again.
    nonisolated(unsafe) let layout: TrieLayout
    /// The size in bytes.
    let byteCount: Int
    /// Safe to share: nobody but `deinit` uses it after the initialiser, when no other reference is left.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

    /// Copies the parts of a trie into one piece of memory.
    init(_ parts: TrieParts) {
        let sizes = [
            parts.nodes.count * MemoryLayout<TrieNode>.stride, parts.edges.count * MemoryLayout<TrieEdge>.stride,
            parts.lists.count * MemoryLayout<UInt32>.stride, parts.tails.count, parts.texts.count,
        ]
        let padded = sizes.map { ($0 + 15) & ~15 }
        byteCount = padded.reduce(0, +)
        memory = .allocate(byteCount: max(byteCount, 16), alignment: 16)
        let starts = padded.indices.map { padded[..<$0].reduce(0, +) }
        layout = TrieLayout(
            nodes: Self.place(parts.nodes, at: memory + starts[0]),
            edges: Self.place(parts.edges, at: memory + starts[1]), edgeMask: parts.edges.count - 1,
            lists: Self.place(parts.lists, at: memory + starts[2]),
            tails: Self.place(parts.tails, at: memory + starts[3]),
            texts: Self.place(parts.texts, at: memory + starts[4]))
    }

    deinit { memory.deallocate() }

    private static func place<Element: BitwiseCopyable>(
        _ elements: [Element], at memory: UnsafeMutableRawPointer
    ) -> UnsafePointer<Element> {
        let typed = memory.bindMemory(to: Element.self, capacity: elements.count)
        elements.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { typed.initialize(from: base, count: elements.count) }
        }
        return UnsafePointer(typed)
    }
}

/// The parts of a trie as they are put together.
struct TrieParts {
    var nodes: [TrieNode] = [TrieNode()]
    var edges: [TrieEdge] = [TrieEdge()]
    var lists: [UInt32] = [0]
    var tails: [UInt8] = [0]
    var texts: [UInt8] = []
}
