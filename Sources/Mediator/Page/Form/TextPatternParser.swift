/// Reads the text of a `TextPattern`.
struct TextPatternParser {
    private static let digit = TextPattern.Characters(ranges: ["0"..."9"])
    private static let word = TextPattern.Characters(ranges: ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"])
    private static let any = TextPattern.Characters(ranges: [], isNegated: true)
    /// What would mean something in a fuller language, and is refused rather than taken for itself.
    private static let reserved: Set<Unicode.Scalar> = ["(", ")", "|", "^", "$", "]", "}", "?", "*", "+", "{"]

    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = text.unicodeScalars[...] }

    /// All parts, or `nil` where the text is no pattern.
    mutating func parse() -> [TextPattern.Part]? {
        var parts: [TextPattern.Part] = []
        while let first = rest.popFirst() {
            guard let characters = characters(first), let count = count() else { return nil }
            parts.append(TextPattern.Part(characters: characters, count: count))
        }
        return parts
    }

    private mutating func characters(_ first: Unicode.Scalar) -> TextPattern.Characters? {
        switch first {
        case ".": return Self.any
        case "[": return set()
        case "\\": return escaped()
        default: return Self.reserved.contains(first) ? nil : TextPattern.Characters(ranges: [first...first])
        }
    }

    private mutating func escaped() -> TextPattern.Characters? {
        switch rest.popFirst() {
        case nil: nil
        case "d": Self.digit
        case "w": Self.word
        case let scalar?: TextPattern.Characters(ranges: [scalar...scalar])
        }
    }

    /// What stands between the brackets, the first of which was read.
    private mutating func set() -> TextPattern.Characters? {
        var set = TextPattern.Characters(ranges: [], isNegated: skip("^"))
        while let first = rest.popFirst() {
            if first == "]" { return set.ranges.isEmpty ? nil : set }
            if first == "\\" {
                guard let characters = escaped() else { return nil }
                set.ranges += characters.ranges
                continue
            }
            guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
                set.ranges.append(first...first)
                continue
            }
            rest = rest.dropFirst(2)
            guard first <= last else { return nil }
            set.ranges.append(first...last)
        }
        return nil
    }

    private mutating func count() -> ClosedRange<Int>? {
        if skip("?") { return 0...1 }
        if skip("*") { return 0...Int.max }
        if skip("+") { return 1...Int.max }
        guard skip("{") else { return 1...1 }
        guard let least = number() else { return nil }
        if skip("}") { return least...least }
        guard skip(",") else { return nil }
        if skip("}") { return least...Int.max }
        guard let most = number(), least <= most, skip("}") else { return nil }
        return least...most
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits.count > 6 ? nil : Int(String(digits))
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }
}
