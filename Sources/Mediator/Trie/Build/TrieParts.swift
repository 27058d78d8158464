/// The parts of a frozen trie as they are put together; see `TrieLayout`.
struct TrieParts {
    var roots: [TrieRoot] = []
    var nodes: [TrieNode] = [TrieNode()]
    var slots: [TrieSlot] = [TrieSlot()]
    var branches: [TrieBranch] = []
    var children: [TrieChild] = []
    var parameters: [FrozenParameter] = []
    var alternatives: [TextRange] = []
    var groups: [FrozenGroup] = []
    var steps: [GroupStep] = []
    var patterns: [FrozenPattern] = []
    var names: [TextRange] = []
    var typeUses: [UInt32] = []
    var types: [FrozenType] = []
    var tails: [UInt8] = [TailStep.end]
    var texts: [UInt8] = [0]

    private var header: TrieHeader {
        let counts: [Int] = [
            roots.count, nodes.count, slots.count, branches.count, children.count, parameters.count,
            alternatives.count, groups.count, steps.count, patterns.count, names.count, typeUses.count, types.count,
            tails.count, texts.count,
        ]
        return TrieHeader(counts: counts.map { UInt32($0) })
    }

    /// All parts in one block of memory, behind a header.
    func block() -> UnsafeMutableRawBufferPointer {
        let header = header
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(header.byteCount), alignment: 64)
        // The space between the parts is part of what is written to a file.
        block.initializeMemory(as: UInt8.self, repeating: 0)
        header.write(to: block)
        var rest = block[TrieHeader.size...]
        func add<Element: BitwiseCopyable>(_ part: [Element]) {
            part.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: $0) }
            rest = rest.dropFirst(TrieCursor.size(count: part.count, of: Element.self))
        }
        add(roots)
        add(nodes)
        add(slots)
        add(branches)
        add(children)
        add(parameters)
        add(alternatives)
        add(groups)
        add(steps)
        add(patterns)
        add(names)
        add(typeUses)
        add(types)
        add(tails)
        add(texts)
        return block
    }

    /// Adds a text.
    mutating func add(_ text: String) -> TextRange { add(text.utf8) }

    /// Adds the bytes of a text.
    mutating func add(_ text: some Collection<UInt8>) -> TextRange {
        let start = texts.count
        texts.append(contentsOf: text)
        return TextRange(start: UInt32(start), count: UInt32(texts.count - start))
    }
}
