/// A request for the test of a route: a valid request, or a request with one wrong part.
@_spi(Host) public struct RouteSample: Sendable {
    /// The route.
    public let route: RouteDescription
    /// Whether the route runs only if no other route answers.
    public let isFallback: Bool
    /// The URL.
    public let url: RouteURL
    /// The body, for a call.
    public let body: Payload?
    /// The wrong part, such as `max="text"`; `nil` for a valid request.
    public let wrong: String?
    /// Whether the declared types exclude the wrong part; if so, the route must refuse the request.
    public let isExcluded: Bool
}

extension Registry {
    /// Returns requests for each route of a module; the valid request of each route is first.
    func samples(of owner: String) -> [RouteSample] {
        [routes, fallbacks].flatMap { table in
            numbers(of: table).filter { table.entry($0).owner == owner }.flatMap { number in
                SampleMaker(table.entry(number), table.pattern(number)).samples
            }
        }
    }
}

/// Makes the samples of one route.
private struct SampleMaker {
    private let route: Route
    private let description: RouteDescription
    /// The pattern without types, so that URLs can contain wrong values.
    private let pattern: RoutePattern
    private let fields: [SampleField]
    private let good: [QueryItem]

    init(_ entry: RouteTable.Entry, _ pattern: RoutePattern) {
        route = entry.route
        description = RouteDescription(entry)
        self.pattern = RoutePattern(
            text: pattern.text, scheme: pattern.scheme, host: pattern.host, elements: pattern.elements.map(\.untyped))
        let inputs = entry.route.inputFields(pattern.parameterNames)
        let rest = pattern.wildcardName
        let inPath = pattern.elements.flatMap(\.parameters).map { parameter in
            let text = parameter.name == rest ? "example/of/a/path" : "example"
            return SampleField(parameter.name, parameter.type, inPath: text, inputs.first { $0.name == parameter.name })
        }
        let names = Set(inPath.map(\.name))
        fields =
            inPath
            + inputs.filter { !names.contains($0.name) }.map { SampleField($0.name, nil, inPath: nil, $0) }
        good = fields.compactMap { field in field.good.map { QueryItem(name: field.name, value: $0) } }
    }

    var samples: [RouteSample] {
        guard let first = sample(good, body: route.verb == .call ? bodyWithoutNames : nil) else { return [] }
        let bodies = route.verb == .call ? wrongBodies : []
        return [first] + fields.flatMap(wrongTexts) + bodies
    }

    /// The valid body for an input that is an array or a dictionary; a query cannot express such an input.
    private var bodyWithoutNames: Payload? {
        switch route.inputShape {
        case .array: Payload(JSONValue.array([]))
        case .dictionary: Payload(JSONValue.object([:]))
        default: nil
        }
    }

    private func sample(
        _ items: [QueryItem], body: Payload? = nil, wrong: String? = nil, isExcluded: Bool = false
    ) -> RouteSample? {
        guard let url = try? pattern.url(items) else { return nil }
        return RouteSample(
            route: description, isFallback: route.isFallback, url: RouteURL(url), body: body, wrong: wrong,
            isExcluded: isExcluded)
    }

    private func wrongTexts(of field: SampleField) -> [RouteSample] {
        let others = good.filter { $0.name != field.name }
        let missing =
            field.isOptional || field.isInPath
            ? nil : sample(others, wrong: "no \(field.name)", isExcluded: true)
        let wrong = SampleField.texts.compactMap { text in
            sample(
                others + [QueryItem(name: field.name, value: text)], wrong: field.shown(text.debugDescription),
                isExcluded: field.excludes(text))
        }
        return [missing].compactMap(\.self) + wrong
    }

    private var wrongBodies: [RouteSample] {
        let inPath = good.filter { item in fields.contains { $0.isInPath && $0.name == item.name } }
        let whole: [JSONValue] = [
            .null, .bool(true), .integer(7), .string("text"), .array([.integer(7)]), .object([:]),
        ]
        // If no fields of the body are known, no body is known to be wrong.
        let body = fields.filter { !$0.isInPath }
        let roots = whole.compactMap { json in
            let mayFit = json == .null || json == .object([:])
            return sample(
                inPath, body: Payload(json), wrong: "the body \(json.text)",
                isExcluded: body.contains { !mayFit || !$0.isOptional })
        }
        let members = Dictionary(
            uniqueKeysWithValues: fields.compactMap { field in field.json.map { (field.name, $0) } })
        return roots
            + body.filter { $0.shape != nil }.flatMap { field in
                SampleField.values.compactMap { json in
                    let body = Payload(JSONValue.object(members.merging([field.name: json]) { $1 }))
                    let wrong = field.shown(json.text) + " in the body"
                    return sample(inPath, body: body, wrong: wrong, isExcluded: field.excludes(json))
                }
            }
    }
}

