/// The parsed form of a route's pattern, such as `/rent/:id<int>`, `/the(/foo/:a)(/bar/:b)` or `app://docs/*path?`.
///
/// A pattern without a scheme answers for every scheme except `http` and `https`, and for the web hosts that the app
/// has declared as its own. A pattern for `http` or `https` names its host, or has `*` for any: `https://*/rent/:id`, and
/// `https://*url` for all URLs.
public struct RoutePattern: Sendable, Hashable {
    /// The longest accepted pattern, in UTF-8 bytes.
    public static let maximumLength = 8192
    /// The greatest depth of optional groups in one another.
    public static let maximumDepth = 16

    /// The text in its written form.
    public let text: String
    /// The scheme in lower case, or `nil` for any.
    let scheme: String?
    /// The host in lower case, for `http` and `https`; `nil` for any.
    let host: String?
    let elements: [PatternElement]

    /// Parses a pattern in time linear in its length.
    ///
    /// - Parameter types: the parameter types that it may name beside the built-in ones.
    /// - Throws: `RoutePatternError` with the column of the first fault.
    public init(_ text: String, types: [ParameterType] = []) throws(RoutePatternError) {
        var parser = RoutePatternParser(text, types: types)
        self = try parser.parse()
    }

    init(text: String, scheme: String?, host: String?, elements: [PatternElement]) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.elements = elements
    }

    /// The names of the parameters and of the wildcard, from left to right.
    public var parameterNames: [String] { elements.flatMap(\.parameterNames) }
}

extension RoutePattern {
    /// Whether the pattern answers for any web host.
    var isForAnyHost: Bool { host == nil && (scheme == "http" || scheme == "https") }

    /// Whether its wildcard begins with the host: `https://*url`.
    var capturesHost: Bool {
        guard isForAnyHost, let mark = text.utf8.firstIndex(of: UInt8(ascii: "*")) else { return false }
        let next = text.utf8[mark...].dropFirst().first
        return next.map { !"/(".utf8.contains($0) } ?? false
    }

    /// Whether the pattern ends with a wildcard that may be empty and is in no group.
    var allowsNone: Bool {
        if case .wildcard(_, let allowsNone) = elements.last { allowsNone } else { false }
    }

    /// The types that the pattern names and that are not part of the language, each once.
    var ownTypes: [ParameterType] {
        var own: [ParameterType] = []
        for case let type? in elements.flatMap(\.types)
        where !type.name.hasPrefix("one(") && !ParameterType.builtIn.contains(type) && !own.contains(type) {
            own.append(type)
        }
        return own
    }
}

extension PatternElement {
    fileprivate var types: [ParameterType?] {
        switch self {
        case .parameter(let parameter): [parameter.type]
        case .group(let elements): elements.flatMap(\.types)
        case .literal, .wildcard: []
        }
    }
}

/// One part of a pattern between its slashes, or several that are optional together.
indirect enum PatternElement: Sendable, Hashable {
    /// A segment that matches itself, after percent-decoding.
    case literal(String)
    /// A segment that holds a parameter.
    case parameter(PatternParameter)
    /// `(…)`: all of its elements, or none.
    case group([PatternElement])
    /// `*name`, the rest of the path; `*name?` may be empty.
    case wildcard(name: String, allowsNone: Bool)
}

extension PatternElement {
    /// The names of its parameters, from left to right.
    var parameterNames: [String] {
        switch self {
        case .literal: []
        case .parameter(let parameter): [parameter.name]
        case .group(let elements): elements.flatMap(\.parameterNames)
        case .wildcard(let name, _): [name]
        }
    }
}

/// A parameter of a pattern, with the literal text around it in its segment: `v:major<uint>.json`.
struct PatternParameter: Sendable, Hashable {
    let name: String
    /// The type of its value, or `nil` for any segment that is not empty.
    var type: ParameterType?
    /// The decoded text before it.
    var prefix = ""
    /// The decoded text after it.
    var suffix = ""

    /// Whether the segment is a parameter of any type, without text around it.
    var isPlain: Bool { type == nil && prefix.isEmpty && suffix.isEmpty }
}

extension PatternParameter {
    /// Returns the value within a decoded segment, or `nil` if the segment does not match.
    func value(in segment: [UInt8]) -> String? {
        guard segment.count > prefix.utf8.count + suffix.utf8.count, segment.starts(with: prefix.utf8),
            segment.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        let value = segment[prefix.utf8.count..<(segment.count - suffix.utf8.count)]
        guard value.withUnsafeBytes({ type?.accepts($0) ?? true }) else { return nil }
        return String(decoding: value, as: UTF8.self)
    }
}

/// A pattern as a sequence of steps, in which an optional group is a choice of the next step: no group is written out
/// twice.
struct PatternSteps {
    /// One step.
    enum Step {
        case element(PatternElement)
        /// The group that begins here may be skipped by continuing at that step.
        case orSkip(to: Int)
    }

    private(set) var steps: [Step] = []

    /// Creates the steps of a pattern.
    init(_ pattern: RoutePattern) { append(pattern.elements) }

    private mutating func append(_ elements: [PatternElement]) {
        for element in elements {
            guard case .group(let inner) = element else {
                steps.append(.element(element))
                continue
            }
            let place = steps.count
            steps.append(.orSkip(to: 0))
            append(inner)
            steps[place] = .orSkip(to: steps.count)
        }
    }
}

/// The rank of one segment of a pattern; the more specific one goes first (Documentation/RoutingLanguage.md).
///
/// literal > typed with text around it > typed > text around it > plain > wildcard. Among typed ones the narrower
/// built-in type goes first, among those with text around them the one with more of it.
struct Specificity: Sendable, Hashable, Comparable {
    let value: UInt32

    static let literal = Specificity(value: .max)
    static let plain = Specificity(value: 2 << 24)
    static let wildcard = Specificity(value: 1 << 24)

    /// Creates a rank from the number in a frozen trie.
    init(value: UInt32) { self.value = value }

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
