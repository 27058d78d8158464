/// What a text must look like as a whole: characters and classes of characters, each with how often it may come.
///
/// `[A-Z]{2}[0-9]{4,6}`: a character stands for itself, `.` for any, `[a-z_]` for one of several, `[^a-z]` for any other,
/// `\d` for a digit, `\w` for a letter, digit or `_`, `\` before anything else for itself; behind each may stand `?`, `*`,
/// `+`, `{n}`, `{n,}` or `{n,m}`. There are no groups and no choices, so that matching takes time linear in the lengths of
/// text and pattern: no pattern of a server keeps the host waiting.
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
