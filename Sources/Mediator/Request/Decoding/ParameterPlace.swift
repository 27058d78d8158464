/// Where in a value something belongs, from the outermost key to the innermost; the root has none.
struct ParameterPlace: Hashable {
    private(set) var keys: [ParameterKey] = []

    var isRoot: Bool { keys.isEmpty }

    /// The place in dots, as in `home.city`.
    var name: String { keys.compactMap(\.name).joined(separator: ".") }

    /// Whether it is inside an array of the body, where no query can reach.
    var isInArray: Bool { keys.contains { $0.intValue != nil && $0.name != nil } }

    func appending(_ key: ParameterKey) -> ParameterPlace {
        var place = self
        place.keys.append(key)
        return place
    }

    func isBelow(_ other: ParameterPlace) -> Bool { keys.count > other.keys.count && keys.starts(with: other.keys) }
}
