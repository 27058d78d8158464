/// The parsed form of a route's pattern, such as `/rent/:id<int>`, `/the(/foo/:a)(/bar/:b)` or `app://docs/*path?`.
///
/// A pattern without a scheme matches web URLs of the app's own hosts, and all URLs with a scheme other than `http`
/// and `https`. A pattern for `http` or `https` has a host, or `*` for any host, as in `https://*/rent/:id`.
/// `https://*url` matches every `https` URL.
public struct RoutePattern: Sendable, Hashable {
    /// The longest accepted pattern, in UTF-8 bytes.
    public static let maximumLength = 8192
    /// The maximum nesting depth of optional groups.
    public static let maximumDepth = 16

    /// The text of the pattern as it was written, in Unicode's composed form (NFC).
    public let text: String
    /// The scheme in lower case, or `nil` if the pattern has none.
    @_spi(Host) public let scheme: String?
    /// The host in lower case, for `http` and `https`; `nil` for any host.
    @_spi(Host) public let host: String?
    let elements: [PatternElement]
    /// The forms of the pattern: all combinations with and without its optional groups, each longer form first.
    @_spi(Host) public let forms: [[PatternElement]]

    /// Parses a pattern in time linear in its length.
    ///
    /// - Parameters:
    ///   - text: the pattern, such as `/rent/:id<int>`.
    ///   - types: the types that the pattern may name for parameters, in addition to the built-in types.
    /// - Throws: `RoutePatternError` with the column of the first fault.
    public init(_ text: String, types: [ParameterType] = []) throws(RoutePatternError) {
        var parser = RoutePatternParser(text, types: types)
        self = try parser.parse()
        guard forms.isEmpty else { return }
        throw .tooManyForms(column: text.utf8.prefix { $0 != UInt8(ascii: "(") }.count + 1)
    }

    init(text: String, scheme: String?, host: String?, elements: [PatternElement]) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.elements = elements
        forms = Self.forms(of: [], with: elements, bytes: text.utf8.count) ?? []
    }

    /// The names of the parameters and of the wildcard, from left to right.
    public var parameterNames: [String] { elements.flatMap(\.parameterNames) }

    /// The name of the wildcard, if any; a wildcard is the last element of the pattern or of its last group.
    var wildcardName: String? { elements.last?.wildcardName }
}

extension RoutePattern {
    /// Whether the pattern matches URLs of any web host.
    @_spi(Host) public var isForAnyHost: Bool { host == nil && (scheme == "http" || scheme == "https") }

    /// Whether the value of the pattern's wildcard begins with the host, as for `https://*url`.
    var capturesHost: Bool {
        guard isForAnyHost, let mark = text.utf8.firstIndex(of: UInt8(ascii: "*")) else { return false }
        let next = text.utf8[mark...].dropFirst().first
        return next.map { !"/(".utf8.contains($0) } ?? false
    }

    /// The modules' own types that the pattern names, each once.
    var ownTypes: [ParameterType] {
        var own: [ParameterType] = []
        for case let type? in elements.flatMap(\.parameters).map(\.type) where type.isOwn && !own.contains(type) {
            own.append(type)
        }
        return own
    }
}

/// One segment of a pattern, or a group of segments that are optional together.
@_spi(Host) public indirect enum PatternElement: Sendable, Hashable {
    /// A segment that matches its own text, after percent-decoding.
    case literal(String)
    /// A segment that holds a parameter.
    case parameter(PatternParameter)
    /// `(…)`: a URL has all elements of the group, or none of them.
    case group([PatternElement])
    /// The rest of the path: `*name`, or `*name?` if the rest may be empty.
    case wildcard(name: String, allowsNone: Bool)
}

extension PatternElement {
    /// The parameters of the element, from left to right; a wildcard has no type.
    var parameters: [PatternParameter] {
        switch self {
        case .literal: []
        case .parameter(let parameter): [parameter]
        case .group(let elements): elements.flatMap(\.parameters)
        case .wildcard(let name, _): [PatternParameter(name: name)]
        }
    }

    var parameterNames: [String] {
        switch self {
        case .literal: []
        case .parameter(let parameter): [parameter.name]
        case .group(let elements): elements.flatMap(\.parameterNames)
        case .wildcard(let name, _): [name]
        }
    }

    var wildcardName: String? {
        switch self {
        case .wildcard(let name, _): name
        case .group(let elements): elements.last?.wildcardName
        case .literal, .parameter: nil
        }
    }
}

