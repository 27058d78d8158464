import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `Pages on a terminal` {
    private static let prompt = "switchboard> "

    private static func terminal(
        _ arguments: [String] = [], environment: [String: String] = [:], size: (Int, Int)? = (60, 12)
    ) throws -> Terminal {
        try Terminal(
            BuildProducts.path("switchboard"), arguments,
            environment: HostProcess.environment.merging(environment) { $1 }, size: size)
    }

    @Test func `a page of 100,000 rows is shown one screen at a time, with more for the next`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Showcase.swift", as: "libShowcase.so", in: folder.path)
            let terminal = try Self.terminal(["--modules", folder.path, "--plain"])
            _ = try terminal.read(until: Self.prompt)
            try terminal.type("app://showcase/rows\n")
            let first = try terminal.read(until: Self.prompt)
            #expect(first.contains("[5]"))
            #expect(!first.contains("[6]"))
            #expect(first.contains("… `more` shows more"))
            try terminal.type("more\n")
            let second = try terminal.read(until: Self.prompt)
            #expect(second.contains("[6]"))
            #expect(!second.contains("[5]"))
            try terminal.type("7\n")
            #expect(try terminal.read(until: Self.prompt).contains("Row 6"))
            try terminal.type("more\n")
            #expect(try terminal.read(until: Self.prompt).contains("there is no more of the page"))
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    /// Options and environment, and whether there are colours.
    static let colours: [(options: [String], environment: [String: String], isColoured: Bool)] = [
        ([], [:], true), ([], ["NO_COLOR": ""], true), ([], ["NO_COLOR": "1"], false), ([], ["TERM": "dumb"], false),
        (["--no-color"], [:], false), (["--plain"], [:], false), (["--json"], [:], false),
    ]

    @Test(arguments: colours) func `pages on a terminal are coloured unless an option or the environment forbids it`(
        _ row: (options: [String], environment: [String: String], isColoured: Bool)
    ) throws {
        let terminal = try Self.terminal(row.options + ["open", "app://rent/42"], environment: row.environment)
        let output = try terminal.read(until: "app://rent/list")
        #expect(output.contains("\u{1B}[") == row.isColoured)
        #expect(try terminal.exitCode() == 0)
    }

    @Test(arguments: colours) func `the prompt, errors and wrong commands on a terminal are coloured if pages are`(
        _ row: (options: [String], environment: [String: String], isColoured: Bool)
    ) throws {
        let terminal = try Self.terminal(row.options, environment: row.environment)
        var output = try terminal.read(until: Self.prompt)
        for line in ["opne", "app://nobody"] {
            try terminal.type(line + "\n")
            output += try terminal.read(until: Self.prompt)
        }
        let coloured = [
            "[36m\(Self.prompt)", "[33mswitchboard: \u{1B}[0m\"opne\"", "[1;31mswitchboard: \u{1B}[0mno route",
        ]
        for text in coloured { #expect(output.contains("\u{1B}" + text) == row.isColoured, "\(output)") }
        #expect(row.isColoured || !output.contains(/\u{1B}\[[0-9;]*m/))
        try terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test(arguments: [((30, 40), 30), (nil, 80)] as [((Int, Int)?, Int)])
    func `pages on a terminal are as wide as the window`(
        _ size: (Int, Int)?, width: Int
    ) throws {
        let terminal = try Self.terminal(
            ["--no-color", "open", "app://secondhand/\(String(repeating: "a/", count: 60))"], size: size)
        let lines = try terminal.read(until: "All second-hand homes").split(separator: "\r\n").dropLast()
        #expect((width - 10...width).contains(lines.map(\.count).max() ?? 0))
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `a form on a terminal asks for each value until it is valid`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Showcase.swift", as: "libShowcase.so", in: folder.path)
            let terminal = try Self.terminal(["--modules", folder.path, "--no-color"], size: (100, 40))
            _ = try terminal.read(until: Self.prompt)
            try terminal.type("app://showcase/form\n")
            _ = try terminal.read(until: Self.prompt)
            try terminal.type("1\n")
            _ = try terminal.read(until: "Name (text): ")
            try terminal.type("\n")
            #expect(try terminal.read(until: "Name (text): ").contains("\"Name\" is empty; type something"))
            try terminal.type("Lin\n")
            _ = try terminal.read(until: "Age (a whole number): ")
            try terminal.type("200\n")
            #expect(try terminal.read(until: "Age (a whole number): ").contains("type a number of 0 to 150"))
            try terminal.type("30\n")
            _ = try terminal.read(until: "Word (text, unseen): ")
            try terminal.type("hunter2\n")
            let answer = try terminal.read(until: Self.prompt)
            #expect(answer.contains(#""word":"hunter2""#))
            #expect(!answer.contains("hunter2\r\n"))
            try terminal.type("1\n")
            _ = try terminal.read(until: "Name (text): ")
            try terminal.type("\u{4}")
            #expect(try terminal.read(until: Self.prompt).contains("\"Send\" was left before it was filled in"))
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    @Test func `a form whose call failed offers its values as defaults, except secrets`() throws {
        let terminal = try Self.terminal(["--no-color"])
        _ = try terminal.read(until: Self.prompt)
        // A page that consists of a form begins it by itself, once.
        for (line, prompt) in [("app://account/login", "User (text): "), ("1", "User (text; nobody by default): ")] {
            try terminal.type(line + "\n")
            _ = try terminal.read(until: prompt)
            try terminal.type(prompt.contains(";") ? "\n" : "nobody\n")
            _ = try terminal.read(until: "Password (text, unseen): ")
            try terminal.type("hush\n")
            let words = try terminal.read(until: Self.prompt).split(whereSeparator: \.isWhitespace)
            #expect(words.joined(separator: " ").contains("\"Log in\" failed: there is no user \"nobody\""))
        }
        try terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `a page that consists of a form begins it, back leaves it, and its number begins it again`() throws {
        let terminal = try Self.terminal(["--no-color"])
        for (line, prompt) in [
            ("app://account/login", Self.prompt), ("back", "User (text): "), ("1", Self.prompt),
            ("back", "User (text): "), ("lin", Self.prompt),
        ] {
            _ = try terminal.read(until: prompt)
            try terminal.type(line + "\n")
        }
        let words = try terminal.read(until: Self.prompt).split(whereSeparator: \.isWhitespace)
        #expect(words.joined(separator: " ").contains("type 1 to fill in \"Log in\""))
        try terminal.type("quit\n")
        #expect(try terminal.exitCode() == 0)
    }

    @Test func `the question of a form on a terminal is wrapped between words`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Showcase.swift", as: "libShowcase.so", in: folder.path)
            let terminal = try Self.terminal(["--modules", folder.path, "--no-color"], size: (20, 40))
            for line in ["app://showcase/form", "1", "Lin"] {
                _ = try terminal.read(until: line == "Lin" ? "Name (text): " : Self.prompt)
                try terminal.type(line + "\n")
            }
            #expect(try terminal.read(until: "number): ").contains("Age (a whole\r\n"))
        }
    }

    @Test func `after a log-in that a request awaits, only the requested page is printed`() throws {
        let terminal = try Self.terminal(["--no-color"], size: (80, 40))
        for (line, prompt) in [
            ("app://rent/list", Self.prompt), ("app://account/profile", Self.prompt),
            ("lin", "User (text): "), ("word", "Password (text, unseen): "),
        ] {
            _ = try terminal.read(until: prompt)
            try terminal.type(line + "\n")
        }
        let text = try terminal.read(until: Self.prompt)
        #expect(text.contains("Your profile") && !text.contains("Logged in as"), "\(text)")
        #expect(!text.contains("Look elsewhere"), "\(text)")
    }
}
