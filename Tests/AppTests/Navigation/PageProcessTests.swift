import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `Pages in a pipe` {
    private static func withShowcase(_ body: (String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Showcase.swift", as: "libShowcase.so", in: folder.path)
            try body(folder.path)
        }
    }

    @Test func `a page in a pipe is printed whole, even with megabytes in one line`() throws {
        try Self.withShowcase { folder in
            let megabytes = try HostProcess.run(
                "--deadline", "60", "--modules", folder, "open", "app://showcase/megabytes")
            #expect(megabytes.lines.count == 2 + 3_500_000 / 40)
            let plain = try HostProcess.run(
                "--deadline", "60", "--modules", folder, "--plain", "open", "app://showcase/megabytes")
            #expect(plain.lines.map(\.utf8.count).max() == 10_500_000)
        }
    }

    @Test func `a page of 100,000 rows is printed whole in a pipe, and a number follows a link at its end`() throws {
        try Self.withShowcase { folder in
            let host = try HostProcess.run(
                "--deadline", "60", "--modules", folder,
                input: "app://showcase/rows\n100000\nback\n100001\nmore\n100002\n")
            #expect(host.exitCode == 64)
            // The page, its row, the page again, and the page behind it.
            #expect(host.lines.filter { $0.hasPrefix("  [100001]") }.count == 2)
            #expect(host.lines.prefix(100_005).last == "  [100001] Behind the rows  app://showcase/behind")
            #expect(host.lines.contains("Row 99999"))
            #expect(host.lines.suffix(2).first == "Behind")
            #expect(host.errorLines.count == 2)
            #expect(host.errors.contains("line 5: there is no more of the page"))
            #expect(host.errors.contains("line 6: \"Behind\" has no link 100002; it has no links"))
        }
    }

    @Test func `a page without a title shows its URL, and items with the same identity are all printed`() throws {
        try Self.withShowcase { folder in
            let host = try HostProcess.run(
                "--modules", folder, input: "app://showcase/untitled\napp://showcase/twins\n")
            #expect(host.lines.first == "app://showcase/untitled")
            #expect(host.lines.suffix(3) == ["  • first", "  • second", "  • third"])
            #expect(host.exitCode == 0)
            #expect(host.errorLines.count == 1)
            #expect(host.errors.contains("two rows of one list of app://showcase/twins have the identity \"a\""))
            let json = try HostProcess.run("--json", "--modules", folder, "open", "app://showcase/twins")
            #expect(json.errors.contains(#""code":"duplicateIdentity""#))
            #expect(json.lines.first?.contains(#""title":"second""#) == true)
        }
    }

    @Test func `show --text prints the page as text, also with --json`() throws {
        try Self.withShowcase { folder in
            let lines = ["show --text", "app://showcase/twins", "show --text"].joined(separator: "\n") + "\n"
            let json = try HostProcess.run("--json", "--modules", folder, input: lines)
            #expect(json.errors.contains(#""code":"noPage","line":1"#))
            let text = #"Twins\n─────\n  • first\n  • second\n  • third"#
            #expect(json.lines.last == #"{"format_version":"1.0","page_text":"\#(text)"}"#)
            let page = try HostProcess.run("--modules", folder, input: lines)
            #expect(page.lines.suffix(3) == ["  • first", "  • second", "  • third"])
        }
    }

    /// Lines of a script, the last lines of its output, a part of its errors, and its exit code.
    static let scripts: [(lines: [String], output: String, says: String, exitCode: Int32)] = [
        (["form", "1", "林晓", "42", "secret"], #"body: {"age":42,"name":"林晓","word":"secret"}"#, "", 0),
        (["form", "1", "林晓", "", ""], #"body: {"name":"林晓"}"#, "", 0),
        (["form", "1", "", "42", "x"], "  [5] Lost", "line 3: \"Name\" is empty; type something", 64),
        (
            ["form", "1", "a", "151", "quit", "2"], "Behind|──────",
            "line 4: \"Age\" is 151; type a number of 0 to 150", 64
        ),
        (
            ["form", "1", "a", "old", "x", "3"], "body: none", "line 4: \"Age\" is \"old\"; type a whole number",
            64
        ),
        (
            ["form", "1", "a"], "  [5] Lost",
            "line 4: \"Send\" was not filled in completely; type a line for each field", 64
        ),
        (
            ["form", #"1 '{"name":"quit","age":"42","word":"a b"}'"#],
            #"body: {"age":42,"name":"quit","word":"a b"}"#, "", 0
        ),
        (
            ["form", #"1 '{"age":"42"}'"#, "2"], "Behind|──────", "line 2: \"Name\" is empty; type something",
            64
        ),
        (
            ["form", #"1 '{"nam":"a"}'"#], "  [5] Lost", "line 2: there is no field \"nam\"; fill in: name, age, word",
            64
        ),
        (
            ["form", #"1 '{"name":1}'"#], "  [5] Lost",
            "line 2: `1` needs one object of texts; write `1 '{\"FIELD\":\"TEXT\"}'`", 64
        ),
        (["form", "2 '{}'"], "Behind|──────", "", 0),
        (["form", "3 '{}'"], "  [5] Lost", "line 2: \"Call\" is not a form; leave the values out", 64),
        (["form", "2"], "Behind|──────", "", 0), (["form", "4"], "body: none", "", 0),
        (["form", "5"], "  [5] Lost", "line 2: no URL or module receives the page's message", 1),
        (["untitled", "app://showcase/presented", "1", "me"], "No title", "", 0),
        (["messages", "1"], #"body: {"refresh":{}}"#, "", 0),
        (["messages", "2", "上海"], "  [4] Of another type", "got search(city: \"上海\")", 1),
        (["messages", "3"], "  [4] Of another type", "got refresh", 1),
        (["messages", "4"], "  [4] Of another type", "the page's own module failed", 1),
    ]

    @Test func `in a pipe, forms, actions and messages take their values from the next lines`() throws {
        try Self.withShowcase { folder in
            for row in Self.scripts {
                let input = "app://showcase/\(row.lines.joined(separator: "\n"))\n"
                let host = try HostProcess.run("--modules", folder, input: input)
                let last = row.output.split(separator: "|").map(String.init)
                #expect(host.lines.suffix(last.count) == last, "\(row.lines)")
                #expect(row.says.isEmpty ? host.errors.isEmpty : host.errors.contains(row.says), "\(host.errors)")
                #expect(host.exitCode == row.exitCode, "\(row.lines)")
            }
        }
    }

    @Test func `pages as JSON are one object for each line, with the same numbers`() throws {
        try Self.withShowcase { folder in
            let host = try HostProcess.run("--modules", folder, "--json", input: "app://showcase/form\n1\na\n1\nb\n")
            #expect(host.exitCode == 0)
            #expect(host.lines.count == 3)
            #expect(
                host.lines.first?.contains(#""page":{"elements":[{"fields":[{"kind":"text","name":"name","#) == true)
            #expect(host.lines.last?.contains(#""value":{"body":"#) == true)
        }
    }

    /// Options, environment, and the widest line of a page.
    static let widths: [(options: [String], environment: [String: String], width: Int)] = [
        ([], [:], 80), ([], ["COLUMNS": "40"], 40), ([], ["COLUMNS": "x"], 80), (["--plain"], ["COLUMNS": "40"], 157),
        ([], ["COLUMNS": "200"], 157),
    ]

    @Test(arguments: widths) func `a page in a pipe is as wide as COLUMNS, or 80 columns`(
        _ row: (options: [String], environment: [String: String], width: Int)
    ) throws {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"),
            row.options + ["open", "app://secondhand/x/" + String(repeating: "y", count: 119)],
            environment: HostProcess.environment.merging(row.environment) { $1 })
        #expect(host.lines.map(\.count).max() == row.width)
        #expect(!host.output.contains("\u{1B}"))
    }
}
