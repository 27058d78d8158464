import Testing

@testable @_spi(Host) import ModuleKit

@Suite(.timeLimit(.minutes(2))) struct `The columns of a table` {
    /// The natural widths, the room, and the fitted widths.
    static let rows: [(natural: [Int], room: Int, widths: [Int]?)] = [
        ([], 10, []), ([3, 4], 10, [3, 4]), ([3, 40], 20, [3, 17]), ([40, 40], 30, [15, 15]),
        ([5, 30, 50], 45, [5, 20, 20]),
        ([6, 6, 6], 18, [6, 6, 6]), ([40, 40, 40], 17, nil), ([2, 40], 8, [2, 6]), ([10, 10], .max, [10, 10]),
    ]

    @Test(arguments: rows) func `the widest columns shrink first until the table fits`(
        _ row: (natural: [Int], room: Int, widths: [Int]?)
    ) {
        #expect(TableLayout.fit(row.natural, into: row.room) == row.widths)
    }

    /// The natural widths, the least widths, the room, and the fitted widths.
    static let keeping: [(natural: [Int], least: [Int], room: Int, widths: [Int]?)] = [
        ([25, 8, 5, 9], [8, 8, 5, 5], 27, [8, 8, 5, 6]), ([25, 8, 5, 9], [8, 8, 5, 5], 25, nil),
        ([30, 12], [5, 12], 20, [8, 12]), ([3, 4], [3, 4], 10, [3, 4]),
    ]

    @Test(arguments: keeping) func `a column keeps its least width while another column can shrink`(
        _ row: (natural: [Int], least: [Int], room: Int, widths: [Int]?)
    ) {
        #expect(TableLayout.fit(row.natural, least: row.least, into: row.room) == row.widths)
    }

    private static func lines(_ table: Table, width: Int) -> [String] {
        PageRenderer(width: width, numbers: PageNumbers()).lines(of: [.table(table)]).map(\.text)
    }

    @Test func `a table may have rows of different lengths`() {
        let table = Table(
            ["a", "b"], rows: [Table.Row([]), Table.Row(["1"]), Table.Row(["1", "2"]), Table.Row(["1", "2", "3"])])
        #expect(Self.lines(table, width: 40) == ["  a  b", "  ─  ─  ─", "", "  1", "  1  2", "  1  2  3"])
    }

    @Test func `a row of 100 000 cells is printed to its end, in fewer lines than cells`() {
        let table = Table(["a"], rows: [Table.Row((0..<100_000).map { "\($0)" })])
        let lines = Self.lines(table, width: 80)
        #expect(lines.count < 100_000)
        #expect(lines.contains { $0.contains("99999") })
    }

    @Test func `columns that do not fit become fields`() {
        let columns: [Table.Column] = ["Home", "City", "Street", "Landlord"]
        let table = Table(
            columns, rows: [Table.Row(["Attic near the lilong", "Shanghai", "衡山路", "王阿姨"], to: "app://1")])
        #expect(
            Self.lines(table, width: 26) == [
                "  [1] Home: Attic near", "    the lilong", "    City: Shanghai", "    Street: 衡山路",
                "    Landlord: 王阿姨",
            ])
    }

    @Test func `cells are aligned and wrapped within their columns`() {
        let table = Table(
            ["Home", .trailing("Rent")], rows: [Table.Row(["西湖湖景两居室", "7200"]), Table.Row(["x", "900"])])
        #expect(
            Self.lines(table, width: 20) == [
                "  Home          Rent", "  ────────────  ────", "  西湖湖景两居  7200", "  室", "  x              900",
            ])
    }

    @Test func `a table without column names is printed without a header`() {
        #expect(Self.lines(Table([], rows: [Table.Row(["a", "b"])]), width: 40) == ["  a  b"])
    }
}
