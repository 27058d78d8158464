/// A position in a mangled Swift name. It moves over whole identifiers, because a letter inside an identifier is not an
/// operator.
///
/// The grammar is Swift's `docs/ABI/Mangling.rst`.
struct MangledName {
    private var bytes: Substring.UTF8View

    init(_ name: Substring) { bytes = name.utf8 }

    /// Whether the rest of the name is one of the endings.
    func isFollowed(byOneOf ends: [String]) -> Bool { ends.contains { bytes.elementsEqual($0.utf8) } }

    /// Skips the next character if it is one of the operators. Returns whether a character was skipped.
    @discardableResult
    mutating func pass(oneOf operators: String) -> Bool {
        guard let first = bytes.first, operators.utf8.contains(first) else { return false }
        bytes.removeFirst()
        return true
    }

    /// Skips an identifier, and returns whether there was one. An identifier has one of three forms: a length and a
    /// text; `0`, then a mixture of text and letters that stand for words of earlier identifiers; or `00`, a length and
    /// a text in Punycode.
    mutating func passIdentifier() -> Bool {
        guard let first = bytes.first, Self.digits.contains(first) else { return false }
        guard pass(oneOf: "0") else { return passText() }
        return pass(oneOf: "0") ? passText(isPunycode: true) : passWords()
    }

    /// Skips the discriminator after a private type's name, if there is one: an identifier, which stands for the type's
    /// source file, and `LL`.
    mutating func passPrivateDiscriminator() {
        var ahead = self
        if ahead.passIdentifier(), ahead.pass(oneOf: "L"), ahead.pass(oneOf: "L") { self = ahead }
    }

    /// Skips the text of an identifier with words. Each letter stands for a word of an earlier identifier. The letter
    /// of the last word is upper-case, and all letters before it are lower-case. Text may stand between words. After
    /// the last word, there is text, or `0` for no text.
    private mutating func passWords() -> Bool {
        var isLast = false
        repeat {
            while !isLast, let letter = bytes.first, Self.letters.contains(letter | 0x20) {
                isLast = letter & 0x20 == 0
                bytes.removeFirst()
            }
            if pass(oneOf: "0") { return true }
            guard passText() else { return false }
        } while !isLast
        return true
    }

    /// Skips a length and a text of that length. In Punycode, a `_` may separate the length and the text.
    private mutating func passText(isPunycode: Bool = false) -> Bool {
        let number = bytes.prefix { Self.digits.contains($0) }
        guard let length = Int(Substring(number)), length > 0 else { return false }
        bytes.removeFirst(number.count)
        if isPunycode { pass(oneOf: "_") }
        guard length <= bytes.count else { return false }
        bytes.removeFirst(length)
        return true
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
}

/// Distinguishes the SDK's own types and protocols from types that a plugin nests in extensions of SDK types.
///
/// `$s8Mediator7RequestVMn` is the SDK's `Request`; `$s8Mediator7RequestV7CouponsE3FooVMn` is `Request.Foo` of Coupons.
extension MangledName {
    /// The prefixes of the mangled names of everything in the SDK.
    static let prefixesOfSDK = ["$s8Mediator", "$s7HostKit", "$s9ModuleKit", "$s13ModuleTesting"]
    /// The suffixes of descriptors: `Mn` for nominal types, `Mp` for protocols.
    private static let suffixes = ["Mn", "Mp"]

    /// Whether a symbol is the descriptor of a type or protocol of the SDK.
    ///
    /// The result is `true` only if the name consists of a module and types, each nested in the previous type. It is
    /// `false` for a type in an extension, even if the SDK has the extension, and for a local type of a function. These
    /// omissions do no harm to the search for copies of the SDK: a copy has hundreds of plain types.
    static func isDescriptorOfSDK(_ symbol: String) -> Bool {
        guard prefixesOfSDK.contains(where: symbol.hasPrefix) else { return false }
        var name = MangledName(symbol.dropFirst("$s".count))
        guard name.passIdentifier() else { return false }
        while name.passIdentifier() {
            name.passPrivateDiscriminator()
            if name.isFollowed(byOneOf: suffixes) { return true }
            guard name.pass(oneOf: "VOCP") else { return false }
            if name.isFollowed(byOneOf: suffixes) { return true }
        }
        return false
    }
}
