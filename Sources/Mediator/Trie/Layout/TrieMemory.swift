/// The memory of a frozen trie, which nobody writes any more.
final class TrieMemory: Sendable {
    /// Safe to share: the memory is filled in before this is made, and never written again.
    nonisolated(unsafe) let layout: TrieLayout.Pointer
    private nonisolated(unsafe) let parts: UnsafeMutablePointer<TrieLayout>
    /// The root of the patterns without a scheme, which most are.
    let anyRoot: TrieReference
    /// Which paths a pattern without a scheme may spell out literally. Safe to share: nobody writes to it.
    nonisolated(unsafe) let literals: LiteralFilter
    /// Whether all patterns have the same priority, so that the first that is found is the best.
    let isUniform: Bool
    /// Safe to share: nobody writes to it.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    private let owner: Owner

    /// Who gives the memory back.
    private enum Owner {
        case heap
        case pages(PrivateMemory)
    }

    /// Takes over memory from the heap that holds a whole trie, in which every number was validated or comes from a
    /// writer; it is aligned as a word is.
    convenience init(adopting memory: UnsafeMutableRawBufferPointer) {
        self.init(UnsafeRawBufferPointer(memory), owner: .heap)
    }

    /// Takes over pages that hold a whole trie that was validated.
    convenience init(adopting memory: PrivateMemory) {
        self.init(UnsafeRawBufferPointer(memory.bytes), owner: .pages(memory))
    }

    private init(_ bytes: UnsafeRawBufferPointer, owner: Owner) {
        self.bytes = bytes
        self.owner = owner
        // A whole trie begins with a header, so that there is memory.
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
        let layout = TrieLayout(TrieHeader(reading: bytes), in: start)
        parts = .allocate(capacity: 1)
        parts.initialize(to: layout)
        self.layout = TrieLayout.Pointer(parts)
        anyRoot = layout.roots.first { $0.scheme.count == 0 && $0.host.count == 0 }?.node ?? .none
        let priority = layout.patterns.first?.priority
        isUniform = layout.patterns.allSatisfy { $0.priority == priority }
        literals = LiteralFilter(self.layout, of: isUniform ? anyRoot : .none, in: layout)
    }

    deinit {
        parts.deallocate()
        literals.deallocate()
        if case .heap = owner { bytes.deallocate() }
    }
}
