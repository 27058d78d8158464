import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The width of a line` {
    /// The window's width, COLUMNS, and the width of a line.
    static let widths: [(window: Int?, columns: String?, width: Int)] = [
        (nil, nil, 80), (120, nil, 120), (120, "40", 120), (nil, "40", 40), (nil, "x", 80), (nil, "0", 80),
        (nil, "-5", 80), (0, nil, 80), (3, nil, 20), (nil, "99999999999999999999", 80),
        (nil, "9223372036854775807", 10_000), (nil, "9223372036854775806", 10_000), (65_535, nil, 10_000),
    ]

    @Test(arguments: widths) func `the width comes from the window, else from COLUMNS, else it is 80`(
        _ row: (window: Int?, columns: String?, width: Int)
    ) {
        let environment = row.columns.map { ["COLUMNS": $0] } ?? [:]
        #expect(Display.width(window: row.window, environment: environment) == row.width)
    }
}
