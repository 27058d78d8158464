/// Goes from part to part of a frozen trie's memory; each begins at a multiple of 8.
struct TrieCursor {
    private let header: TrieHeader
    private let memory: UnsafeRawPointer
    private var offset = TrieHeader.size
    private var part = 0

    init(_ header: TrieHeader, in memory: UnsafeRawPointer) {
        self.header = header
        self.memory = memory
    }

    mutating func next<Element: BitwiseCopyable>() -> UnsafeBufferPointer<Element> {
        let count = Int(header.counts[part])
        let start = (memory + offset).assumingMemoryBound(to: Element.self)
        offset += Self.size(count: count, of: Element.self)
        part += 1
        return UnsafeBufferPointer(start: start, count: count)
    }

    /// The bytes that a part takes, with the space up to the next one.
    static func size<Element: BitwiseCopyable>(count: Int, of type: Element.Type) -> Int {
        (count * MemoryLayout<Element>.stride + 7) & ~7
    }
}
