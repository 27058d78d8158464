import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The buffer of a line` {
    /// One change of a buffer.
    enum Step: Sendable {
        case insert(String)
        case move(LineBuffer.Motion)
        case delete(LineBuffer.Motion)
        case kill(LineBuffer.Motion)
        case yank, yankEarlier, transpose
        case replace(Int, String)

        func apply(to buffer: inout LineBuffer) {
            switch self {
            case .insert(let text): buffer.insert(text)
            case .move(let motion): buffer.move(motion)
            case .delete(let motion): buffer.delete(motion)
            case .kill(let motion): buffer.kill(motion)
            case .yank: buffer.yank()
            case .yankEarlier: buffer.yankEarlier()
            case .transpose: buffer.transpose()
            case .replace(let count, let text): buffer.replace(count, with: text)
            }
        }
    }

    /// A text, steps that begin at its end, and then the text before and after the cursor.
    static let changes: [(text: String, steps: [Step], before: String, after: String)] = [
        ("abc", [], "abc", ""), ("abc", [.move(.back), .insert("X")], "abX", "c"),
        ("abc", [.move(.start), .move(.back), .delete(.forward)], "", "bc"),
        ("abc", [.move(.start), .move(.forward), .delete(.back)], "", "bc"),
        ("abc", [.delete(.forward)], "abc", ""),
        ("open app://rent/42", [.move(.wordBack), .move(.wordBack)], "open app://", "rent/42"),
        ("open app://rent/42", [.move(.start), .move(.wordForward)], "open", " app://rent/42"),
        ("open app://rent/42", [.kill(.blankBack)], "open ", ""),
        ("open app://rent/42  ", [.kill(.wordBack)], "open app://rent/", ""),
        ("one two", [.move(.start), .kill(.wordForward), .kill(.wordForward), .yank], "one two", ""),
        ("one two", [.kill(.blankBack), .kill(.blankBack), .yank, .yank], "one twoone two", ""),
        ("one two", [.kill(.blankBack), .move(.start), .kill(.end), .yank, .yankEarlier], "two", ""),
        ("one two", [.move(.wordBack), .kill(.start), .move(.end), .yank], "twoone ", ""),
        ("ab", [.transpose], "ba", ""), ("abc", [.move(.start), .move(.forward), .transpose], "ba", "c"),
        ("a", [.transpose], "a", ""), ("", [.transpose, .yank, .yankEarlier, .delete(.back)], "", ""),
        ("你好🏳️‍🌈", [.delete(.back)], "你好", ""), ("你好", [.move(.back), .insert("们")], "你们", "好"),
        // A mark joins the letter before it, and a joiner connects the emojis before and after it.
        ("cafe", [.insert("\u{301}"), .move(.back)], "caf", "e\u{301}"),
        ("👩🚀", [.move(.back), .insert("\u{200D}")], "👩\u{200D}🚀", ""),
        ("a\nbc", [.move(.start)], "a\n", "bc"), ("open re", [.replace(2, "app://rent/")], "open app://rent/", ""),
    ]

    @Test(arguments: changes.indices) func `the buffer of a line has the editing steps of emacs`(_ index: Int) {
        let row = Self.changes[index]
        var buffer = LineBuffer()
        buffer.insert(row.text)
        for step in row.steps { step.apply(to: &buffer) }
        #expect(buffer.before == row.before)
        #expect(buffer.after == row.after)
    }

    @Test func `the buffer of a line refuses text past its limit`() {
        var buffer = LineBuffer()
        let results = [String(repeating: "x", count: LineBuffer.limit), "y"].map { buffer.insert($0) }
        #expect(results == [true, false])
        #expect(buffer.text.count == LineBuffer.limit)
        #expect(buffer.hasRoom(for: "") && !buffer.hasRoom(for: "y"))
    }

    @Test func `the buffer of a line takes those characters of a text that fit as a whole`() {
        var buffer = LineBuffer()
        let first = buffer.insert(String(repeating: "x", count: LineBuffer.limit - 4))
        let second = buffer.insert("你好")
        #expect(first)
        #expect(!second)
        #expect(buffer.text.utf8.count == LineBuffer.limit - 1)
        #expect(buffer.text.hasSuffix("x你"))
    }
}

@Suite(.timeLimit(.minutes(2))) struct `Keys` {
    /// Bytes, and their keys.
    static let sequences: [(bytes: String, keys: [Key])] = [
        ("ab", [.text("ab")]), ("é你🏳️‍🌈", [.text("é你🏳️‍🌈")]), ("a\rb\n", [.text("a"), .enter, .text("b"), .enter]),
        ("\u{1}\u{1A}\u{4}", [.control("a"), .control("z"), .control("d")]),
        ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OH\u{1B}OF", [.up, .home, .end]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
        ("\u{1B}[3~\u{1B}[1;5C\u{1B}[1;5D\u{1B}[1;3C", [.delete, .wordRight, .wordLeft, .wordRight]),
        ("\u{1B}b\u{1B}\u{7F}x", [.alt("b"), .alt("\u{7F}"), .text("x")]),
        ("\u{1B}\u{8}x", [.alt("\u{8}"), .text("x")]), ("\u{1B}[99Zx", [.unknown, .text("x")]),
        ("\u{1B}[[A\u{1B}[[Ex", [.unknown, .unknown, .text("x")]),
        ("\u{1B}[200~a\n\u{1B}[201~", [.paste("a")]), ("\u{1B}[200~a\u{3}b\u{1B}[201~", [.paste("a\u{3}b")]),
        ("\u{1B}[200~a\r\nb\u{1B}[Ac\u{1B}[201~x", [.paste("a\nb\u{1B}[Ac"), .text("x")]),
    ]

    /// A line of a paste with its end, and whether the paste is cut only between lines.
    static let pastes: [(line: String, isWhole: Bool)] = [
        ("你好!\n", true), ("你好!\r\n", true), ("你好!\r", true), ("你好!", false),
    ]

    @Test(arguments: pastes) func `the parts of a long paste have whole characters, and whole lines if its lines end`(
        _ row: (line: String, isWhole: Bool)
    ) {
        let paste = String(repeating: row.line, count: 200_000)
        var (reader, parts) = (KeyReader(), [String]())
        for portion in ["\u{1B}[200~" + paste, "\n\u{1B}[201~"] {
            reader.feed(Array(portion.utf8))
            while case .paste(let part) = reader.next() { parts.append(part) }
        }
        #expect(parts.count > 1 && parts.dropLast().allSatisfy { !row.isWhole || $0.hasSuffix("\n") })
        let text = paste.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        #expect(parts.joined() == (row.isWhole ? String(text.dropLast()) : text))
    }

    @Test(arguments: sequences.indices, [1, 2, 3, 1_000]) func `keys do not depend on the portions of their bytes`(
        _ index: Int, portion: Int
    ) {
        let row = Self.sequences[index]
        let bytes = Array(row.bytes.utf8)
        var (reader, keys) = (KeyReader(), [Key]())
        for start in stride(from: 0, to: bytes.count, by: portion) {
            reader.feed(Array(bytes[start..<min(start + portion, bytes.count)]))
            while let key = reader.next() {
                if case .text(let text) = key, case .text(let before) = keys.last {
                    keys[keys.count - 1] = .text(before + text)
                } else {
                    keys.append(key)
                }
            }
        }
        #expect(keys == row.keys)
        #expect(!reader.awaitsPause)
    }

    @Test func `a pause turns the start of an escape sequence into the escape key and text`() {
        var (reader, keys) = (KeyReader(), [Key?]())
        reader.feed([0x1B])
        keys += [reader.next(), reader.pause()]
        reader.feed([0x1B, UInt8(ascii: "[")])
        keys += [reader.next(), reader.pause(), reader.next()]
        #expect(keys == [nil, .escape, nil, .escape, .text("[")])
    }

    @Test func `a pause does not end a character whose bytes are incomplete`() {
        var (reader, keys) = (KeyReader(), [Key?]())
        let bytes = Array("你".utf8)
        reader.feed([bytes[0]])
        keys += [reader.next(), reader.pause()]
        #expect(!reader.awaitsPause)
        reader.feed([bytes[1], bytes[2]])
        keys += [reader.next()]
        #expect(keys == [nil, nil, .text("你")])
    }

    @Test func `a paste without its end mark ends with Ctrl-C before a pause, or with endPaste`() {
        var (reader, keys) = (KeyReader(), [Key?]())
        reader.feed(Array("\u{1B}[200~a\r".utf8))
        keys += [reader.next(), reader.pause()]
        reader.feed([0x03])
        keys += [reader.next(), reader.pause(), reader.next()]
        reader.feed(Array("\u{1B}[200~b".utf8))
        keys += [reader.next(), reader.endPaste(), reader.endPaste()]
        reader.feed([0x0D])
        keys += [reader.next()]
        #expect(keys == [nil, nil, nil, .control("c"), nil, nil, .paste("b"), nil, .enter])
    }
}
