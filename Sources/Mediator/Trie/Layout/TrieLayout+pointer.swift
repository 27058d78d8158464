extension TrieLayout {
    /// A layout by its address, so that a look-up copies little.
    ///
    /// None of the parts that have an address here is ever without elements.
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

        /// The number of a tail's pattern.
        @inline(__always) func pattern(of tail: TrieReference) -> Int {
            Int(tails.loadUnaligned(fromByteOffset: tail.number, as: UInt32.self))
        }

        /// Where the value of a parameter is within a segment, or `nil` where the segment does not fit.
        func value(of parameter: UInt32, in segment: UnsafeRawBufferPointer) -> Range<Int>? {
            layout.pointee.parameters[Int(parameter)].value(in: segment, self)
        }

        /// Whether the bytes at an address begin with a text.
        @inline(__always) func isText(_ text: TextRange, at bytes: UnsafeRawPointer) -> Bool {
            Bytes.equal(texts + Int(text.start), bytes, count: Int(text.count))
        }

        /// One of the texts that parameters accept.
        func alternative(_ number: Int) -> TextRange { layout.pointee.alternatives[number] }

        /// The first pattern of a node with a branch whose wildcard may be empty.
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
