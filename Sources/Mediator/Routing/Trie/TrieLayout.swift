/// The layout of a frozen trie's memory, which is one block; all numbers are in the machine's byte order.
///
/// | part | element | content |
/// |---|---|---|
/// | header | 96 bytes | `TrieHeader`: the format, and the length of each part |
/// | roots | 20 bytes | `TrieRoot`: a scheme and host, and the root node of their patterns |
/// | nodes | 32 bytes | `TrieNode`; number 0 is no node |
/// | slots | 8 bytes | `TrieSlot`: a hash table of literals for each node, in the order of the nodes |
/// | branches | 20 bytes | `TrieBranch`: the data of few nodes besides literals and a plain parameter |
/// | children | 8 bytes | `TrieChild`: a child after a parameter with a type or text around it |
/// | parameters | 64 bytes | `FrozenParameter` |
/// | alternatives | 8 bytes | `TextRange`: the texts that parameters accept |
/// | groups | 12 bytes | `FrozenGroup`: a pattern with optional groups, from the first of them on |
/// | steps | 16 bytes | `GroupStep` |
/// | patterns | 40 bytes | `FrozenPattern`, by number |
/// | names | 8 bytes | `TextRange`: the names of parameters |
/// | type uses | 4 bytes | the numbers of the types that patterns name |
/// | types | 12 bytes | `FrozenType`: a module's own type |
/// | tails | 1 byte | the unshared rest of a pattern, as a small program of `TailStep` |
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

    /// Creates the layout of the parts after a header, in the order of the table above.
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

    /// Returns the bytes of a text.
    @inline(__always) func bytes(_ range: TextRange) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: texts[Int(range.start)..<Int(range.start) + Int(range.count)])
    }

    /// Returns a text.
    func text(_ range: TextRange) -> String { String(decoding: bytes(range), as: UTF8.self) }
}

extension TrieLayout {
    /// The address of a layout, so that a look-up copies little.
    ///
    /// Every part that has an address here has at least one element.
    struct Pointer {
        let nodes: UnsafePointer<TrieNode>
        let slots: UnsafePointer<TrieSlot>
        let tails: UnsafeRawPointer
        let texts: UnsafeRawPointer
        private let layout: UnsafePointer<TrieLayout>

        @inline(__always) init(_ layout: UnsafePointer<TrieLayout>) {
            self.layout = layout
            nodes = layout.pointee.nodes.baseAddress.unsafelyUnwrapped
            slots = layout.pointee.slots.baseAddress.unsafelyUnwrapped
            tails = layout.pointee.tails.baseAddress.unsafelyUnwrapped
            texts = layout.pointee.texts.baseAddress.unsafelyUnwrapped
        }

        @inline(__always) var parts: TrieLayout { layout.pointee }

        @inline(__always) func node(_ reference: TrieReference) -> UnsafePointer<TrieNode> { nodes + reference.number }

        @inline(__always) func tail(_ reference: TrieReference) -> UnsafeRawPointer { tails + reference.number }

        /// Returns the number of a tail's pattern.
        @inline(__always) func pattern(of tail: TrieReference) -> Int {
            Int(tails.loadUnaligned(fromByteOffset: tail.number, as: UInt32.self))
        }

        /// Returns the place of a parameter's value within a segment, or `nil` if the segment does not match.
        func value(of parameter: UInt32, in segment: UnsafeRawBufferPointer) -> Range<Int>? {
            layout.pointee.parameters[Int(parameter)].value(in: segment, self)
        }

        /// Returns whether the bytes at an address begin with a text.
        @inline(__always) func isText(_ text: TextRange, at bytes: UnsafeRawPointer) -> Bool {
            Bytes.equal(texts + Int(text.start), bytes, count: Int(text.count))
        }

        /// Returns one of the texts that parameters accept.
        func alternative(_ number: Int) -> TextRange { layout.pointee.alternatives[number] }