/// A parameter of a pattern, with the literal text around it in its segment: `v:major<uint>.json`.
@_spi(Host) public struct PatternParameter: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The type of its value, or `nil` for any segment that is not empty.
    var type: ParameterType?
    /// The decoded text before the value.
    public internal(set) var prefix = ""
    /// The decoded text after the value.
    public internal(set) var suffix = ""

    /// Whether the parameter is a whole segment and has no type.
    var isPlain: Bool { type == nil && prefix.isEmpty && suffix.isEmpty }
}

extension PatternParameter {
    /// Returns the range of the value within a decoded segment, or `nil` if the segment does not match.
    @inline(__always) func value(in segment: UnsafeRawBufferPointer) -> Range<Int>? {
        let (before, after) = (prefix.utf8.count, suffix.utf8.count)
        guard before + after > 0 else { return accepts(segment) ? 0..<segment.count : nil }
        guard segment.count > before + after, isAround(segment) else { return nil }
        let range = before..<segment.count - after
        return accepts(UnsafeRawBufferPointer(rebasing: segment[range])) ? range : nil
    }

    /// Returns whether a decoded segment matches.
    public func accepts(_ segment: String) -> Bool { Array(segment.utf8).withUnsafeBytes { value(in: $0) != nil } }

    private func isAround(_ segment: UnsafeRawBufferPointer) -> Bool {
        segment.starts(with: prefix.utf8) && segment.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    @inline(__always) private func accepts(_ value: UnsafeRawBufferPointer) -> Bool { type?.accepts(value) ?? true }
}

extension RoutePattern {
    /// The maximum number of forms (six groups have 64), and of the forms' bytes; no single pattern can fill a table.
    static let formLimit = (count: 64, bytes: 16_384)

    /// Returns the forms that begin with given elements and continue with others; `nil` if there are too many.
    ///
    /// - Parameter bytes: the length of the pattern; each form counts with this length.
    private static func forms(
        of start: [PatternElement], with elements: [PatternElement], bytes: Int
    ) -> [[PatternElement]]? {
        var forms = [start]
        for element in elements {
            if case .group(let inner) = element {
                var longer: [[PatternElement]] = []
                for form in forms {
                    guard let extended = self.forms(of: form, with: inner, bytes: bytes) else { return nil }
                    longer += extended + [form]
                }
                forms = longer
            } else {
                for place in forms.indices { forms[place].append(element) }
            }
            guard forms.count <= formLimit.count, forms.count * bytes <= formLimit.bytes else { return nil }
        }
        return forms
    }
}

/// The rank of one segment of a pattern; a pattern with a higher rank is tried first
/// (Documentation/RoutingLanguage.md).
///
/// literal > typed with text around it > typed > text around it > plain > wildcard. Within a kind, more text around the
/// parameter comes before less text, and then a narrower type before a wider type.
struct Specificity: Sendable, Hashable, Comparable {
    let value: UInt32

    static let literal = Specificity(value: .max)
    static let plain = Specificity(value: 2 << 24)
    static let wildcard = Specificity(value: 1 << 24)

    /// Creates a rank from its stored number.
    init(value: UInt32) { self.value = value }

    /// Creates the rank of an element, which must not be a group.
    init(_ element: PatternElement) {
        switch element {
        case .parameter(let parameter): self.init(parameter)
        case .wildcard: self = .wildcard
        case .literal, .group: self = .literal
        }
    }

    init(_ parameter: PatternParameter) {
        let affixes = UInt32(clamping: min(0xFFFF, parameter.prefix.utf8.count + parameter.suffix.utf8.count))
        guard let type = parameter.type else {
            self = affixes == 0 ? .plain : Specificity(value: 3 << 24 | affixes << 8)
            return
        }
        let kind: UInt32 = affixes == 0 ? 4 : 5
        self.init(value: kind << 24 | affixes << 8 | type.narrowness)
    }

    static func < (first: Specificity, second: Specificity) -> Bool { first.value < second.value }
}

extension ParameterType {
    /// The order of types by narrowness: a higher number is a narrower type.
    fileprivate var narrowness: UInt32 {
        switch shape {
        case .alternatives: 7
        case .uuid: 6
        case .unsigned: 5
        case .integer: 4
        case .decimal: 3
        case .characters: 2
        case .slug: 1
        }
    }
}
