/// The standard library's decoder over the parameters of a request, at one place in the wanted value.
struct ParameterDecoder: Decoder {
    /// What the request gives here; `nil` where it gives nothing.
    let node: ParameterNode?
    let place: ParameterPlace
    let placeholders: Placeholders
    /// The types around this place that are decoded from nothing.
    private let absent: [ObjectIdentifier]

    init(_ root: ParameterNode, placeholders: Placeholders = .nowhere) {
        self.init(node: root.isEmpty ? nil : root, place: ParameterPlace(), placeholders: placeholders, absent: [])
    }

    private init(node: ParameterNode?, place: ParameterPlace, placeholders: Placeholders, absent: [ObjectIdentifier]) {
        self.node = node
        self.place = place
        self.placeholders = placeholders
        self.absent = absent
    }

    var codingPath: [any CodingKey] { place.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The decoder of a part.
    func part(_ key: ParameterKey, node: ParameterNode?) -> ParameterDecoder {
        ParameterDecoder(node: node, place: place.appending(key), placeholders: placeholders, absent: absent)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let isKeyed =
            switch node?.value {
            case nil, .json(.object): true
            case .text: node?.hasChildren ?? false
            case .json: false
            }
        guard isKeyed || placeholders.cover(place) else { throw Misfit(self, wantsNames: true).decodingError }
        return KeyedDecodingContainer(ParameterKeyedContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ParameterUnkeyedContainer(self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { ParameterValueContainer(decoder: self) }
}

extension ParameterDecoder {
    /// Whether nothing, or `null`, is given.
    var isNil: Bool { node?.isNull ?? true }

    /// The value of this place.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let scalar = ScalarTypes.type(for: type) { return try decode(scalar: scalar) }
        if placeholders.cover(place) { return try placeholder(type) }
        do {
            return try Value(from: node == nil ? absentDecoder(for: type) : self)
        } catch {
            if let misfit = Misfit(in: error) { throw refined(misfit, type).decodingError }
            if error is NoPlaceholder { return try placeholder(type) }
            throw refined(Misfit(self, type: type, refusal: error), type).decodingError
        }
    }

    /// The single value of this place.
    func decode<Value: ScalarParameter>(_ type: Value.Type) throws -> Value {
        if placeholders.cover(place) { return Value.placeholder }
        guard let value = node?.value, let scalar = Value(value) else { throw Misfit(self, wants: type).decodingError }
        return scalar
    }

    private func decode<Value>(scalar: any ScalarParameter.Type) throws -> Value {
        // `ScalarTypes` gives the type itself, so the cast holds.
        guard let value = try decode(scalar) as? Value else { throw NoPlaceholder() }
        return value
    }

    private func refined<Value: Decodable>(_ misfit: Misfit, _ type: Value.Type) -> Misfit {
        guard misfit.place == place else { return misfit }
        return misfit.asked(by: type, hasPlaceholder: (try? placeholder(type)) != nil)
    }

    /// A value of a type whose parts are all placeholders.
    private func placeholder<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let cases = type as? any CaseIterable.Type, let first = cases.first as? Value { return first }
        do {
            let decoder = ParameterDecoder(node: nil, place: place, placeholders: .everywhere, absent: absent)
            return try Value(from: decoder.absentDecoder(for: type))
        } catch {
            throw NoPlaceholder()
        }
    }

    /// The decoder for a type of which nothing is given, which may be fine for a structure.
    private func absentDecoder<Value>(for type: Value.Type) throws -> ParameterDecoder {
        let isForgotten = type is any KeyedCollection.Type && !place.isRoot && !placeholders.cover(place)
        // A type that needs itself would never end.
        let isEndless = absent.contains(ObjectIdentifier(type)) || absent.count >= ParameterNode.depthLimit
        guard !isForgotten, !isEndless else { throw Misfit(self, wants: type).decodingError }
        return ParameterDecoder(
            node: nil, place: place, placeholders: placeholders, absent: absent + [ObjectIdentifier(type)])
    }
}

/// A type that any names fit, so that it would decode from nothing although it was to be given.
private protocol KeyedCollection {}
extension Dictionary: KeyedCollection {}

extension CaseIterable {
    fileprivate static var first: Any? { allCases.first }
}