        /// Returns the first pattern of a node with a branch whose wildcard may be empty.
        func emptyWildcard(of node: UnsafePointer<TrieNode>) -> Int? {
            var next = Int(layout.pointee.branches[Int(node.pointee.branch) - 1].wildcard)
            while next != 0 {
                let pattern = layout.pointee.patterns[next - 1]
                if pattern.allowsNone == 1 { return next - 1 }
                next = Int(pattern.next)
            }
            return nil
        }
    }
}

/// The beginning of a frozen trie's memory.
struct TrieHeader: Equatable {
    /// Its size in bytes.
    static let size = 96
    /// The bytes `SWBROUTE`, in any byte order.
    static let magic = Array("SWBROUTE".utf8)
    /// The version of the format that this build writes and reads.
    static let version: UInt32 = 1
    /// A number that reads differently on a machine with the other byte order.
    static let byteOrder: UInt32 = 0x0102_0304
    /// The number of parts after the header.
    static let partCount = 15
    /// The offset of the checksum, which excludes itself.
    static let checksumPlace = 24

    private(set) var magic = Self.magic
    private(set) var version = Self.version
    private(set) var byteOrder = Self.byteOrder
    /// The size of the whole, in bytes.
    let byteCount: UInt64
    private(set) var checksum: UInt64 = 0
    /// The number of elements of each part.
    let counts: [UInt32]

    init(counts: [UInt32]) {
        self.counts = counts
        byteCount = Self.byteCount(counts)
    }

    /// Reads the header of memory that holds at least `size` bytes.
    init(reading memory: UnsafeRawBufferPointer) {
        magic = Array(memory[..<8])
        version = memory.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        byteOrder = memory.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
        byteCount = memory.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        checksum = memory.loadUnaligned(fromByteOffset: Self.checksumPlace, as: UInt64.self)
        counts = (0..<Self.partCount).map { memory.loadUnaligned(fromByteOffset: 32 + $0 * 4, as: UInt32.self) }
    }

    /// Writes the header, with zero for the checksum.
    func write(to memory: UnsafeMutableRawBufferPointer) {
        memory.copyBytes(from: magic)
        memory.storeBytes(of: version, toByteOffset: 8, as: UInt32.self)
        memory.storeBytes(of: byteOrder, toByteOffset: 12, as: UInt32.self)
        memory.storeBytes(of: byteCount, toByteOffset: 16, as: UInt64.self)
        memory.storeBytes(of: 0, toByteOffset: Self.checksumPlace, as: UInt64.self)
        for (part, count) in counts.enumerated() {
            memory.storeBytes(of: count, toByteOffset: 32 + part * 4, as: UInt32.self)
        }
        memory.storeBytes(of: 0, toByteOffset: 32 + Self.partCount * 4, as: UInt32.self)
    }

    /// Returns the size of the header and all parts.
    static func byteCount(_ counts: [UInt32]) -> UInt64 {
        let strides = [
            MemoryLayout<TrieRoot>.stride, MemoryLayout<TrieNode>.stride, MemoryLayout<TrieSlot>.stride,
            MemoryLayout<TrieBranch>.stride, MemoryLayout<TrieChild>.stride, MemoryLayout<FrozenParameter>.stride,
            MemoryLayout<TextRange>.stride, MemoryLayout<FrozenGroup>.stride, MemoryLayout<GroupStep>.stride,
            MemoryLayout<FrozenPattern>.stride, MemoryLayout<TextRange>.stride, MemoryLayout<UInt32>.stride,
            MemoryLayout<FrozenType>.stride, 1, 1,
        ]
        return zip(counts, strides).reduce(UInt64(size)) { total, part in
            total + (UInt64(part.0) * UInt64(part.1) + 7) & ~7
        }
    }
}

/// A cursor that goes from part to part of a frozen trie's memory; each part begins at a multiple of 8.
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

    /// Returns the bytes of a part, with the space up to the next one.
    static func size<Element: BitwiseCopyable>(count: Int, of type: Element.Type) -> Int {
        (count * MemoryLayout<Element>.stride + 7) & ~7
    }
}
