/// A `Decoder` for one place in a request's parameters; a class, because it is copied often.
final class ParameterDecoder: Decoder {
    /// The parameter at this place; `nil` if the request has none.
    let node: ParameterNode?
    let place: ParameterPlace
    let placeholders: Placeholders
    /// The types around this place that are decoded although the request has no value for them.
    private let absent: [ObjectIdentifier]
    /// Whether the type is decoded from the path's only parameter instead of the whole request.
    private var isSingle = false

    convenience init(_ root: ParameterNode, placeholders: Placeholders = .nowhere) {
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
        guard isKeyed || placeholders.cover(place) else { throw DecodingIssue(self, isKeyed: true).decodingError }
        return KeyedDecodingContainer(ParameterKeyedContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let nodes: [ParameterNode]
        switch (node?.json, node?.texts ?? []) {
        case (.array(let values), _): nodes = values.map(ParameterNode.init(json:))
        case (nil, let texts) where !texts.isEmpty || placeholders.cover(place):
            nodes = texts.map { ParameterNode(texts: [$0]) }
        default: throw DecodingIssue(self).decodingError
        }
        let isNumbered = node?.json != nil
        return PlaceElements(of: self, count: nodes.count) { [self] index in
            let key = ParameterKey(index: index, isNumbered: isNumbered)
            return part(key, node: nodes.indices.contains(index) ? nodes[index] : nil)
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ParameterDecoder: PlaceDecoder {
    func decodeNil() -> Bool { node?.isNull ?? true }

    // The standard library's defaults refuse these two types.

    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let scalar = ScalarTypes.type(for: type) { return try decode(scalar: scalar) }
        try checkName()
        if placeholders.cover(place) { return try placeholder(type) }
        do {
            return try Value(from: node == nil ? absentDecoder(for: type) : self)
        } catch {
            if let issue = DecodingIssue(in: error) { throw refined(issue, type).decodingError }
            if error is NoPlaceholder { return try placeholder(type) }
            let decoder = isSingle ? only ?? self : self
            if isSingle, placeholders.cover(decoder.place) { return try placeholder(type) }
            throw refined(DecodingIssue(decoder, type: type, refusal: error), type).decodingError
        }
    }

    /// Returns the single value of this place; implements the requirements for standard types.
    func decode<Value: ScalarParameter>(_ type: Value.Type) throws -> Value { try scalar(type) }

    private func scalar<Value: ScalarParameter>(_ type: Value.Type) throws -> Value {
        try checkName()
        if placeholders.cover(place) { return Value.placeholder }
        if let only {
            isSingle = true
            return try only.decode(type)
        }
        guard let value = node?.value, let scalar = Value(value) else {
            throw DecodingIssue(self, type: type).decodingError
        }
        return scalar
    }

    /// Refuses a query name in the syntax of other frameworks, such as `tag[]`, because its value would be ignored.
    private func checkName() throws {
        guard let written = node?.bracketedName, !placeholders.cover(place) else { return }
        let name = written.prefix { $0 != "[" }
        let forms = "a list is \(name)=a&\(name)=b, and a part of an object is \(name).part=a"
        throw DecodingIssue(self, reason: "the query has \(written): \(forms)").decodingError
    }

    /// The decoder of the path's only parameter, which is the single value of a request without a body.
    private var only: ParameterDecoder? {
        guard let node, node.path.count == 1 else { return nil }
        return part(ParameterKey(stringValue: node.path[0].name), node: node.child(node.path[0].name))
    }

    private func decode<Value>(scalar: any ScalarParameter.Type) throws -> Value {
        // `ScalarTypes` returns the type itself, so the cast succeeds.
        guard let value = try self.scalar(scalar) as? Value else { throw NoPlaceholder() }
        return value
    }

    private func refined<Value: Decodable>(_ issue: DecodingIssue, _ type: Value.Type) -> DecodingIssue {
        guard issue.place == place else { return issue }
        return issue.asked(by: type, hasPlaceholder: (try? placeholder(type)) != nil)
    }

    /// Returns a value of a type, with a placeholder for each of its parts.
    private func placeholder<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let cases = type as? any CaseIterable.Type, let first = cases.first as? Value { return first }
        do {
            let decoder = ParameterDecoder(node: nil, place: place, placeholders: .everywhere, absent: absent)
            return try Value(from: decoder.absentDecoder(for: type))
        } catch {
            throw NoPlaceholder()
        }
    }

    /// Returns the decoder for a type without a value in the request; it can decode a structure of optional properties.
    private func absentDecoder<Value>(for type: Value.Type) throws -> ParameterDecoder {
        let isForgotten = type is any KeyedCollection.Type && !place.isRoot && !placeholders.cover(place)
        // The decoding of a recursive type would never end.
        let isEndless = absent.contains(ObjectIdentifier(type)) || absent.count >= ParameterNode.depthLimit
        guard !isForgotten, !isEndless else { throw DecodingIssue(self, type: type).decodingError }
        return ParameterDecoder(
            node: nil, place: place, placeholders: placeholders, absent: absent + [ObjectIdentifier(type)])
    }
}

/// The places at which a decoder returns placeholders instead of the request's values.
enum Placeholders {
    case nowhere
    case at(Set<ParameterPlace>)
    case everywhere

    func cover(_ place: ParameterPlace) -> Bool {
        switch self {
        case .nowhere: false
        case .at(let places): places.contains(place)
        case .everywhere: true
        }
    }

    func lie(below place: ParameterPlace) -> Bool {
        switch self {
        case .nowhere: false
        case .at(let places): places.contains { $0.isBelow(place) }
        case .everywhere: true
        }
    }
}

/// The error for a type that has no possible placeholder.
struct NoPlaceholder: Error {}

/// A type that accepts any names; it would decode as empty although the request lacks a required value.
private protocol KeyedCollection {}
extension Dictionary: KeyedCollection {}

extension CaseIterable {
    fileprivate static var first: Any? { allCases.first }
}

/// One step from a value to its part: a name, or a position in an array.
struct ParameterKey: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?
    /// The name for messages; `nil` for one of several query items with the same name, which a URL does not number.
    let name: String?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
        name = stringValue
    }

