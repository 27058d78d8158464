/// A requested path, and the answer that every router must give.
struct Request {
    let path: String
    /// The number of the route, or `nil` if no route answers.
    let number: Int?
    /// The values of the route's parameters, in order.
    let values: [String]
}

extension Request {
    /// Creates a request that a pattern answers, with random values.
    init(hitting pattern: String, number: Int, random: inout SplitMix64) {
        let segments = Self.segments(of: pattern, random: &random)
        self.init(
            path: Self.path(segments.map(\.text)), number: number, values: segments.filter(\.isValue).map(\.text))
    }

    /// Creates a request that follows a pattern and that no route answers: it has an extra segment after a parameter,
    /// or an extra `0` after a literal. The first segment, which is the method, stays.
    init(missing pattern: String, random: inout SplitMix64) {
        let segments = Self.segments(of: pattern, random: &random)
        let literals = segments.indices.dropFirst().filter { !segments[$0].isValue }
        var texts = segments.map(\.text)
        if segments.last?.isValue ?? true {
            texts.append("nothing")
        } else if let place = literals.randomElement(using: &random) {
            texts[place] += "0"
        }
        self.init(path: Self.path(texts), number: nil, values: [])
    }

    private static func segments(of pattern: String, random: inout SplitMix64) -> [(text: String, isValue: Bool)] {
        pattern.split(separator: "/").map { segment in
            segment.hasPrefix(":") ? (value(random: &random), true) : (String(segment), false)
        }
    }

    private static func path(_ segments: [String]) -> String { "/" + segments.joined(separator: "/") }

    /// Returns a number or a name; its capital letter distinguishes it from every literal.
    private static func value(random: inout SplitMix64) -> String {
        if Bool.random(using: &random) { return String(Int.random(in: 1..<1_000_000, using: &random)) }
        let letters = (0..<Int.random(in: 3...11, using: &random)).map { _ in
            Character(UnicodeScalar(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random)))
        }
        return "N" + String(letters)
    }
}
