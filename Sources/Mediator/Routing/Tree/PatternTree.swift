/// Patterns as a tree in flat memory, which never changes: the heart of the route table.
///
/// Its pointers are safe to share. The initialiser fills in their targets before it returns, so before another thread can know of
/// them, and no code writes to them afterwards. `deinit` frees them after the last reference to this object, and each look-up holds
/// a reference: it is a method of a value that has one, and a method's value outlives the call.
final class PatternTree: Sendable {
    /// Safe as explained above.
    nonisolated(unsafe) let parts: UnsafePointer<TreeParts>
    let roots: [TreeRoot]
    /// For each list of ranks, how specific a form is for each segment.
    let ranks: [[Specificity]]
    /// Whether a pattern names a scheme.
    let hasNamedRoots: Bool
    /// The root of the patterns without a scheme, which are the most, or 0.
    let anyRoot: Int
    /// Whether the first form on the way is the best one: all patterns have one priority.
    let isUniform: Bool
    /// Safe as explained above.
    private nonisolated(unsafe) let filter: LiteralFilter

    /// Freezes a tree.
    init(_ builder: TreeBuilder) {
        let parts = UnsafeMutablePointer<TreeParts>.allocate(capacity: 1)
        parts.initialize(to: TreeParts(builder))
        self.parts = UnsafePointer(parts)
        (roots, ranks, isUniform) = (builder.roots, builder.ranks, builder.isUniform)
        hasNamedRoots = roots.contains { !$0.scheme.isEmpty }
        anyRoot = roots.first { $0.scheme.isEmpty && $0.host.isEmpty }?.node ?? 0
        filter = LiteralFilter(parts.pointee)
    }

    deinit {
        parts.pointee.deallocate()
        parts.deallocate()
        filter.deallocate()
    }
}

/// The memory of a pattern tree.
struct TreeParts {
    let nodes: FrozenArray<TreeNode>
    let slots: FrozenArray<TreeSlot>
    let branches: FrozenArray<TreeBranch>
    let children: FrozenArray<TreeChild>
    let forms: FrozenArray<TreeForm>
    let parameters: FrozenArray<PatternParameter>
    let names: FrozenArray<String>
    let tails: FrozenArray<UInt8>
    let texts: FrozenArray<UInt8>

    init(_ builder: TreeBuilder) {
        nodes = FrozenArray(builder.nodes)
        slots = FrozenArray(builder.slots)
        branches = FrozenArray(builder.branches)
        children = FrozenArray(builder.children)
        forms = FrozenArray(builder.forms)
        parameters = FrozenArray(builder.parameters)
        names = FrozenArray(builder.names)
        tails = FrozenArray(builder.tails)
        texts = FrozenArray(builder.texts)
    }

    /// Frees the memory; the parts must not be used afterwards.
    func deallocate() {
        nodes.deallocate()
        slots.deallocate()
        branches.deallocate()
        children.deallocate()
        forms.deallocate()
        parameters.deallocate()
        names.deallocate()
        tails.deallocate()
        texts.deallocate()
    }

    /// The size of the memory, in bytes.
    var byteCount: Int {
        nodes.byteCount + slots.byteCount + branches.byteCount + children.byteCount + forms.byteCount
            + parameters.byteCount + names.byteCount + tails.byteCount + texts.byteCount
    }
}

/// Elements at an address that does not change; eight bytes can be read from the address of each one.
struct FrozenArray<Element> {
    let start: UnsafePointer<Element>
    let count: Int

    /// Copies an array into memory of its own.
    init(_ array: [Element]) {
        let padding = (8 + MemoryLayout<Element>.stride - 1) / MemoryLayout<Element>.stride
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count + padding)
        _ = memory.initialize(from: array)
        // Memory that was allocated has an address.
        start = UnsafePointer(memory.baseAddress.unsafelyUnwrapped)
        count = array.count
    }

    /// Frees the memory; the elements must not be used afterwards.
    func deallocate() {
        UnsafeMutablePointer(mutating: start).deinitialize(count: count)
        start.deallocate()
    }

    var array: [Element] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// The size of the elements, in bytes.
    var byteCount: Int { count * MemoryLayout<Element>.stride }

    @inline(__always) subscript(_ place: Int) -> Element { start[place] }
}

extension TreeParts {
    /// Returns the address of a tail.
    @inline(__always) func address(_ reference: TreeReference) -> UnsafeRawPointer {
        UnsafeRawPointer(tails.start) + reference.number
    }

    @inline(__always) func tail(_ reference: TreeReference) -> TreeTail {
        address(reference).loadUnaligned(as: TreeTail.self)
    }

