import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `A table in a window` {
    private static func table() -> TextTable {
        var table = TextTable("NAME", "NOTE", "HASH", "", "FILE", paths: "FILE")
        let hash = String(repeating: "0123456789abcdef", count: 4)
        table.add("Rent", "homes that are to let in three cities", hash, "", "/usr/lib/switchboard/modules/libRent.so")
        table.add("地图", "所有出租和出售的房子都在地图上", "-", "", "/lib/libMap.so")
        return table
    }

    /// The columns of a window, and the lines of the table in it.
    static let rows: [(width: Int, lines: [String])] = [
        (
            100,
            [
                "NAME  NOTE                               HASH                          FILE",
                "Rent  homes that are to let in three     0123456789abcdef0123456789a…  …/modules/libRent.so",
                "      cities", "地图  所有出租和出售的房子都在地图上     -                             /lib/libMap.so",
            ]
        ),
        (
            40,
            [
                "NAME  NOTE", "  HASH", "    FILE", "Rent  homes that are to let in three", "      cities",
                "  0123456789abcdef0123456789abcdef01234…", "    …/lib/switchboard/modules/libRent.so",
                "地图  所有出租和出售的房子都在地图上", "  -", "    /lib/libMap.so",
            ]
        ),
    ]

    @Test(arguments: rows) func `a table in a window wraps its text and shortens only paths and hashes`(
        _ row: (width: Int, lines: [String])
    ) {
        #expect(Self.table().lines(width: row.width) == row.lines)
    }

    @Test func `a table without a window is neither wrapped nor shortened`() {
        #expect(Self.table().lines(width: nil) == Self.table().lines)
    }

    @Test(arguments: [20, 30, 40, 100]) func `a table of many columns fits into each window and has all columns`(
        _ width: Int
    ) {
        let names = (0..<32).map { "column\($0)" }
        var table = TextTable(header: names)
        table.add((0..<32).map { "value \($0) of more than one word" })
        let lines = table.lines(width: width)
        #expect(lines.allSatisfy { $0.count <= width })
        for number in 0..<32 { #expect(lines.contains { $0.contains("column\(number)") }, "\(number)") }
        #expect(lines.count { $0.contains("value") } > 0)
    }

    /// A line, and its rows in a window of 30 columns.
    static let texts = [
        ("short", ["short"]),
        (
            "switchboard: no route for app://nobody; see `routes`",
            ["switchboard: no route for", "  app://nobody; see `routes`"]
        ),
        (
            "  to do   install it, or put it into a folder of modules",
            ["  to do   install it, or put", "          it into a folder of", "          modules"]
        ),
        (
            "  open URL                    show the page of a URL",
            ["  open URL", "      show the page of a URL"]
        ),
        (
            "                              show the page of a URL",
            ["      show the page of a URL"]
        ),
        ("找房子、看地图、给房东写信，都在这里。", ["找房子、看地图、给房东写信，都", "  在这里。"]),
    ]

    @Test(arguments: texts) func `a wrapped line continues below its own text`(
        _ row: (line: String, rows: [String])
    ) {
        #expect(Console.rows(of: row.line, width: 30) == row.rows)
    }
}
