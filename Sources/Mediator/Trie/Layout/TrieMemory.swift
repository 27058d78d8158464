/// The memory of a frozen trie, which nobody writes any more.
final class TrieMemory: Sendable {
    /// Safe to share: the memory is filled in before this is made, and never written again.
    nonisolated(unsafe) let layout: TrieLayout
    /// The root of the patterns without a scheme, which most are.
    let anyRoot: TrieReference
    /// Whether all patterns have the same priority, so that the first that is found is the best.
    let isUniform: Bool
    /// Safe to share: nobody writes through it, and `deinit` runs when no other reference is left.
    private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

    /// Takes over memory that was allocated with the alignment of a word and holds a whole trie, in which every number
    /// has been looked at or comes from a writer.
    init(adopting memory: UnsafeMutableRawBufferPointer) {
        self.memory = memory
        let bytes = UnsafeRawBufferPointer(memory)
        // A whole trie begins with a header, so that there is memory.
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
        let layout = TrieLayout(TrieHeader(reading: bytes), in: start)
        self.layout = layout
        anyRoot = layout.roots.first { $0.scheme.count == 0 && $0.host.count == 0 }?.node ?? .none
        let priority = layout.patterns.first?.priority
        isUniform = layout.patterns.allSatisfy { $0.priority == priority }
    }

    deinit { memory.deallocate() }

    /// All of the memory, as it is written to a file.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
}
