/// What a parameter of a pattern may be, as data: it is matched without running any module's code.
public struct ParameterType: Sendable, Hashable {
    /// How a value is recognised.
    enum Shape: Sendable, Hashable {
        /// An optional sign and digits that fit 64 bits.
        case integer
        /// Digits that fit 64 bits.
        case unsigned
        /// A number in the form that `Double` reads, without `inf`, `nan` and hexadecimal.
        case decimal
        /// Eight, four, four, four and twelve hexadecimal digits (RFC 9562, section 4).
        case uuid
        /// Small letters and digits in parts that are joined by single hyphens.
        case slug
        /// One of these texts.
        case alternatives([String])
        /// Nothing but these characters, with a length in UTF-8 bytes.
        case characters(CharacterClass, minimum: Int, maximum: Int)
    }

    /// The name, as patterns spell it: `int`.
    public let name: String
    let shape: Shape

    init(name: String, shape: Shape) {
        self.name = name
        self.shape = shape
    }

    /// A type whose values are made of some characters, with a length in UTF-8 bytes of at least 1.
    public init(_ name: String, characters: CharacterClass, length: ClosedRange<Int>) {
        self.init(
            name: name,
            shape: .characters(characters, minimum: max(1, length.lowerBound), maximum: length.upperBound))
    }

    /// A type whose values are some texts, of which the empty one is passed over.
    public init(_ name: String, alternatives: [String]) {
        self.init(name: name, shape: .alternatives(alternatives.filter { !$0.isEmpty }))
    }

    /// The types that every pattern may name, beside `one(a,b,…)`.
    public static let builtIn: [ParameterType] = [
        ParameterType(name: "int", shape: .integer),
        ParameterType(name: "uint", shape: .unsigned),
        ParameterType(name: "double", shape: .decimal),
        ParameterType(name: "bool", shape: .alternatives(["true", "false"])),
        ParameterType(name: "uuid", shape: .uuid),
        ParameterType(name: "slug", shape: .slug),
    ]
}
