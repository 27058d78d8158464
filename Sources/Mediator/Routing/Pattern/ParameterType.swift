/// The type of a pattern's parameter, as data, so that matching does not run module code.
public struct ParameterType: Sendable, Hashable {
    /// The rule that recognises a value.
    @_spi(Host) public enum Shape: Sendable, Hashable {
        /// An optional sign and digits that fit 64 bits.
        case integer
        /// Digits that fit 64 bits.
        case unsigned
        /// A finite number in decimal notation, in a form that `Double` reads; hexadecimal is not accepted.
        case decimal
        /// Eight, four, four, four and twelve hexadecimal digits (RFC 9562, section 4).
        case uuid
        /// Groups of lower-case letters and digits, with single hyphens between them.
        case slug
        /// One of these texts.
        case alternatives([String])
        /// A text of only these characters, whose length in UTF-8 bytes is between two bounds.
        case characters(CharacterClass, minimum: Int, maximum: Int)
    }

    /// The name in patterns, such as `int`.
    public let name: String
    /// The rule that recognises a value.
    @_spi(Host) public let shape: Shape

    /// Creates a type with a rule.
    @_spi(Host) public init(name: String, shape: Shape) {
        self.name = name
        self.shape = shape
    }

    /// Creates a type whose values consist of certain characters and have a length in UTF-8 bytes, which is at least 1.
    public init(_ name: String, characters: CharacterClass, length: ClosedRange<Int>) {
        self.init(
            name: name,
            shape: .characters(characters, minimum: max(1, length.lowerBound), maximum: length.upperBound))
    }

    /// Creates a type whose values are these texts; an empty text is ignored.
    public init(_ name: String, alternatives: [String]) {
        self.init(name: name, shape: .alternatives(alternatives.filter { !$0.isEmpty }.map(\.composed)))
    }

    /// Whether a module has declared the type; other modules cannot name the type.
    var isOwn: Bool { !name.hasPrefix("one(") && !Self.builtIn.contains(self) }

    /// The types that every pattern may name, in addition to `one(a,b,…)`.
    public static let builtIn: [ParameterType] = [
        ParameterType(name: "int", shape: .integer),
        ParameterType(name: "uint", shape: .unsigned),
        ParameterType(name: "double", shape: .decimal),
        ParameterType(name: "bool", shape: .alternatives(["true", "false"])),
        ParameterType(name: "uuid", shape: .uuid),
        ParameterType(name: "slug", shape: .slug),
    ]
}

extension ParameterType {
    /// Returns whether a value is of the type.
    ///
    /// Linear in the value's length; allocates memory only for a long `double`.
    @inline(__always) func accepts(_ value: UnsafeRawBufferPointer) -> Bool {
        switch shape {
        case .integer: Self.isInteger(value, signed: true)
        case .unsigned: Self.isInteger(value, signed: false)
        case .decimal: Double(text: String(decoding: value, as: UTF8.self)) != nil
        case .uuid: Self.isUUID(value)
        case .slug: Self.isSlug(value)
        case .alternatives(let texts): texts.contains { $0.utf8.count == value.count && $0.utf8.elementsEqual(value) }
        case .characters(let characters, let minimum, let maximum):
            (minimum...max(minimum, maximum)).contains(value.count) && value.allSatisfy(characters.contains)
        }
    }

    func accepts(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { accepts(UnsafeRawBufferPointer($0)) }
    }
}

extension ParameterType {
    /// Returns whether a value may be of both types, which must be equally narrow; `true` if the answer is unknown.
    func overlaps(_ other: ParameterType) -> Bool {
        switch (shape, other.shape) {
        case (.alternatives(let texts), .alternatives(let others)):
            return !Set(texts).isDisjoint(with: others)
        case (.characters(let characters, let minimum, let maximum), .characters(let others, let least, let most)):
            let lengths = minimum...max(minimum, maximum)
            return lengths.overlaps(least...max(least, most)) && characters.intersects(others)
        default: return true
        }
    }
}

/// A set of characters for a parameter type: any ASCII characters, and either all or none of the other characters.
public struct CharacterClass: Sendable, Hashable {
    /// A bit for each of the first 64 characters of ASCII.
    @_spi(Host) public let low: UInt64
    /// A bit for each of the last 64 characters of ASCII.
    @_spi(Host) public let high: UInt64
    /// Whether all other characters belong to the set.
    @_spi(Host) public let beyondASCII: Bool

    /// Creates a set of the characters whose bits are set.
    @_spi(Host) public init(low: UInt64, high: UInt64, beyondASCII: Bool) {
        self.low = low
        self.high = high
        self.beyondASCII = beyondASCII
    }

    /// Creates a set of the ASCII characters of a text; other characters are ignored.
    public init(_ characters: String) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in characters.utf8 where byte < 0x80 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        self.init(low: low, high: high, beyondASCII: false)
    }

    /// `0` to `9`.
    public static let digits = CharacterClass("0123456789")
    /// `a` to `z` and `A` to `Z`.
    public static let letters = CharacterClass("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    /// Every character outside of ASCII.
    public static let nonASCII = CharacterClass(low: 0, high: 0, beyondASCII: true)
    /// Every character.
    public static let any = CharacterClass(low: .max, high: .max, beyondASCII: true)

    /// Returns the characters of both sets.
    public func union(_ other: CharacterClass) -> CharacterClass {
        CharacterClass(low: low | other.low, high: high | other.high, beyondASCII: beyondASCII || other.beyondASCII)
    }

    func intersects(_ other: CharacterClass) -> Bool {
        low & other.low != 0 || high & other.high != 0 || beyondASCII && other.beyondASCII
    }

    /// Returns whether a byte of UTF-8 belongs to a character of the class.
    @inline(__always) func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low >> UInt64(byte) & 1 == 1 }
        return byte < 128 ? high >> UInt64(byte - 64) & 1 == 1 : beyondASCII
    }
}

// The rules for the values of the built-in parameter types, byte by byte.
extension ParameterType {
    fileprivate static func isInteger(_ value: UnsafeRawBufferPointer, signed: Bool) -> Bool {
        let isNegative = value.first == UInt8(ascii: "-")
        let hasSign = isNegative || value.first == UInt8(ascii: "+")
        guard value.count > (hasSign ? 1 : 0), !hasSign || signed else { return false }
        let limit = signed ? UInt64(Int64.max) + (isNegative ? 1 : 0) : .max
        var number: UInt64 = 0
        for index in (hasSign ? 1 : 0)..<value.count {
            guard value[index].isDigit else { return false }
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(value[index] - UInt8(ascii: "0")))
            guard !overflow, !carry, sum <= limit else { return false }
            number = sum
        }
        return true
    }

    fileprivate static func isUUID(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.count == 36 else { return false }
        return value.indices.allSatisfy { index in
            switch index {
            case 8, 13, 18, 23: value[index] == UInt8(ascii: "-")
            default: isHexadecimal(value[index])
            }
        }
    }

    fileprivate static func isSlug(_ value: UnsafeRawBufferPointer) -> Bool {
        var previous = UInt8(ascii: "-")
        for byte in value {
            let isHyphen = byte == UInt8(ascii: "-")
            guard isHyphen ? previous != byte : byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            else { return false }
            previous = byte
        }
        return previous != UInt8(ascii: "-")
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
