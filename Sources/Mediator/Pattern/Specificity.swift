/// How specific one segment of a pattern is; the higher one goes first (Documentation/RoutingLanguage.md).
///
/// literal > typed with text around it > typed > text around it > plain > wildcard. Among typed ones the narrower
/// built-in type goes first, among those with text around them the one with more of it.
struct Specificity: Sendable, Hashable, Comparable {
    let value: UInt32

    static let literal = Specificity(value: .max)
    static let plain = Specificity(value: 2 << 24)
    static let wildcard = Specificity(value: 1 << 24)

    /// The number as a frozen trie keeps it.
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
    /// The order of types that no parameter's text decides: the higher number is the narrower type.
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
