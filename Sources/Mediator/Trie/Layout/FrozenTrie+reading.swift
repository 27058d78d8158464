extension FrozenTrie {
    /// The root of the patterns that name a URL's scheme, and its host for `http` and `https`.
    func root(of url: RouteURL, _ text: UnsafeBufferPointer<UInt8>) -> TrieReference? {
        let roots = layout.roots
        let scheme = url.parts.scheme
        guard scheme.count > 0, roots.count > (memory.anyRoot == .none ? 0 : 1) else { return nil }
        let isWeb = url.parts.isWeb
        let name = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[scheme.range])
        var host = isWeb ? url.host ?? "" : ""
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

    /// Whether a text in lower case comes before another, the case of which does not matter, or behind it; 0 where they
    /// are the same.
    private static func order(_ text: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
        for (byte, otherByte) in zip(text, other) {
            let isCapital = otherByte >= UInt8(ascii: "A") && otherByte <= UInt8(ascii: "Z")
            let difference = Int(byte) - Int(isCapital ? otherByte | 0x20 : otherByte)
            if difference != 0 { return difference }
        }
        return text.count - other.count
    }

    /// A parameter of a pattern: its name, and the value from bytes that are known to be UTF-8.
    @inline(__always) func parameter(
        _ place: Int, of pattern: Int, _ segments: PathSegments, _ range: Range<Int>
    ) -> QueryItem {
        let record = layout.patterns[pattern]
        // A pattern that nobody has validated has a name for each of its parameters; any other was found to.
        let name = place < Int(record.nameCount) ? layout.text(layout.names[Int(record.firstName) + place]) : ""
        let bytes = UnsafeRawBufferPointer(start: segments.bytes + range.lowerBound, count: range.count)
        return QueryItem(name: name, value: String(decoding: bytes, as: UTF8.self))
    }

    /// The pattern of a number, parsed from its text.
    func pattern(_ number: Int) -> IndexedPattern {
        let record = layout.patterns[number]
        let types = record.types.map { place -> ParameterType in
            let type = layout.types[Int(layout.typeUses[place])]
            return ParameterType(
                name: layout.text(type.name), shape: layout.parameters[Int(type.parameter)].shape(layout))
        }
        let text = layout.text(record.text)
        // The text was that of a pattern, or was found to be one.
        let pattern =
            (try? RoutePattern(text, types: types)) ?? RoutePattern(text: text, scheme: nil, host: nil, elements: [])
        return IndexedPattern(pattern, priority: Int(record.priority))
    }
}
