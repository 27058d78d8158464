/// A simple regular expression for a whole text: a sequence of character sets, each with a number of repetitions.
///
/// Most characters match themselves. `.` matches any character, `[a-z_]` a character of the set, `[^a-z]` a character
/// outside the set, `\d` a digit, and `\w` a letter, a digit or `_`; `\` before another character matches that
/// character. `?`, `*`, `+`, `{n}`, `{n,}` or `{n,m}` may follow, as in `[A-Z]{2}[0-9]{4,6}`. Groups and alternatives
/// are not supported. A server's pattern cannot delay the host: a pattern has at most 1,000 characters, and matching
/// takes time proportional to the pattern's length times the text's length.
@_spi(Host) public struct TextPattern: Sendable, Equatable {
    /// A set of characters, and the number of times that characters of the set occur in sequence.
    struct Part: Sendable, Equatable {
        var ranges: [ClosedRange<Unicode.Scalar>]
        var isNegated = false
        var count = 1...1

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar) } != isNegated
        }
    }

    /// The pattern in its written form.
    public let text: String
    let parts: [Part]

    /// Parses a pattern; returns `nil` if the text is not a pattern.
    public init?(_ text: String) {
        var parser = TextPatternParser(text)
        guard let parts = parser.parse() else { return nil }
        self.text = text
        self.parts = parts
    }

    /// Returns whether the whole text matches the pattern.
    public func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var reached = [Bool](repeating: false, count: scalars.count + 1)
        reached[0] = true
        for part in parts { reached = Self.advance(reached, over: part, in: scalars) }
        return reached[scalars.count]
    }

    /// Returns the positions in the text that can be reached by matching a part from one of the given positions.
    private static func advance(_ reached: [Bool], over part: Part, in scalars: [Unicode.Scalar]) -> [Bool] {
        let end = scalars.count
        var run = 0
        // From each `place`, a part reaches an interval of positions. `change` counts, at each position, the intervals
        // that begin there, minus the intervals that end at the position before.
        var change = [Int](repeating: 0, count: end + 2)
        for place in stride(from: end, through: 0, by: -1) {
            run = place < end && part.contains(scalars[place]) ? run + 1 : 0
            guard reached[place], part.count.lowerBound <= run else { continue }
            change[place + part.count.lowerBound] += 1
            change[place + min(part.count.upperBound, run) + 1] -= 1
        }
        var open = 0
        return (0...end).map { place in
            open += change[place]
            return open > 0
        }
    }
}

struct TextPatternParser {
    private static let digit = TextPattern.Part(ranges: ["0"..."9"])
    private static let word = TextPattern.Part(ranges: ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"])
    private static let any = TextPattern.Part(ranges: [], isNegated: true)
    /// Characters that match themselves only after `\`, because regular expressions give them a special meaning.
    private static let reserved: Set<Unicode.Scalar> = ["(", ")", "|", "^", "$", "]", "}", "?", "*", "+", "{"]

    private var rest: Substring.UnicodeScalarView

    /// The maximum length of a pattern; it is limited because each part is compared with each character of a text.
    private static let maximumLength = 1_000

    init(_ text: String) { rest = text.unicodeScalars[...] }

    mutating func parse() -> [TextPattern.Part]? {
        var parts: [TextPattern.Part] = []
        guard rest.dropFirst(Self.maximumLength).isEmpty else { return nil }
        while let first = rest.popFirst() {
            guard var part = characters(first), let count = count() else { return nil }
            part.count = count
            parts.append(part)
        }
        return parts
    }

    private mutating func characters(_ first: Unicode.Scalar) -> TextPattern.Part? {
        switch first {
        case ".": return Self.any
        case "[": return set()
        case "\\": return escaped()
        default: return Self.reserved.contains(first) ? nil : TextPattern.Part(ranges: [first...first])
        }
    }

    private mutating func escaped() -> TextPattern.Part? {
        switch rest.popFirst() {
        case nil: nil
        case "d": Self.digit
        case "w": Self.word
        case let scalar?: TextPattern.Part(ranges: [scalar...scalar])
        }
    }

    /// Returns the set up to the closing bracket; the opening bracket was already read.
    private mutating func set() -> TextPattern.Part? {
        var set = TextPattern.Part(ranges: [], isNegated: skip("^"))
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
