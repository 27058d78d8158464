/// A table with one value for each module. A changed copy shares nearly all of its memory with the original.
struct ModuleTable<Value: Sendable>: Sendable {
    private final class Entry: Sendable {
        let value: Value
        /// The place in the order of registration.
        let place: Int

        init(_ value: Value, place: Int) {
            self.value = value
            self.place = place
        }
    }

    /// The entries, keyed by module name and divided into buckets; see `bucket(_:)`.
    private var buckets = [[String: Entry]](repeating: [:], count: 256)
    private var nextPlace = 0

    @inline(__always) subscript(_ name: String) -> Value? { buckets[bucket(name)][name]?.value }

    /// The names, in no particular order.
    var names: Set<String> {
        var names: Set<String> = []
        for bucket in buckets where !bucket.isEmpty { names.formUnion(bucket.keys) }
        return names
    }

    /// The values in order of registration.
    var values: [Value] {
        // In a generic type, a key path is created at run time.
        var entries: [Entry] = []
        for bucket in buckets where !bucket.isEmpty { entries += bucket.values }
        return entries.sorted { $0.place < $1.place }.map { $0.value }
    }

    func adding(_ value: Value, of name: String) -> ModuleTable {
        var table = self
        table.buckets[bucket(name)][name] = Entry(value, place: nextPlace)
        table.nextPlace += 1
        return table
    }

    /// Returns the table with another value for a registered module. The module keeps its place in the order.
    func replacing(_ value: Value, of name: String) -> ModuleTable {
        guard let former = buckets[bucket(name)][name] else { return self }
        var table = self
        table.buckets[bucket(name)][name] = Entry(value, place: former.place)
        return table
    }

    func removing(_ name: String) -> ModuleTable {
        var table = self
        table.buckets[bucket(name)][name] = nil
        return table
    }

    /// Returns the bucket of a name, by a hash that is cheaper than the hash of a dictionary.
    private func bucket(_ name: String) -> Int {
        let hash = name.utf8.reduce(UInt(5381)) { $0 &* 33 ^ UInt($1) }
        return Int(hash % UInt(buckets.count))
    }
}
