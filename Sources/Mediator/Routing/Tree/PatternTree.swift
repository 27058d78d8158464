/// The patterns of a route table, as an immutable tree in flat memory.
///
/// The pointers are safe to share: the initialiser fills in the memory before another thread can refer to it, and no
/// code writes to it afterwards. `deinit` frees the memory when no reference to this object exists any more. Each
/// look-up is a method of an index, which holds a reference during the call.
final class PatternTree: Sendable {
    /// Safe as explained above.
    nonisolated(unsafe) let parts: UnsafePointer<TreeParts>
    /// The different ranks of forms; a form stores the index of its rank.
    let ranks: [FormRank]
    /// Whether any pattern has a scheme.
    let hasNamedRoots: Bool
    /// Whether a walk finds the best form first: all patterns have the same priority, and the children of each node
    /// differ in rank.
    let isUniform: Bool
    /// Safe as explained above.
    private nonisolated(unsafe) let filter: LiteralFilter

    init(_ builder: TreeBuilder) {
        let parts = UnsafeMutablePointer<TreeParts>.allocate(capacity: 1)
        parts.initialize(to: TreeParts(builder))
        self.parts = UnsafePointer(parts)
        (ranks, isUniform) = (builder.ranks, builder.isUniform)
        hasNamedRoots = builder.nodes[TreeBuilder.roots].literals > 0
        filter = LiteralFilter(parts.pointee)
    }

    deinit {
        parts.pointee.deallocate()
        parts.deallocate()
        filter.deallocate()
    }

    /// Returns the form without a scheme and without parameters that equals a path without escapes; -1 if no form does.
    ///
    /// No other form is more specific. One hash of the whole path finds the form, without splitting the path.
    @inline(__always) func form(spelledOutBy path: UnsafeRawPointer, count: Int) -> Int {
        guard filter.mayContain(path, count: count) else { return -1 }
        let target = parts.pointee.target(ofNode: TreeBuilder.wholePaths, path, from: 1, to: count)
        return target == .none ? -1 : target.number
    }
}

/// The memory of a pattern tree.
struct TreeParts {
    let nodes: FrozenArray<TreeNode>
    let slots: FrozenArray<TreeSlot>
    let children: FrozenArray<TreeChild>
    let forms: FrozenArray<TreeForm>
    let steps: FrozenArray<TreeStep>
    let parameters: FrozenArray<PatternParameter>
    let names: FrozenArray<String>
    let texts: FrozenArray<UInt8>

    init(_ builder: TreeBuilder) {
        nodes = FrozenArray(builder.nodes)
        slots = FrozenArray(builder.slots)
        children = FrozenArray(builder.children)
        forms = FrozenArray(builder.forms)
        steps = FrozenArray(builder.steps)
        parameters = FrozenArray(builder.parameters)
        names = FrozenArray(builder.names)
        texts = FrozenArray(builder.texts)
    }

    /// Frees the memory; the parts must not be used afterwards.
    func deallocate() {
        nodes.deallocate()
        slots.deallocate()
        children.deallocate()
        forms.deallocate()
        steps.deallocate()
        parameters.deallocate()
        names.deallocate()
        texts.deallocate()
    }

    var byteCount: Int {
        nodes.byteCount + slots.byteCount + children.byteCount + forms.byteCount + steps.byteCount
            + parameters.byteCount + names.byteCount + texts.byteCount
    }
}

/// An array at a fixed address; at least eight bytes can be read from the address of each element.
struct FrozenArray<Element> {
    let start: UnsafePointer<Element>
    let count: Int

    /// Copies an array into newly allocated memory.
    init(_ array: [Element]) {
        let padding = (8 + MemoryLayout<Element>.stride - 1) / MemoryLayout<Element>.stride
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count + padding)
        _ = memory.initialize(from: array)
        // Allocated memory has an address.
        start = UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
        count = array.count
    }

    /// Frees the memory; the elements must not be used afterwards.
    func deallocate() {
        UnsafeMutablePointer(mutating: start).deinitialize(count: count)
        start.deallocate()
    }

    var array: [Element] { Array(UnsafeBufferPointer(start: start, count: count)) }

    var byteCount: Int { count * MemoryLayout<Element>.stride }

    @inline(__always) subscript(_ place: Int) -> Element { start[place] }
}

extension TreeParts {
    /// Returns the target to which a node's literal edge for a segment leads, or `none`.
    @inline(__always) func target(
        of node: UnsafePointer<TreeNode>, _ segments: PathSegments, at depth: Int
    ) -> TreeReference {
        let (bytes, start, end) = (segments.bytes, segments.start(depth), segments.end(depth))
        let length = end &- start
        guard length < 8 else {
            return find(node, PathHash.of(bytes, from: start, to: end)) { isText($0, bytes + start, count: length) }
        }
        // Most segments are shorter than eight bytes, so only one word is hashed and compared.
        let word = Bytes.word(bytes, from: start, to: end, limit: segments.end(segments.count &- 1))
        return find(node, PathHash.of(word)) { place in
            let (text, count) = text(at: place)
            return count == length && Bytes.word(text, length: length) == word
        }
    }

    /// Returns the target to which a node's literal edge for some bytes leads, or `none`.
    @inline(never) func target(
        ofNode node: Int, _ bytes: UnsafeRawPointer, from start: Int, to end: Int
    ) -> TreeReference {
        guard start < end else { return .none }
        return find(nodes.start + node, PathHash.of(bytes, from: start, to: end)) { place in
            isText(place, bytes + start, count: end &- start)
        }
    }

    @inline(__always) private func find(
        _ node: UnsafePointer<TreeNode>, _ hash: UInt64, isText: (UInt32) -> Bool
    ) -> TreeReference {
        let tag = TreeSlot.tag(hash)
        let mask = 1 &<< Int(node.pointee.slotBits) &- 1
        let slots = slots.start + Int(node.pointee.slots)
        var place = Int(tag) & mask
        while true {
            let slot = slots[place]
            if slot.target == .none { return .none }
            if slot.tag == tag, isText(slot.text) { return slot.target }
            place = (place &+ 1) & mask
        }
    }

    /// Returns the address and the length, in bytes, of the text at an offset.
    @inline(__always) func text(at place: UInt32) -> (start: UnsafeRawPointer, count: Int) {
        let text = UnsafeRawPointer(texts.start) + Int(place)
        return (text + TreeBuilder.lengthSize, Int(text.loadUnaligned(as: UInt16.self)))
    }

    /// Returns whether the text at an offset equals some bytes.
    @inline(__always) func isText(_ place: UInt32, _ bytes: UnsafeRawPointer, count: Int) -> Bool {
        let text = text(at: place)
        return text.count == count && Bytes.equal(text.start, bytes, count: count)
    }

    /// Returns the first form whose wildcard begins at a node and may be empty; `nil` if no form has one.
    func emptyWildcard(at node: UnsafePointer<TreeNode>) -> Int? {
        var next = node.pointee.wildcard
        while next != 0, !forms[Int(next) - 1].allowsNone { next = forms[Int(next) - 1].next }
        return next == 0 ? nil : Int(next) - 1
    }

    /// Returns a parameter of a form, with its name and its value; the value's bytes are known to be UTF-8.
    @inline(__always) func parameter(
        _ place: Int, of form: Int, _ segments: PathSegments, _ range: Range<Int>
    ) -> QueryItem {
        let bytes = UnsafeRawBufferPointer(start: segments.bytes + range.lowerBound, count: range.count)
        return QueryItem(name: names[Int(forms[form].firstName) + place], value: String(decoding: bytes, as: UTF8.self))
    }
}
