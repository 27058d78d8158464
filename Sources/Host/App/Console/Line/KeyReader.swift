/// A key, or a text that was typed or pasted.
enum Key: Sendable, Hashable {
    case text(String)
    case paste(String)
    /// A letter with Ctrl.
    case control(Character)
    /// A character with Alt, which a terminal sends as Escape and the character.
    case alt(Character)
    case enter, tab, backspace, delete, escape
    case left, right, up, down, home, end, wordLeft, wordRight
    case unknown
}

/// The reader of keys from the bytes of a terminal, which arrive in portions of any size.
struct KeyReader: Sendable {
    /// The maximum length of a paste in bytes; a longer paste is delivered in parts.
    private static let pasteLimit = 1 << 20
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let escapeByte: UInt8 = 0x1B
    /// The letters after an escape that begin a string: DCS, SOS, OSC, PM and APC (ECMA-48, 5.6).
    private static let stringBytes = Array("PX]^_".utf8)
    /// Ctrl-C.
    private static let interruptByte: UInt8 = 0x03

    private var bytes: [UInt8] = []
    private var isPasting = false
    /// The number of bytes of a paste that were already searched for the end mark.
    private var searched = 0

    /// Whether the received bytes are a key only if a pause follows. Without the pause, an escape, or an escape with a
    /// letter, may begin a sequence, and Ctrl-C may belong to a paste. A longer sequence does not count: it is an
    /// answer of the terminal, whose bytes may arrive with pauses.
    var awaitsPause: Bool {
        isPasting ? bytes.last == Self.interruptByte : bytes.first == Self.escapeByte && bytes.count <= 2
    }

    mutating func feed(_ new: [UInt8]) { bytes += new }

    /// Returns the key that the received bytes are if a pause follows: Escape, Alt with a letter that can also begin a
    /// string, or a Ctrl-C that ends a paste without an end mark.
    mutating func pause() -> Key? {
        guard awaitsPause else { return nil }
        guard isPasting else {
            let isAlt = bytes.count == 2 && Self.stringBytes.contains(bytes[1])
            return isAlt ? take(2, .alt(Character(UnicodeScalar(bytes[1])))) : take(1, .escape)
        }
        endPaste()
        return .control("c")
    }

    /// Ends a paste whose end mark does not arrive, and returns the part that has arrived.
    @discardableResult
    mutating func endPaste() -> Key? {
        guard isPasting else { return nil }
        isPasting = false
        return pasted(bytes.count, after: 0, isLast: true)
    }

    /// Returns the next key; `nil` if its bytes have not all arrived.
    mutating func next() -> Key? {
        if isPasting { return paste() }
        guard let first = bytes.first else { return nil }
        switch first {
        case Self.escapeByte: return sequence()
        case 0x0A, 0x0D: return take(1, .enter)
        case 0x09: return take(1, .tab)
        case 0x08, 0x7F: return take(1, .backspace)
        case ..<0x20: return take(1, .control(Character(UnicodeScalar(first + 0x60))))
        default: return text()
        }
    }

    private mutating func take(_ count: Int, _ key: Key) -> Key {
        bytes.removeFirst(count)
        return key
    }

    private mutating func text() -> Key? {
        let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
        let whole = run.count == bytes.count ? run.dropLast(Self.unfinished(run)) : run
        guard !whole.isEmpty else { return nil }
        return take(whole.count, .text(String(decoding: whole, as: UTF8.self)))
    }

    /// Returns the number of bytes at the end that begin a UTF-8 character without completing it.
    private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.endIndex - count]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > count ? count : 0
        }
        return 0
    }

    private mutating func sequence() -> Key? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["), UInt8(ascii: "O"): return control()
        case let byte where Self.stringBytes.contains(byte): return string()
        case Self.escapeByte: return take(1, .escape)
        case 0x08, 0x20..<0x80: return take(2, .alt(Character(UnicodeScalar(bytes[1]))))
        default: return take(1, .escape)
        }
    }

    /// Reads a control sequence of ECMA-48 (5.4), or a sequence of the keypad.
    private mutating func control() -> Key? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else { return nil }
        // The Linux console sends a function key as `ESC [ [` and a letter.
        if bytes[1...2] == [UInt8(ascii: "["), UInt8(ascii: "[")] { return bytes.count > 3 ? take(4, .unknown) : nil }
        let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
        let final = bytes[end]
        // A control character, such as Enter, cancels the sequence and remains a key.
        bytes.removeFirst(final < 0x20 ? end : end + 1)
        guard parameters != "200" || final != UInt8(ascii: "~") else {
            (isPasting, searched) = (true, 0)
            return paste()
        }
        return Self.key(parameters, Character(UnicodeScalar(final)))
    }

    /// Drops a control string, which a terminal sends as an answer, up to the end mark (ST or BEL) or another control
    /// character.
    private mutating func string() -> Key? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { $0 < 0x20 }) else { return nil }
        guard bytes[end] != Self.escapeByte else {
            guard end + 1 < bytes.count else { return nil }
            return take(bytes[end + 1] == UInt8(ascii: "\\") ? end + 2 : end, .unknown)
        }
        return take(bytes[end] == 0x07 ? end + 1 : end, .unknown)
    }

    private static func key(_ parameters: String, _ final: Character) -> Key {
        let isByWord = ["1;5", "1;3", "5", "3"].contains(parameters)
        switch (final, parameters) {
        case ("A", _): return .up
        case ("B", _): return .down
        case ("C", _): return isByWord ? .wordRight : .right
        case ("D", _): return isByWord ? .wordLeft : .left
        case ("H", _), ("~", "1"), ("~", "7"): return .home
        case ("F", _), ("~", "4"), ("~", "8"): return .end
        case ("~", "3"): return .delete
        default: return .unknown
        }
    }

    private mutating func paste() -> Key? {
        if let end = bytes[max(searched - Self.pasteEnd.count, 0)...].firstRange(of: Self.pasteEnd) {
            isPasting = false
            return pasted(end.lowerBound, after: Self.pasteEnd.count, isLast: true)
        }
        // A part of the end mark may have arrived.
        searched = bytes.count
        guard bytes.count - Self.pasteEnd.count > Self.pasteLimit else { return nil }
        searched = 0
        return pasted(Self.wholeLines(bytes.dropLast(Self.pasteEnd.count)), after: 0, isLast: false)
    }

    /// Returns the number of bytes in whole lines or, if there is no line break, in whole characters.
    private static func wholeLines(_ part: ArraySlice<UInt8>) -> Int {
        // A line break at the last byte does not count: it may be the CR of a CR LF whose LF has not arrived.
        let end = part.dropLast().lastIndex { $0 == 0x0A || $0 == 0x0D }
        guard let end else { return part.count - unfinished(part) }
        return part[end + 1] == 0x0A ? end + 2 : end + 1
    }

    /// Returns the first `count` bytes as a paste, and removes them together with the next `after` bytes, which are the
    /// end mark. The last part of a paste loses the line breaks at its end.
    private mutating func pasted(_ count: Int, after: Int, isLast: Bool) -> Key {
        let bytes = bytes.prefix(count)
        self.bytes.removeFirst(count + after)
        var text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        while isLast, text.last == "\n" { text.removeLast() }
        return .paste(text)
    }
}
