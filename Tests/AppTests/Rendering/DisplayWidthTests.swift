import Testing

@testable import App

@Suite struct `The width of text` {
    static let rows: [(text: String, width: Int)] = [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ö̲́", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｶﾞ", 2),
        ("漢字", 4), ("，。", 4), ("ＡＢ", 4), ("～", 2), ("\u{3000}", 2), ("𠮷", 2), ("𰻝", 2), ("㊗", 2), ("ᄀ", 2),
        ("😀", 2), ("👍🏽", 2), ("👩🏽‍🚀", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("🇨🇳", 2), ("🇨🇳🇩🇪", 4), ("🇨", 1),
        ("❤", 1), ("❤️", 2), ("☂", 1), ("☂️", 2), ("⌚", 2), ("1️⃣", 2), ("1", 1), ("#️⃣", 2), ("©", 1), ("©️", 2), ("🀄", 2),
        ("سلام", 4), ("سَلَام", 4), ("لا", 2), ("\u{600}١", 2), ("שָׁלוֹם", 4), ("हिन्दी", 5), ("กำลัง", 4), ("ไทย", 3),
        ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{AD}", 1), ("\u{FFFD}", 1), ("→", 1), ("─", 1), ("…", 1),
        ("½", 1), ("№", 1), ("£", 1), ("￥", 2), ("¥", 1), ("\u{1FAE9}", 2),
    ]

    @Test(arguments: rows) func `the width of text is that of its characters on a terminal`(
        _ row: (text: String, width: Int)
    ) {
        #expect(DisplayWidth.of(row.text) == row.width)
    }

    /// Options, environment and what becomes of them.
    static let widths: [(window: Int?, columns: String?, width: Int)] = [
        (nil, nil, 80), (120, nil, 120), (120, "40", 120), (nil, "40", 40), (nil, "x", 80), (nil, "0", 80),
        (nil, "-5", 80), (0, nil, 80), (3, nil, 20), (nil, "99999999999999999999", 80),
        (nil, "9223372036854775807", 10_000), (nil, "9223372036854775806", 10_000), (65_535, nil, 10_000),
    ]

    @Test(arguments: widths) func `the width of a line is the window's, then that of COLUMNS, then 80`(
        _ row: (window: Int?, columns: String?, width: Int)
    ) {
        let environment = row.columns.map { ["COLUMNS": $0] } ?? [:]
        #expect(Display.width(window: row.window, environment: environment) == row.width)
    }
}
