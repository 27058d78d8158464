/// Patterns, frozen into one block of memory that is read without locks: the heart of the route table.
///
/// See `TrieLayout` for the memory, `TrieWalk` for the fast way through it and `TrieSearch` for the complete way.
struct FrozenTrie: Sendable {
    let memory: TrieMemory

    init(_ memory: TrieMemory) { self.memory = memory }

    /// Freezes patterns, which are known by their places in the array.
    init(_ patterns: [IndexedPattern]) {
        var builder = TrieBuilder(capacity: patterns.count)
        for (number, indexed) in patterns.enumerated() { builder.insert(indexed.pattern, number: number) }
        memory = TrieMemory(adopting: TrieWriter.write(builder, patterns: patterns).block())
    }

    /// The size of the whole memory, in bytes.
    var byteCount: Int { memory.bytes.count }

    var layout: TrieLayout { memory.layout.parts }

    /// Returns the number of the pattern without a scheme that has only literals and spells a path in its written form,
    /// or -1.
    ///
    /// No other pattern is more specific. One hash over the path finds it, without a look at the segments.
    @inline(__always) func literal(_ path: UnsafeRawPointer, count: Int) -> Int {
        memory.literals.mayContain(path, count: count) ? spelledOut(path, count: count) : -1
    }

    @inline(never) private func spelledOut(_ path: UnsafeRawPointer, count: Int) -> Int {
        guard Bytes.byte(path, 0) == UInt8(ascii: "/") else { return -1 }
        let rest = TrieLiterals(memory.layout).rest(of: memory.layout.node(memory.anyRoot), path, from: 1, to: count)
        return rest == .none ? -1 : memory.layout.pattern(of: rest)
    }

    /// Walks to the best pattern below a root by the fast way.
    ///
    /// The closure receives the pattern's number, or `TrieWalk.none` or `.slow`, and the places of its parameters among
    /// the bytes.
    @inline(__always) func walk<Result>(
        _ root: TrieReference, _ segments: PathSegments,
        _ body: (Int, UnsafeBufferPointer<TrieWalk.Capture>) -> Result
    ) -> Result {
        guard memory.isUniform else { return body(TrieWalk.slow, UnsafeBufferPointer(start: nil, count: 0)) }
        return withUnsafeTemporaryAllocation(of: TrieWalk.Capture.self, capacity: TrieWalk.room) { captures in
            withUnsafeTemporaryAllocation(of: TrieWalk.Alternative.self, capacity: TrieWalk.room) { alternatives in
                // Both have room for at least one element, so that they have an address.
                var walk = TrieWalk(
                    memory.layout, root: root, segments: segments, captures: captures.baseAddress.unsafelyUnwrapped,
                    alternatives: alternatives.baseAddress.unsafelyUnwrapped)
                let number = walk.run()
                return body(number, UnsafeBufferPointer(start: captures.baseAddress, count: walk.captureCount))
            }
        }
    }
}

extension RoutePattern {
    /// Whether a part of the pattern is optional.
    var hasGroups: Bool {
        elements.contains { if case .group = $0 { true } else { false } }
    }
}

extension FrozenTrie {
    /// Returns the root of the patterns that name a URL's scheme, and its host for `http` and `https`.
    func root(of url: RouteURL, _ text: UnsafeBufferPointer<UInt8>) -> TrieReference? {
        root(of: url, host: url.parts.isWeb ? url.host ?? "" : "", text)
    }

    /// Returns the root of the patterns that name the scheme of a web URL, for any host.
    func anyHostRoot(of url: RouteURL, _ text: UnsafeBufferPointer<UInt8>) -> TrieReference? {
        url.parts.isWeb ? root(of: url, host: "", text) : nil
    }

    private func root(of url: RouteURL, host: String, _ text: UnsafeBufferPointer<UInt8>) -> TrieReference? {
        let roots = layout.roots
        let scheme = url.parts.scheme
        guard scheme.count > 0, roots.count > (memory.anyRoot == .none ? 0 : 1) else { return nil }
        let name = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[scheme.range])
        var host = host
        return host.withUTF8 { host in
            let host = UnsafeRawBufferPointer(host)
            var (low, high) = (0, roots.count)
            while low < high {
                let middle = (low + high) / 2
                let root = roots[middle]
                var order = Self.order(layout.bytes(root.scheme), name)
                if order == 0 { order = Self.order(layout.bytes(root.host), host) }
                if order == 0 { return root.node }
                if order < 0 { low = middle + 1 } else { high = middle }
            }
            return nil
        }
    }

    /// Returns the order of a text in lower case and another one without regard to its case; 0 if they are equal.
    private static func order(_ text: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
        for (byte, otherByte) in zip(text, other) {
            let isCapital = otherByte >= UInt8(ascii: "A") && otherByte <= UInt8(ascii: "Z")
            let difference = Int(byte) - Int(isCapital ? otherByte | 0x20 : otherByte)
            if difference != 0 { return difference }
        }
        return text.count - other.count
    }

    /// Returns a parameter of a pattern: its name, and the value from bytes that are known to be UTF-8.
    @inline(__always) func parameter(
        _ place: Int, of pattern: Int, _ segments: PathSegments, _ range: Range<Int>
    ) -> QueryItem {
        let record = layout.patterns[pattern]
        // A pattern that was not validated has a name for each of its parameters; any other was found to.
        let name = place < Int(record.nameCount) ? memory.names[Int(record.firstName) + place] : ""
        let bytes = UnsafeRawBufferPointer(start: segments.bytes + range.lowerBound, count: range.count)
        return QueryItem(name: name, value: String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the pattern of a number, parsed from its text.
    func pattern(_ number: Int) -> IndexedPattern {
        let record = layout.patterns[number]
        let types = record.types.map { place -> ParameterType in
            let type = layout.types[Int(layout.typeUses[place])]
            return ParameterType(
                name: layout.text(type.name), shape: layout.parameters[Int(type.parameter)].shape(layout))
        }
        let text = layout.text(record.text)
        // The text came from a pattern, or was found to be one.
        let pattern =
            (try? RoutePattern(text, types: types)) ?? RoutePattern(text: text, scheme: nil, host: nil, elements: [])
        return IndexedPattern(pattern, priority: Int(record.priority))
    }
}

extension FrozenTrie {
    /// Returns whether a pattern is this one, in its written form.
    func isPattern(_ number: Int, _ text: String, priority: Int) -> Bool {
        let record = layout.patterns[number]
        return Int(record.priority) == priority && layout.bytes(record.text).elementsEqual(text.utf8)
    }
}
