/// A set of characters for a parameter type, as data: any of ASCII, and all or none of the rest of Unicode.
public struct CharacterClass: Sendable, Hashable {
    let low: UInt64
    let high: UInt64
    let beyondASCII: Bool

    init(low: UInt64, high: UInt64, beyondASCII: Bool) {
        self.low = low
        self.high = high
        self.beyondASCII = beyondASCII
    }

    /// The ASCII characters of a text; others are passed over.
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

    /// The characters of both.
    public func union(_ other: CharacterClass) -> CharacterClass {
        CharacterClass(low: low | other.low, high: high | other.high, beyondASCII: beyondASCII || other.beyondASCII)
    }

    /// Whether some character is in both.
    func intersects(_ other: CharacterClass) -> Bool {
        low & other.low != 0 || high & other.high != 0 || beyondASCII && other.beyondASCII
    }

    /// Whether a byte of UTF-8 belongs to a character of the class.
    @inline(__always) func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low >> UInt64(byte) & 1 == 1 }
        return byte < 128 ? high >> UInt64(byte - 64) & 1 == 1 : beyondASCII
    }
}
