/// A parameter with a type or text around it, as a frozen trie keeps it.
///
/// | word | meaning |
/// |---|---|
/// | 0 | kind of the type |
/// | 1, 2 | place and length of the text before it |
/// | 3, 4 | place and length of the text behind it |
/// | 5, 6 | shortest and longest value |
/// | 7 to 10 | the characters of ASCII that a value may have, low half first |
/// | 11 | 1 where it may have others |
/// | 12 | how many alternatives there are; place and length of each stand behind the last word |
/// | 13 | how specific it is |
struct FrozenParameter {
    private static let wordCount = 14

    private let words: UnsafePointer<UInt32>
    private let texts: UnsafeRawPointer

    @inline(__always) init(_ layout: TrieLayout, place: Int) {
        words = layout.lists + place
        texts = UnsafeRawPointer(layout.texts)
    }

    /// Where the value is within a segment, or `nil` where the segment does not fit.
    func value(in segment: UnsafeRawBufferPointer) -> Range<Int>? {
        let prefix = text(1)
        let suffix = text(3)
        guard segment.count > prefix.count + suffix.count, Self.equal(segment.prefix(prefix.count), prefix),
            Self.equal(segment.suffix(suffix.count), suffix)
        else { return nil }
        let range = prefix.count..<(segment.count - suffix.count)
        return accepts(UnsafeRawBufferPointer(rebasing: segment[range])) ? range : nil
    }

    /// How specific the parameter is.
    var specificity: Specificity { Specificity(value: words[13]) }

    private func accepts(_ value: UnsafeRawBufferPointer) -> Bool {
        switch words[0] {
        case 0: true
        case 1: Recognizer.isInteger(value, signed: true)
        case 2: Recognizer.isInteger(value, signed: false)
        case 3: Recognizer.isDecimal(value)
        case 4: Recognizer.isUUID(value)
        case 5: Recognizer.isSlug(value)
        case 6: isAlternative(value)
        default:
            value.count >= Int(words[5]) && value.count <= Int(words[6]) && value.allSatisfy(characters.contains)
        }
    }

    private var characters: CharacterClass {
        CharacterClass(
            low: UInt64(words[7]) | UInt64(words[8]) << 32, high: UInt64(words[9]) | UInt64(words[10]) << 32,
            beyondASCII: words[11] == 1)
    }

    private func isAlternative(_ value: UnsafeRawBufferPointer) -> Bool {
        for index in 0..<Int(words[12]) where Self.equal(value[...], text(Self.wordCount + index * 2)) { return true }
        return false
    }

    private func text(_ word: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: texts + Int(words[word]), count: Int(words[word + 1]))
    }

    private static func equal(_ bytes: Slice<UnsafeRawBufferPointer>, _ text: UnsafeRawBufferPointer) -> Bool {
        bytes.count == text.count && bytes.elementsEqual(text)
    }

    /// The words of a parameter; the closure puts a text among the trie's texts and gives its place.
    static func words(_ parameter: PatternParameter, addText: (String) -> UInt32) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: wordCount)
        words[13] = Specificity(parameter).value
        for (word, text) in [(1, parameter.prefix), (3, parameter.suffix)] {
            words[word] = addText(text)
            words[word + 1] = UInt32(text.utf8.count)
        }
        switch parameter.type?.shape {
        case nil: break
        case .integer: words[0] = 1
        case .unsigned: words[0] = 2
        case .decimal: words[0] = 3
        case .uuid: words[0] = 4
        case .slug: words[0] = 5
        case .alternatives(let texts):
            words[0] = 6
            words[12] = UInt32(texts.count)
            for text in texts { words += [addText(text), UInt32(text.utf8.count)] }
        case .characters(let characters, let minimum, let maximum):
            words[0] = 7
            words[5] = UInt32(clamping: minimum)
            words[6] = UInt32(clamping: maximum)
            words.replaceSubrange(
                7...11,
                with: [characters.low, characters.high].flatMap {
                    [UInt32(truncatingIfNeeded: $0), UInt32($0 >> 32)]
                } + [characters.beyondASCII ? 1 : 0])
        }
        return words
    }
}
