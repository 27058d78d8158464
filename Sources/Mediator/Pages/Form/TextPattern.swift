/// What a text must look like as a whole: characters and classes of characters, each with how often it may come.
///
/// `[A-Z]{2}[0-9]{4,6}`: a character stands for itself, `.` for any, `[a-z_]` for one of several, `[^a-z]` for any other,
/// `\d` for a digit, `\w` for a letter, digit or `_`, `\` before anything else for itself; behind each may stand `?`, `*`,
/// `+`, `{n}`, `{n,}` or `{n,m}`. There are no groups and no choices, and a pattern has 1,000 characters at most, so that
/// matching takes time linear in the text's length: no pattern of a server keeps the host waiting.
public struct TextPattern: Sendable, Equatable {
    /// Some characters, and how often one of them may come in a row.
    struct Part: Sendable, Equatable {
        var characters: Characters
        var count: ClosedRange<Int>
    }

    /// A set of characters.
    struct Characters: Sendable, Equatable {
        var ranges: [ClosedRange<Unicode.Scalar>]
        var isNegated = false

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar) } != isNegated
        }
    }

    /// The pattern as it was written.
    public let text: String
    let parts: [Part]

    /// Reads a pattern; `nil` where it is none.
    public init?(_ text: String) {
        var parser = TextPatternParser(text)
        guard let parts = parser.parse() else { return nil }
        self.text = text
        self.parts = parts
    }

    /// Whether a text looks like the pattern from its beginning to its end.
    public func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var reached = [Bool](repeating: false, count: scalars.count + 1)
        reached[0] = true
        for part in parts { reached = Self.advance(reached, over: part, in: scalars) }
        return reached[scalars.count]
    }

    /// The places that are reached from those that were, by as many characters of a part as may come.
    private static func advance(_ reached: [Bool], over part: Part, in scalars: [Unicode.Scalar]) -> [Bool] {
        let end = scalars.count
        var run = 0
        // How many more intervals of reached places begin than end at each place.
        var change = [Int](repeating: 0, count: end + 2)
        for place in stride(from: end, through: 0, by: -1) {
            run = place < end && part.characters.contains(scalars[place]) ? run + 1 : 0
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

/// Reads the text of a `TextPattern`.
struct TextPatternParser {
    private static let digit = TextPattern.Characters(ranges: ["0"..."9"])
    private static let word = TextPattern.Characters(ranges: ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"])
    private static let any = TextPattern.Characters(ranges: [], isNegated: true)
    /// What would mean something in a fuller language, and is refused rather than taken for itself.
    private static let reserved: Set<Unicode.Scalar> = ["(", ")", "|", "^", "$", "]", "}", "?", "*", "+", "{"]

    private var rest: Substring.UnicodeScalarView

    /// The length from which on a text is no pattern: each of its parts costs a look at each character of a text.
    private static let maximumLength = 1_000

    init(_ text: String) { rest = text.unicodeScalars[...] }

    /// All parts, or `nil` where the text is no pattern.
    mutating func parse() -> [TextPattern.Part]? {
        var parts: [TextPattern.Part] = []
        guard rest.dropFirst(Self.maximumLength).isEmpty else { return nil }
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