    /// Returns the target of a node for a segment, or `none`.
    @inline(__always) func target(
        of node: UnsafePointer<TreeNode>, _ segments: PathSegments, at depth: Int
    ) -> TreeReference {
        let (bytes, start, end) = (segments.bytes, segments.start(depth), segments.end(depth))
        let length = end &- start
        guard length < 8 else {
            return find(node, PathHash.of(bytes, from: start, to: end)) { target in
                text(of: target, length: length).map { Bytes.equal($0, bytes + start, count: length) } ?? false
            }
        }
        // Most segments are short: one word is hashed and compared.
        let word = Bytes.word(bytes, from: start, to: end, limit: segments.end(segments.count &- 1))
        return find(node, PathHash.of(word)) { target in
            text(of: target, length: length).map { Bytes.word($0, length: length) == word } ?? false
        }
    }

    /// Returns the literal that leads to a node or a tail if it has a length, in bytes.
    @inline(__always) private func text(of target: TreeReference, length: Int) -> UnsafeRawPointer? {
        if target.isTail {
            let literal = TailLiteral(address(target) + TreeTail.first)
            return literal.begins(with: length) ? literal.text : nil
        }
        let node = nodes.start + target.number
        return Int(node.pointee.textLength) == length ? UnsafeRawPointer(texts.start) + Int(node.pointee.text) : nil
    }

    @inline(__always) private func find(
        _ node: UnsafePointer<TreeNode>, _ hash: UInt64, isText: (TreeReference) -> Bool
    ) -> TreeReference {
        let tag = TreeSlot.tag(hash)
        let mask = 1 &<< Int(node.pointee.slotBits) &- 1
        let slots = slots.start + Int(node.pointee.slots)
        var place = Int(tag) & mask
        while true {
            let slot = slots[place]
            if slot.target == .none { return .none }
            if slot.tag == tag, isText(slot.target) { return slot.target }
            place = (place &+ 1) & mask
        }
    }

    @inline(never) func spelledOut(_ path: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
        guard end > start else { return -1 }
        let tail = find(nodes.start + TreeBuilder.wholePaths, PathHash.of(path, from: start, to: end)) { target in
            let literal = TailLiteral(address(target) + TreeTail.first)
            return literal.length == end &- start && Bytes.equal(literal.text, path + start, count: literal.length)
        }
        return tail == .none ? -1 : Int(self.tail(tail).form)
    }

    /// Returns the first form whose wildcard begins at a node and may be empty, or -1.
    func emptyWildcard(at node: UnsafePointer<TreeNode>) -> Int {
        guard node.pointee.branch != 0 else { return -1 }
        var next = branches[Int(node.pointee.branch) - 1].wildcard
        while next != 0, !forms[Int(next) - 1].allowsNone { next = forms[Int(next) - 1].next }
        return Int(next) - 1
    }
}

extension PatternTree {
    /// Returns the first form without a scheme and parameters that spells out a path without escapes, or -1.
    ///
    /// No other form is more specific. One hash over the path finds it, without a look at the segments.
    @inline(__always) func form(spellingOut path: UnsafeRawPointer, count: Int) -> Int {
        filter.mayContain(path, count: count) ? parts.pointee.spelledOut(path, from: 1, to: count) : -1
    }

    /// Returns the first form without a scheme and parameters that spells out all segments, or -1.
    func form(spellingOut segments: PathSegments) -> Int {
        guard segments.count > 0 else { return -1 }
        let form = parts.pointee.spelledOut(
            segments.bytes, from: segments.start(0), to: segments.end(segments.count - 1))
        // A segment that was decoded may contain a slash.
        return form >= 0 && segments.areWithoutSlashes ? form : -1
    }

    /// Whether a form goes before another: it has the higher priority, or is more specific.
    func precedes(_ form: TreeForm, _ other: TreeForm) -> Bool {
        if form.priority != other.priority { return form.priority > other.priority }
        return ranks[Int(form.ranks)].precedes(ranks[Int(other.ranks)])
    }

    /// Returns the root of the patterns that name a URL's scheme and host; no host means any.
    func root(scheme: UnsafeRawBufferPointer, host: UnsafeRawBufferPointer) -> Int? {
        var (low, high) = (0, roots.count)
        while low < high {
            let middle = (low + high) / 2
            let order = roots[middle].order(scheme, host)
            if order == 0 { return roots[middle].node }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

extension TreeParts {
    /// Returns a parameter of a form: its name, and the value from bytes that are known to be UTF-8.
    @inline(__always) func parameter(
        _ place: Int, of form: Int, _ segments: PathSegments, _ range: Range<Int>
    ) -> QueryItem {
        let bytes = UnsafeRawBufferPointer(start: segments.bytes + range.lowerBound, count: range.count)
        return QueryItem(
            name: names[Int(forms[form].firstName) + place], value: String(decoding: bytes, as: UTF8.self))
    }
}
