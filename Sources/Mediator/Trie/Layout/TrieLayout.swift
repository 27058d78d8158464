/// Where the parts of a frozen trie lie in its memory, which is one block; all numbers are in the machine's byte order.
///
/// | part | element | what it holds |
/// |---|---|---|
/// | header | 96 bytes | `TrieHeader`: what this is, and how long each part is |
/// | roots | 20 bytes | `TrieRoot`: a scheme and host, and the node that their patterns hang on |
/// | nodes | 32 bytes | `TrieNode`; number 0 is no node |
/// | slots | 8 bytes | `TrieSlot`: a hash table of literals for each node, in the order of the nodes |
/// | branches | 20 bytes | `TrieBranch`: what few nodes have beside literals and a plain parameter |
/// | children | 8 bytes | `TrieChild`: a child behind a parameter with a type or text around it |
/// | parameters | 64 bytes | `FrozenParameter` |
/// | alternatives | 8 bytes | `TextRange`: the texts that parameters accept |
/// | groups | 12 bytes | `FrozenGroup`: a pattern with optional groups, from the first of them on |
/// | steps | 16 bytes | `GroupStep` |
/// | patterns | 40 bytes | `FrozenPattern`, by number |
/// | names | 8 bytes | `TextRange`: the names of parameters |
/// | type uses | 4 bytes | the numbers of the types that patterns name |
/// | types | 12 bytes | `FrozenType`: a module's own type |
/// | tails | 1 byte | the rest of a pattern that nobody shares, as a small program of `TailStep` |
/// | texts | 1 byte | texts in UTF-8, one after the other |
struct TrieLayout {
    let roots: UnsafeBufferPointer<TrieRoot>
    let nodes: UnsafeBufferPointer<TrieNode>
    let slots: UnsafeBufferPointer<TrieSlot>
    let branches: UnsafeBufferPointer<TrieBranch>
    let children: UnsafeBufferPointer<TrieChild>
    let parameters: UnsafeBufferPointer<FrozenParameter>
    let alternatives: UnsafeBufferPointer<TextRange>
    let groups: UnsafeBufferPointer<FrozenGroup>
    let steps: UnsafeBufferPointer<GroupStep>
    let patterns: UnsafeBufferPointer<FrozenPattern>
    let names: UnsafeBufferPointer<TextRange>
    let typeUses: UnsafeBufferPointer<UInt32>
    let types: UnsafeBufferPointer<FrozenType>
    let tails: UnsafeRawBufferPointer
    let texts: UnsafeRawBufferPointer

    /// The parts behind a header, in the order of the table above.
    init(_ header: TrieHeader, in memory: UnsafeRawPointer) {
        var cursor = TrieCursor(header, in: memory)
        roots = cursor.next()
        nodes = cursor.next()
        slots = cursor.next()
        branches = cursor.next()
        children = cursor.next()
        parameters = cursor.next()
        alternatives = cursor.next()
        groups = cursor.next()
        steps = cursor.next()
        patterns = cursor.next()
        names = cursor.next()
        typeUses = cursor.next()
        types = cursor.next()
        tails = UnsafeRawBufferPointer(cursor.next() as UnsafeBufferPointer<UInt8>)
        texts = UnsafeRawBufferPointer(cursor.next() as UnsafeBufferPointer<UInt8>)
    }

    /// The bytes of a text.
    @inline(__always) func bytes(_ range: TextRange) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: texts[Int(range.start)..<Int(range.start) + Int(range.count)])
    }

    /// A text.
    func text(_ range: TextRange) -> String { String(decoding: bytes(range), as: UTF8.self) }
}