    init(intValue: Int) { self.init(index: intValue, isNumbered: true) }

    init(index: Int, isNumbered: Bool) {
        stringValue = String(index)
        intValue = index
        name = isNumbered ? stringValue : nil
    }
}

/// A place in a value, from the outermost key to the innermost; the root has no keys.
struct ParameterPlace: Hashable {
    private(set) var keys: [ParameterKey] = []

    var isRoot: Bool { keys.isEmpty }

    /// The place in dot notation, such as `home.city`.
    var name: String { keys.compactMap(\.name).joined(separator: ".") }

    /// Whether the place is inside an array of the body, which a query cannot express.
    var isInArray: Bool { keys.contains { $0.intValue != nil && $0.name != nil } }

    func appending(_ key: ParameterKey) -> ParameterPlace {
        var place = self
        place.keys.append(key)
        return place
    }

    func isBelow(_ other: ParameterPlace) -> Bool { keys.count > other.keys.count && keys.starts(with: other.keys) }
}

extension Request {
    /// Decodes the parameters of path, query and body into one value.
    ///
    /// The decoder looks for each property by its coding key: in the path first, then in the body, then in the query.
    /// Other parameters remain available in `parameters`.
    ///
    /// | property | in path and query | in the body |
    /// |---|---|---|
    /// | number | a number in Swift's form, within its range, finite | a number, within its range |
    /// | `Bool` | `true`, `false`, `1` or `0` | `true` or `false` |
    /// | enumeration with raw values | a raw value | a raw value |
    /// | array | one item for each element, `tag=a&tag=b` | an array |
    /// | structure or dictionary | an item for each property or key, `a.b=1` | an object |
    /// | optional | `nil` if absent | `nil` if absent, and for `null` |
    /// | `Data`, `URL`, `UUID`, `Date` | base64, an escaped URL, a UUID, RFC 3339 (`2026-05-01T12:00:00Z`) | the same |
    /// | `Decimal`, `Duration` | a number of up to 38 digits, seconds | the same, or the library's form of a duration |
    ///
    /// An object in the body and query items with dots are merged name by name; a value in the body, even `null`,
    /// replaces the query's value of the same name. An absent structure is valid if all of its properties are optional.
    /// A single value, such as an `Int` or an enumeration, is the path's only parameter or the body; a list such as
    /// `[Int]` is the body. A query name is not split at its dots if it has more than 32 levels or an empty level.
    /// - Throws: `ParametersError` with all parameters that do not fit, as far as they can be found.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(ParametersError) -> Value {
        if let body, parameters.isEmpty { return try decode(body) }
        return try decodeAll()
    }

    /// Returns the body itself if it has the type. Not inlined, because the cast looks up `Optional<Value>`.
    @inline(never)
    private func decode<Value: Decodable>(_ body: Payload) throws(ParametersError) -> Value {
        if let value = body.unchanged(as: Value.self) { return value }
        return try decodeAll()
    }

    private func decodeAll<Value: Decodable>() throws(ParametersError) -> Value {
        let node: ParameterNode
        do {
            node = try ParameterNode(path: captures, query: query, body: body)
        } catch {
            throw ParametersError([.unreadableBody(reason: error)])
        }
        do {
            return try ParameterDecoder(node).decode(Value.self)
        } catch {
            throw FaultSearch(node).error(for: Value.self, after: error)
        }
    }
}
