import Testing

@testable @_spi(Host) import ModuleKit

@Suite(.timeLimit(.minutes(2))) struct `The width of text` {
    static let rows: [(text: String, width: Int)] = [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ö̲́", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("ｶﾞ", 2),
        ("漢字", 4), ("，。", 4), ("ＡＢ", 4), ("～", 2), ("\u{3000}", 2), ("𠮷", 2), ("𰻝", 2), ("㊗", 2), ("ᄀ", 2),
        ("😀", 2), ("👍🏽", 2), ("👩🏽‍🚀", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("🇨🇳", 2), ("🇨🇳🇩🇪", 4), ("🇨", 1),
        ("❤", 1), ("❤️", 2), ("☂", 1), ("☂️", 2), ("⌚", 2), ("1️⃣", 2), ("1", 1), ("#️⃣", 2), ("©", 1), ("©️", 2),
        ("🀄", 2),
        ("سلام", 4), ("سَلَام", 4), ("لا", 2), ("\u{600}١", 2), ("שָׁלוֹם", 4), ("हिन्दी", 5), ("กำลัง", 4), ("ไทย", 3),
        ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{AD}", 1), ("\u{FFFD}", 1), ("→", 1), ("─", 1), ("…", 1),
        ("½", 1), ("№", 1), ("£", 1), ("￥", 2), ("¥", 1), ("\u{1FAE9}", 2),
    ]

    @Test(arguments: rows) func `the width of a text is the number of its columns on a terminal`(
        _ row: (text: String, width: Int)
    ) {
        #expect(DisplayWidth.of(row.text) == row.width)
    }

    @Test func `scalars of plain text do not combine, and their widths match DisplayWidth`() {
        let scalars = (0...0x10FFFF).compactMap(Unicode.Scalar.init)
        let plain = scalars.filter { PlainText.width(ofPlain: String($0)) != nil }
        #expect(
            plain.allSatisfy {
                PlainText.width(ofPlain: String($0)) == DisplayWidth.of(Character($0))
                    && PlainText.safe(Character($0)) == Character($0)
            })
        #expect(String(String.UnicodeScalarView(plain + plain.reversed())).count == 2 * plain.count)
    }
}
