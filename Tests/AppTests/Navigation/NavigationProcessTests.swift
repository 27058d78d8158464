import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `Navigation in the shell` {
    struct Row {
        let lines: [String]
        let titles: [String]
        var exitCode: Int32 = 0
        var says: String?
    }

    /// Lines of a script, the pages that are shown, the exit code, and a part of standard error.
    static let rows: [Row] = [
        Row(lines: [page("home"), page("bed"), page("bath"), "back 2"], titles: ["home", "bed", "bath", "home"]),
        Row(lines: [page("home"), page("bed"), "back", "forward"], titles: ["home", "bed", "home", "bed"]),
        Row(
            lines: [page("home"), page("bed"), page("bath"), "back 2", "forward 2"],
            titles: ["home", "bed", "bath", "home", "bath"]),
        Row(lines: [page("home"), "back"], titles: ["home"], exitCode: 3, says: "\"home\" is the first page"),
        Row(lines: [page("home"), "back 3"], titles: ["home"], exitCode: 3, says: "there is no page to go back to"),
        Row(lines: ["back x"], titles: [], exitCode: 64, says: "`back` does not know \"x\""),
        Row(lines: ["back 0"], titles: [], exitCode: 64, says: "write `back [N] [--yes]`"),
        Row(lines: ["forward"], titles: [], exitCode: 3, says: "there is no page to go forward to"),
        Row(lines: [page("home"), page("bed"), "app://guide/home"], titles: ["home", "bed", "home"]),
        Row(
            lines: [page("bed"), "app://guide/home"], titles: ["bed"], exitCode: 3,
            says: "no open page has the URL app://guide/page/home; open it, or go back to app://guide/page/bed"),
        Row(
            lines: [page("home"), page("bed"), "app://guide/root", "back"], titles: ["home", "bed", "Root"], exitCode: 3
        ),
        Row(lines: ["app://guide/app", "app://guide/messages"], titles: ["homes", "messages"]),
        Row(
            lines: ["app://guide/app", page("bed"), "tab 消息", "tab Homes", "back"],
            titles: ["homes", "bed", "messages", "bed", "homes"]),
        Row(
            lines: ["app://guide/app", "tab Rent"], titles: ["homes"], exitCode: 3,
            says: "no tab is named \"Rent\"; choose \"Homes\", \"消息\""),
        Row(lines: ["tab Homes"], titles: [], exitCode: 3, says: "there are no tabs"),
        Row(lines: ["app://guide/app", "tab Broken"], titles: ["homes"], exitCode: 2, says: "app://guide/nowhere"),
        Row(lines: [page("home"), page("bed"), "app://guide/compare"], titles: ["home", "bed", "2 homes"]),
        Row(
            lines: [
                "app://guide/app", "app://guide/results", "tab 消息", "app://guide/answer/7", "tab Homes",
                "app://guide/answer/8",
            ],
            titles: ["homes", "Guide login", "messages", "Guide login", "homes", "Got 8"], exitCode: 3,
            says: "line 4: not done: no page was presented"),
        Row(
            lines: ["app://guide/app", "app://guide/results", "tab 消息", "app://guide/root", "tab Homes", "back"],
            titles: ["homes", "Guide login", "messages", "Root", "Guide login", "homes", "Got nothing"]),
        Row(
            lines: ["app://guide/app", "app://guide/results", "tab 消息"],
            titles: ["homes", "Guide login", "messages"], exitCode: 3,
            says: "asked by Guide's route /guide/results, through 2 requests "
                + "(app://guide/results → app://guide/login)"),
        Row(
            lines: ["app://guide/app", "app://guide/form", "tab 消息", "app://guide/app"],
            titles: ["homes", "Form", "messages"], exitCode: 3, says: "leave it with --yes"),
        Row(lines: [page("home"), "show"], titles: ["home", "home"]),
        Row(lines: ["show"], titles: [], exitCode: 64, says: "no page is open"),
        Row(lines: ["show it"], titles: [], exitCode: 64, says: "`show` does not take \"it\""),
        Row(lines: [page("home"), page("bed"), "perform popToRoot"], titles: ["home", "bed", "home"]),
        Row(
            lines: [page("home"), page("bed"), #"perform '{"command":"back","count":1}'"#],
            titles: ["home", "bed", "home"]),
        Row(lines: ["perform jump"], titles: [], exitCode: 64, says: "no navigation command is named \"jump\""),
        Row(lines: ["perform push"], titles: [], exitCode: 64, says: "\"page\" is missing"),
        Row(lines: ["perform {"], titles: [], exitCode: 64, says: "it is not a navigation command"),
        Row(
            lines: [page("home"), "app://guide/form", "back"], titles: ["home", "Form"], exitCode: 3,
            says: "a page asks \"The form was not sent. Leave it?\" before it is left, "
                + "and no person is here to answer"),
        Row(lines: [page("home"), "app://guide/form", "back --yes"], titles: ["home", "Form", "home"]),
        Row(
            lines: ["app://guide/form", "app://guide/root"], titles: ["Form"], exitCode: 3,
            says: "leave it with --yes"),
        Row(lines: ["app://guide/form", "app://guide/saved"], titles: ["Form", "Saved"]),
        Row(lines: ["app://guide/form", page("bed"), "back"], titles: ["Form", "bed", "Form"]),
        Row(
            lines: ["app://guide/results", "app://guide/answer/7"],
            titles: ["Guide login", "Got 7"]),
        Row(
            lines: [page("home"), "app://guide/results", "back"],
            titles: ["home", "Guide login", "home", "Got nothing"]),
        Row(
            lines: [page("home"), "app://guide/results", "app://guide/root"],
            titles: ["home", "Guide login", "Root", "Got nothing"]),
    ]

    private static func page(_ name: String) -> String { "app://guide/page/\(name)" }

    @Test func `the shell moves between pages and tabs, and reports moves that are refused`() throws {
        try GuideProcess.with { guide in
            for row in Self.rows {
                let host = try guide.run(lines: row.lines)
                #expect(host.titles == row.titles, "\(row.lines)")
                #expect(host.exitCode == row.exitCode, "\(row.lines): \(host.errors)")
                if let says = row.says {
                    #expect(host.errors.contains(says), "\(row.lines): \(host.errors)")
                } else if row.exitCode == 0 {
                    #expect(host.errors.isEmpty, "\(row.lines): \(host.errors)")
                }
            }
        }
    }

    @Test func `requests that wait for a page go on without a value if new tabs remove the page`() throws {
        try GuideProcess.with { guide in
            let host = try guide.run(lines: ["app://guide/results", "app://guide/app"])
            #expect(host.titles.first == "Guide login")
            #expect(host.titles.dropFirst().sorted() == ["Got nothing", "homes"])
            #expect(host.exitCode == 0, "\(host.errors)")
        }
    }

    @Test func `forms are left without a question with --yes, and --json prints history, tabs and feedback`() throws {
        try GuideProcess.with { guide in
            #expect(
                try guide.run("--yes", lines: ["app://guide/form", "app://guide/root"]).titles == ["Form", "Root"])
            let lines = ["app://guide/app", Self.page("bed"), "tab 消息", "tab", "history", "tab Homes"]
            let host = try guide.run("--json", lines: lines)
            #expect(host.exitCode == 0, "\(host.errors)")
            let history = #""history":[{"command":"push","title":"homes","url":"app://guide/page/homes"},"#
            #expect(host.output.contains(history))
            #expect(host.output.contains(#"{"isShown":true,"name":"消息","stack":["#))
            #expect(host.lines.last?.contains(#""outcome":"shown""#) == true)
            #expect(host.lines.last?.contains(#""tab":"Homes""#) == true)
        }
    }

    @Test func `feedback as JSON has the top page and the depth, even with 200 pages`() throws {
        try GuideProcess.with { guide in
            let host = try guide.run("--json", lines: (1...200).map { Self.page("\($0)") } + ["stack"])
            #expect(host.exitCode == 0, "\(host.errors)")
            let feedback = host.lines.filter { $0.contains(#""feedback""#) }
            let top = #"{"style":"pushed","title":"200","url":"app://guide/page/200"}"#
            let last = #"{"feedback":{"depth":200,"outcome":"shown","top":\#(top)},"format_version":"2.0"}"#
            #expect(feedback.last == last)
            let stack = #"{"format_version":"1.0","stack":[{"style":"pushed","title":"1","#
            #expect(host.lines.last?.hasPrefix(stack) == true)
        }
    }

    @Test func `a terminal shows the path to a page, its tabs, and a question before a form is left`() throws {
        try GuideProcess.with { guide in
            let terminal = try guide.terminal()
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("app://guide/page/home\n")
            #expect(!(try terminal.read(until: "switchboard> ")).contains("›"))
            try terminal.type("app://guide/form\n")
            #expect(try terminal.read(until: "switchboard> ").contains("home › Form\r\n"))
            try terminal.type("back\n")
            _ = try terminal.read(until: "The form was not sent. Leave it? (y/n) ")
            try terminal.type("perhaps\n")
            _ = try terminal.read(until: "(y/n) ")
            try terminal.type("n\n")
            let stays = try terminal.read(until: "switchboard> ")
            #expect(stays.contains("the page stays open, as you said") && !stays.contains("›"))
            try terminal.type("back\n")
            _ = try terminal.read(until: "(y/n) ")
            try terminal.type("Y\n")
            #expect(!(try terminal.read(until: "switchboard> ")).contains("›"))
            try terminal.type("app://guide/app\n")
            #expect(try terminal.read(until: "switchboard> ").contains("[Homes]  消息  Broken\r\nhomes\r\n"))
            try terminal.type("tab 消息\n")
            #expect(try terminal.read(until: "switchboard> ").contains("Homes  [消息]  Broken\r\nmessages\r\n"))
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    @Test func `two commands that would leave a page ask one question after the other`() throws {
        try GuideProcess.with { guide in
            let terminal = try guide.terminal()
            _ = try terminal.read(until: "switchboard> ")
            for url in ["app://guide/page/home", "app://guide/form"] {
                try terminal.type(url + "\n")
                _ = try terminal.read(until: "switchboard> ")
            }
            try terminal.type("app://guide/twice\n")
            for _ in 0..<2 {
                _ = try terminal.read(until: "The form was not sent. Leave it? (y/n) ")
                try terminal.type("n\n")
            }
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("stack\n")
            #expect(try terminal.read(until: "switchboard> ").contains("app://guide/form"))
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    @Test func `an answered form does not dismiss a page that was opened on top of it`() throws {
        try GuideProcess.with { guide in
            let lines = ["app://guide/page/home", "app://guide/question", "1", "Lin", "stack"]
            let host = try guide.run(lines: lines)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.titles == ["home", "Question", "Guide login"])
            #expect(host.lines.contains("7"), "\(host.output)")
            #expect(!host.output.contains("dismissed"))
            #expect(host.lines.last?.contains("Guide login") == true)
        }
    }

    @Test func `open --plan prints the navigation commands, as text and as JSON`() throws {
        try GuideProcess.with { guide in
            let app = try guide.run("open", "app://guide/app", "--plan")
            #expect(app.exitCode == 0)
            #expect(
                app.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                    "# COMMAND", "1 tabs", "2 push",
                ])
            let json = try guide.run("--json", "open", "app://guide/root", "--plan")
            #expect(json.lines.count == 1)
            #expect(
                json.output.contains(
                    #""plan":[{"command":{"command":"root","page":{"elements":[],"title":"Root"}},"#))
            let script = try guide.run(lines: [
                Self.page("home"), "app://guide/form", "open app://guide/root --plan", "stack",
            ])
            #expect(script.titles == ["home", "Form"])
            #expect(script.output.contains("shown, asks \"The form was not sent. Leave it?\""))
            #expect(script.lines.last?.contains("Form") == true)
            let waiting = try guide.run("open", "app://guide/results", "--plan")
            #expect(waiting.exitCode == 3)
            #expect(waiting.output.contains("present"))
            #expect(waiting.errors.contains("nobody can answer a page in a plan"))
            let nothing = try guide.run("open", "app://guide/none", "--plan")
            #expect(nothing.exitCode == 2)
            #expect(nothing.lines == ["no navigation command"])
        }
    }
}
