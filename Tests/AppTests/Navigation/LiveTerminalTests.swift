import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `A live page on a terminal` {
    private static func with(_ plugin: String, _ body: (String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("\(plugin).swift", as: "lib\(plugin).so", in: folder.path)
            try body(folder.path)
        }
    }

    /// The number on the page of `Ticker.swift`.
    private static func ticks(_ screen: TerminalScreen) -> Int {
        screen.lines.compactMap { line in
            line.hasPrefix("  Ticks: ") ? Int(line.dropFirst("  Ticks: ".count)) : nil
        }
        .first ?? -1
    }

    private static func page(_ number: Int, behind title: String = "Ticker") -> [String] {
        [title, "──────", "  Ticks: \(number)"]
            + (0..<5).map { "  [\($0 + 1)] \(number - $0)  app://ticker/tick/\(number - $0)" } + ["  [6] Begin"]
    }

    @Test func `a live page that changes 1,000 times a second is drawn in place while the shell answers`() throws {
        try Self.with("Ticker") { folder in
            let terminal = try LiveTerminal(folder)
            try terminal.type("app://ticker\n")
            try terminal.wait(for: ["Ticker", "──────", "  Ticks: 0", "  [1] Begin", "switchboard>"])
            let before = terminal.count
            try terminal.type("1\n")
            try terminal.wait(for: "the beginning") { Self.ticks($0) > 5 && $0.lines.last == LiveTerminal.prompt }
            try terminal.type("vers")
            try terminal.wait(for: "what is typed") { $0.lines.last == "switchboard> vers" }
            let seen = Self.ticks(terminal.screen)
            try terminal.wait(for: "frames above what is typed") {
                Self.ticks($0) > seen + 100 && $0.lines.last == "switchboard> vers"
            }
            try terminal.type("ion\n")
            let below = ["switchboard> 1", "switchboard> version", "switchboard 0.3.0, plugin contract v1"]
            try terminal.wait(for: Self.page(3_000) + below + ["switchboard>"])
            // A frame has fewer than 1,000 bytes; a frame for each change would make 3,000 frames.
            #expect(terminal.count - before < 600_000)
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page does not overwrite a typed line that is wider than the window`() throws {
        try Self.with("Ticker") { folder in
            let terminal = try LiveTerminal(folder)
            try terminal.type("app://ticker\n")
            try terminal.wait(for: ["  [1] Begin", "switchboard>"])
            try terminal.type("1\n")
            try terminal.wait(for: "the beginning") { Self.ticks($0) > 5 && $0.lines.last == LiveTerminal.prompt }
            try terminal.type("version" + String(repeating: " ", count: 60))
            try terminal.wait(for: Self.page(3_000) + ["switchboard> 1", "switchboard> version"])
            try terminal.type("\n")
            try terminal.wait(for: [
                "switchboard> version", "", "switchboard 0.3.0, plugin contract v1", "switchboard>",
            ])
            try terminal.type("call app://ticker/tick/" + String(repeating: "x", count: 60) + "\n")
            try terminal.wait(for: "the answer, wrapped") { $0.lines.last == LiveTerminal.prompt && $0.cursor.row > 3 }
            #expect(terminal.lines.contains { $0.hasPrefix("  Ticks: 3000") })
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page is drawn once if more lines were typed before it appeared`() throws {
        try Self.with("Ticker") { folder in
            let terminal = try LiveTerminal(folder)
            try terminal.type("app://ticker\nversion\ncall app://ticker/begin\n")
            try terminal.wait(for: "the end") { screen in
                let title = screen.lines.lastIndex(of: "Ticker") ?? 0
                return Array(screen.lines[title...].prefix(9)) == Self.page(3_000)
                    && screen.lines.last == LiveTerminal.prompt
            }
            #expect(terminal.lines.count { $0.contains("Ticks: ") } == 1)
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page is redrawn in place if more lines were typed after its event`() throws {
        try Self.with("Lively") { folder in
            let terminal = try LiveTerminal(folder, rows: 20)
            try terminal.type("app://lively/lines\n")
            try terminal.wait(for: ["  [1] Add", "switchboard>"])
            try terminal.type("1\nversion\nversion\n")
            try terminal.wait(for: "the change") { screen in
                screen.lines.contains("  [1] added  app://lively/line/added")
                    && screen.lines.count { $0.hasSuffix("switchboard 0.3.0, plugin contract v1") } == 2
                    && screen.lines.last == LiveTerminal.prompt
            }
            let page = ["Lines", "─────", "  [1] added  app://lively/line/added", "  [2] Add"]
            let title = try #require(terminal.lines.firstIndex(of: "Lines"))
            #expect(Array(terminal.lines[title...].prefix(4)) == page, "\(terminal.lines)")
            #expect(terminal.lines.count { $0 == "  [2] Add" } == 1)
            #expect(!terminal.lines.contains("  [1] Add"))
            #expect(try terminal.quit() == 0)
        }
    }

    /// Successive lines of a page, and the final rows above the typed text.
    static let changes: [(lines: [[String]], rows: [String])] = [
        ([["a"], ["b"]], ["  [1] b  app://lively/line/b", "  [2] Add"]),
        ([["a", "b", "c"], []], ["  [1] Add", "", "", ""]),
        (
            [["房子", "cafe\u{301}"]],
            [
                "  [1] 房子  app://lively/line/%E6%88%BF%E5%AD%90", "  [2] cafe\u{301}  app://lively/line/cafe%CC%81",
                "  [3] Add",
            ]
        ),
        ([[String(repeating: "x", count: 52)], ["y"]], ["  [1] y  app://lively/line/y", "  [2] Add", "", ""]),
        ([["a"], [], ["a", "b"]], ["  [1] a  app://lively/line/a", "  [2] b  app://lively/line/b", "  [3] Add"]),
    ]

    @Test func `a live page grows and shrinks above the typed text`() throws {
        try Self.with("Lively") { folder in
            for row in Self.changes {
                let terminal = try LiveTerminal(folder, "--no-color", rows: 16)
                try terminal.run("app://lively/lines")
                for lines in row.lines {
                    try terminal.set(lines)
                    try terminal.wait(for: "the frame") {
                        $0.lines.contains { $0.hasPrefix("  [\(lines.count + 1)] Add") }
                    }
                }
                try terminal.wait(for: "\(row.rows)") { screen in
                    let page = screen.lines.drop { $0 != "─────" }.dropFirst()
                    return page.prefix(row.rows.count) == row.rows[...]
                        && page.dropFirst(row.rows.count).first?.hasPrefix("switchboard> call ") == true
                }
                #expect(try terminal.quit() == 0)
            }
        }
    }

    @Test func `more continues a live page, and a page that became shorter begins again`() throws {
        try Self.with("Lively") { folder in
            let terminal = try LiveTerminal(folder, columns: 300, rows: 10)
            try terminal.type("app://lively/lines\n")
            try terminal.wait(for: ["  [1] Add", "switchboard>"])
            try terminal.set((0..<40).map { "\($0)" })
            try terminal.wait(for: "the first lines") {
                $0.lines.contains("… `more` shows more") && $0.lines.last == LiveTerminal.prompt
            }
            let numbers = terminal.lines.count { $0.hasPrefix("  [") }
            try terminal.run("more")
            let next = (numbers..<numbers + 7).map { number in
                "  [\(number + 1)] \(number < 9 ? " " : "")\(number)  app://lively/line/\(number)"
            }
            #expect(terminal.lines.suffix(9) == next + ["… `more` shows more", "switchboard>"])
            try terminal.set(["short"])
            try terminal.wait(for: "its beginning") { $0.lines.contains("  [1] short  app://lively/line/short") }
            try terminal.run("1")
            #expect(terminal.lines.suffix(4) == ["Lines › Line short", "Line short", "──────────", "switchboard>"])
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a number on a live page follows the item that was last shown if it cannot be redrawn`() throws {
        try Self.with("Lively") { folder in
            let terminal = try LiveTerminal(folder, rows: 13)
            try terminal.type("app://lively/lines\n")
            try terminal.wait(for: ["  [1] Add", "switchboard>"])
            try terminal.set(["a", "b"])
            try terminal.wait(for: "the lines") { $0.lines.contains("  [2] b  app://lively/line/b") }
            // The first line leaves the screen, and then every line changes.
            for _ in 0..<4 where terminal.lines.first != "  [2] b  app://lively/line/b" { try terminal.run("version") }
            #expect(terminal.lines.first == "  [2] b  app://lively/line/b")
            try terminal.type("call app://lively/set --body '[\"c\",\"d\"]'")
            try terminal.run("")
            try terminal.run("1")
            #expect(terminal.lines.suffix(4) == ["Lines › Line a", "Line a", "──────", "switchboard>"])
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page is printed again if an event changes rows above the screen`() throws {
        try Self.with("Lively") { folder in
            let terminal = try LiveTerminal(folder, rows: 10)
            for line in ["app://lively/lines", "version", "version", "version", "version", "version"] {
                try terminal.run(line)
            }
            #expect(!terminal.lines.contains("Lines"))
            try terminal.run("1")
            try terminal.wait(for: ["─────", "  [1] added  app://lively/line/added", "  [2] Add", "switchboard>"])
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page is printed again after its next event, not after a pager`() throws {
        try Self.with("Lively") { folder in
            let environment = ["TERM": "xterm", "PAGER": "head -n 1; echo paged; cat > /dev/null; true"]
            let terminal = try LiveTerminal(folder, rows: 14, environment: environment)
            try terminal.run("app://lively/lines")
            try terminal.run("help --all")
            try terminal.wait(for: ["paged", "switchboard>"])
            try terminal.run("1")
            try terminal.wait(for: ["─────", "  [1] added  app://lively/line/added", "  [2] Add", "switchboard>"])
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page is printed again at the next prompt after the window's size changed`() throws {
        try Self.with("Ticker") { folder in
            let terminal = try LiveTerminal(folder)
            try terminal.type("app://ticker\n")
            try terminal.wait(for: ["  [1] Begin", "switchboard>"])
            try terminal.type("1\n")
            try terminal.wait(for: "the beginning") { Self.ticks($0) > 5 && $0.lines.last == LiveTerminal.prompt }
            try terminal.resize(columns: 40, rows: 13)
            try terminal.type("call app://ticker/end\n")
            try terminal.wait(for: Self.page(3_000) + ["switchboard>"])
            // Nothing was drawn in between, because the positions of the rows are unknown.
            #expect(terminal.lines.count { $0.contains("Ticks: ") } == 1)
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page is printed again at the next prompt after the host was suspended`() throws {
        try Self.with("Lively") { folder in
            let terminal = try LiveTerminal(folder, rows: 30)
            try terminal.run("app://lively/lines")
            try terminal.interrupt(with: "\r\n$ ls\r\n$ fg\r\n")
            try terminal.set(["a"])
            // The change may reach the page only after the prompt.
            try terminal.prompt(for: ["Lines", "─────", "  [1] a  app://lively/line/a", "  [2] Add", "switchboard>"])
            // The earlier rows were not overwritten.
            #expect(terminal.lines.contains("  [1] Add"))
            #expect(terminal.lines.contains("$ ls"))
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page is not drawn while another page covers it, and is current when uncovered`() throws {
        try Self.with("Ticker") { folder in
            let terminal = try LiveTerminal(folder, rows: 30)
            try terminal.type("app://ticker\n")
            try terminal.wait(for: ["  [1] Begin", "switchboard>"])
            try terminal.type("app://ticker/tick/0\n")
            try terminal.wait(for: ["Ticker › Tick 0", "Tick 0", "──────", "switchboard>"])
            for line in ["begin", "end"] {
                try terminal.type("call app://ticker/\(line)\n")
                try terminal.wait(for: "\(line)") { screen in
                    screen.lines.suffix(3).first?.hasSuffix("call app://ticker/\(line)") == true
                        && screen.lines.last == LiveTerminal.prompt
                }
            }
            #expect(terminal.lines.contains("  Ticks: 0"))
            try terminal.type("back\n")
            try terminal.wait(for: Self.page(3_000) + ["switchboard>"])
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `on a dumb terminal, a live page is printed again after its own events only`() throws {
        try Self.with("Lively") { folder in
            let terminal = try LiveTerminal(folder, rows: 30, environment: ["TERM": "dumb"])
            try terminal.type("app://lively/lines\n")
            try terminal.wait(for: ["  [1] Add", "switchboard>"])
            try terminal.type("1\n")
            try terminal.wait(for: [
                "switchboard> 1", "", "Lines", "─────", "  [1] added  app://lively/line/added", "  [2] Add",
                "switchboard>",
            ])
            try terminal.set(["a"])
            try terminal.wait(for: ["true", "switchboard>"])
            try terminal.type("show\n")
            try terminal.wait(for: ["Lines", "─────", "  [1] a  app://lively/line/a", "  [2] Add", "switchboard>"])
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a live page of 100,000 rows opens, follows changes, and continues with more`() throws {
        try Self.with("Lively") { folder in
            let terminal = try LiveTerminal(folder, "--no-color", rows: 10)
            try terminal.type("app://lively/rows\n")
            try terminal.wait(for: ["  [3]      2", "… `more` shows more", "switchboard>"])
            try terminal.type("call app://lively/shift --body 1000\n")
            try terminal.wait(for: "the rows that came") { screen in
                screen.lines.contains { $0.hasPrefix("  [3]") && $0.hasSuffix(" 1002") }
                    && screen.lines.last == LiveTerminal.prompt
            }
            try terminal.type("more\n")
            try terminal.wait(for: "more") { screen in
                screen.lines.contains { $0.hasPrefix("  [5]") && $0.hasSuffix(" 1004") }
                    && screen.lines.last == LiveTerminal.prompt
            }
            try terminal.type("100000\n")
            try terminal.wait(for: ["Rows › Line 100999", "Line 100999", "───────────", "switchboard>"])
            #expect(try terminal.quit() == 0)
        }
    }
}

extension LiveTerminal {
    /// Makes the page of `Lively.swift` show other lines.
    fileprivate func set(_ lines: [String]) throws {
        try run("call app://lively/set --body '\(String(decoding: try JSONEncoder().encode(lines), as: UTF8.self))'")
    }
}
