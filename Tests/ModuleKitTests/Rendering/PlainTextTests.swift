import Foundation
import Testing

@testable @_spi(Host) import ModuleKit

@Suite(.timeLimit(.minutes(2))) struct `Text for a terminal` {
    /// A text, and its form on the terminal.
    static let rows: [(text: String, shown: String)] = [
        ("a\u{200E}b\u{200F}c\u{61C}d", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d"), ("a\u{202E}b\u{2066}", "a\u{FFFD}b\u{FFFD}"),
        ("a\u{200B}b\u{2060}c\u{FEFF}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"), ("ad\u{200C}min", "ad\u{FFFD}min"),
        ("a\u{200D}b", "a\u{FFFD}b"), ("1\u{200D}2", "1\u{FFFD}2"), ("a\u{E0041}\u{E007F}", "a\u{FFFD}\u{FFFD}"),
        ("\u{E0001}", "\u{FFFD}"), ("👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈", "👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈"), ("👩\u{200D}", "👩\u{FFFD}"),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("🏴\u{E0041}\u{E007F}", "🏴\u{FFFD}\u{FFFD}"), ("می‌خواهم", "می‌خواهم"),
        ("क्‍ष", "क्‍ष"), ("م\u{200C}\u{200C}", "م\u{200C}\u{FFFD}"), ("e\u{301}", "e\u{301}"),
    ]

    @Test(arguments: rows)
    func `invisible characters become U+FFFD unless a script or an emoji needs them`(
        _ row: (text: String, shown: String)
    ) {
        #expect(PlainText.line(row.text).unicodeScalars.elementsEqual(row.shown.unicodeScalars))
        #expect(PlainText.safe(row.text).unicodeScalars.elementsEqual(row.shown.unicodeScalars))
    }

    @Test func `JSON escapes invisible characters and decodes to the same text`() throws {
        for row in Self.rows {
            let json = try JSONText.encode(row.text)
            let shown = row.shown.unicodeScalars
            #expect(json.unicodeScalars.allSatisfy { $0.isASCII || shown.contains($0) })
            let again = try JSONDecoder().decode(String.self, from: Data(json.utf8))
            #expect(again.unicodeScalars.elementsEqual(row.text.unicodeScalars))
        }
    }
}