/// A parameter or a field of the input, and the values that it excludes.
private struct SampleField {
    let name: String
    let isInPath: Bool
    let isOptional: Bool
    /// The type in the pattern.
    let type: ParameterType?
    /// The type in the input; `nil` if it is unknown.
    let shape: TypeShape?
    /// A valid text; `nil` if none is known.
    let good: String?

    private static let long = String(repeating: "x", count: 4000)
    /// Texts for wrong values: every type except text excludes some of these texts.
    static let texts = ["text", String(repeating: "9", count: 60), "-1", "1e999", "", "\u{1}\u{1B}[2J", "a\0b", long]
    /// Wrong values for bodies: every type excludes some of these values.
    static let values: [JSONValue] = [
        .null, .bool(true), .integer(-1), .number(1e300), .array([]), .object([:]), .string(""), .string("text"),
        .string("a\0b\u{1B}[2J"), .string(long),
    ]

    /// - Parameter text: the valid text for a parameter without a type; `nil` for a value outside the path.
    init(_ name: String, _ type: ParameterType?, inPath text: String?, _ input: RouteParameter?) {
        (self.name, isInPath, isOptional) = (name, text != nil, input?.isOptional ?? false)
        (self.type, shape) = (type, input.flatMap { $0.shape.isScalar ? $0.shape : nil })
        good = type?.example ?? shape?.example() ?? text
    }

    /// The valid value in a body.
    var json: JSONValue? {
        guard let good, let shape else { return nil }
        return switch shape {
        case .int, .uint, .double: .integer(1)
        case .choices(let numbers): numbers.first.map { .integer(Int128($0)) }
        case .bool: .bool(true)
        default: .string(good)
        }
    }

    func shown(_ value: String) -> String { "\(name)=\(value.prefix(30))\(value.count > 30 ? "…" : "")" }

    func excludes(_ text: String) -> Bool {
        if let type, !type.accepts(text) { return true }
        // An input with its own decoding may treat an empty text as absent.
        return shape.map { !$0.accepts(text) && !(text.isEmpty && isOptional) } ?? false
    }

    func excludes(_ json: JSONValue) -> Bool {
        switch (json, shape) {
        case (_, nil): false
        case (.null, _): !isOptional
        case (.bool, .bool), (.integer, .int), (.integer, .double), (.number, .double): false
        case (.string(let text), .text), (.string(let text), .alternatives): excludes(text)
        case (.integer(let number), .choices): excludes("\(number)")
        default: true
        }
    }
}

extension TypeShape {
    /// Returns a valid text, which is `text` if all texts are valid; `nil` if none is known.
    @_spi(Host) public func example(text: String = "example") -> String? {
        switch self {
        case .int, .uint, .double: "1"
        case .bool: "true"
        case .text: text
        case .alternatives(let texts): texts.first
        case .choices(let numbers): numbers.first.map(String.init)
        default: nil
        }
    }

    /// Returns whether a type of this shape may accept the text.
    fileprivate func accepts(_ text: String) -> Bool {
        switch self {
        case .int: Int128(text) != nil
        case .uint: UInt128(text) != nil
        case .double: Double(text: text) != nil
        case .bool: Bool(text: text) != nil
        case .alternatives(let texts): texts.contains(text)
        case .choices(let numbers): Int(text).map(numbers.contains) ?? false
        default: true
        }
    }
}

extension PatternElement {
    fileprivate var untyped: PatternElement {
        switch self {
        case .parameter(var parameter):
            parameter.type = nil
            return .parameter(parameter)
        case .group(let elements): return .group(elements.map(\.untyped))
        case .literal, .wildcard: return self
        }
    }
}

extension ParameterType {
    fileprivate var example: String {
        switch shape {
        case .integer, .unsigned, .decimal: return "1"
        case .uuid: return "123e4567-e89b-42d3-a456-426614174000"
        case .slug: return "example"
        case .alternatives(let texts): return texts.first ?? ""
        case .characters(let characters, let minimum, _):
            let character = (UInt8(0x21)..<0x7F).reversed().first(where: characters.contains)
            return String(repeating: character.map { String(UnicodeScalar($0)) } ?? "é", count: max(1, minimum))
        }
    }
}
