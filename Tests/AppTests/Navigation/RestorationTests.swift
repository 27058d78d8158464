import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated, .fleet)) struct `A restored stack` {
    /// Writes the stack file of a session with some pages, and runs the body with a host.
    private static func with(
        _ urls: [String], origin: String = "shell", _ body: (GuideProcess, _ file: String) throws -> Void
    ) throws {
        try GuideProcess.with { guide in
            let pages = urls.map { url in
                #"{"url":"\#(url)","title":"Title of \#(url.suffix(5))","style":"pushed","origin":"\#(origin)"}"#
            }
            let folder = guide.folder.path("state/switchboard")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let list = pages.joined(separator: ",")
            let text = #"{"format_version":"1.0","branches":[{"pages":[\#(list)]}],"selected":0}"#
            try text.write(toFile: folder + "/stack.json", atomically: true, encoding: .utf8)
            try body(guide, folder + "/stack.json")
        }
    }

    @Test func `a stack whose page crashed the host is set aside, and later sessions begin without it`() throws {
        try Self.with(["app://guide/page/one", "app://guide/crash", "app://guide/page/two"]) { guide, file in
            let content = try Data(contentsOf: URL(filePath: file))
            #expect(try guide.run("--restore", lines: ["stack"]).exitCode != 0)
            let second = try guide.run("--restore", lines: ["app://guide/page/new"])
            #expect(second.exitCode == 0, "\(second.errors)")
            #expect(second.titles == ["new"])
            #expect(second.errorLines.count == 1, "\(second.errors)")
            #expect(second.errors.contains("the stack of the last session was dropped: \(file) was being opened"))
            let kept = try #require(second.errors.firstMatch(of: /renamed to (.*);/)?.1)
            #expect(try Data(contentsOf: URL(filePath: String(kept))) == content)
            let third = try guide.run("--restore")
            #expect(third.errors.isEmpty && third.titles == ["new"], "\(third)")
        }
    }

    @Test func `a restored page that misses the deadline is replaced by a page with the reason`() throws {
        try Self.with(["app://guide/page/one", "app://guide/stuck", "app://guide/page/two"]) { guide, _ in
            let host = try guide.run("--restore", "--deadline", "10", lines: ["back --yes", "back --yes"])
            #expect(host.exitCode == 0 && host.errors.isEmpty, "\(host.errors)")
            #expect(host.titles.first == "two" && host.titles.last == "one", "\(host.titles)")
            #expect(host.output.contains("This page could not be opened again: "), "\(host.output)")
        }
    }

    @Test func `of two sessions at the same time, one keeps its stack and the second reports it`() throws {
        try GuideProcess.with { guide in
            let terminal = try guide.terminal("--restore")
            _ = try terminal.read(until: "switchboard> ")
            let other = try guide.run("--restore", lines: ["app://guide/page/two"])
            #expect(other.exitCode == 0 && other.titles == ["two"])
            #expect(other.errors.contains("another session keeps its stack there"), "\(other.errors)")
            try terminal.type("app://guide/page/one\n")
            _ = try terminal.read(until: "switchboard> ")
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
            #expect(try guide.run("--restore").titles == ["one"])
        }
    }

    @Test func `an external session sees the URL instead of the title of an internal page`() throws {
        try Self.with(["app://guide/inner"]) { guide, _ in
            let person = try guide.run("--restore", lines: ["stack"])
            #expect(person.titles == ["Title of inner"])
            let outsider = try guide.run("--restore", "--origin", "external", lines: ["stack", "history"])
            #expect(outsider.titles == ["app://guide/inner"], "\(outsider.output)")
            #expect(!outsider.output.contains("Title of inner"))
        }
    }

    @Test func `a restored page that the session's origin may not open is replaced by the reason`() throws {
        try Self.with(["app://guide/inner"]) { guide, _ in
            let host = try guide.run("--restore", lines: ["stack"])
            #expect(host.output.contains("This page could not be opened again: "), "\(host.output)")
        }
    }

    @Test(arguments: ["shell", "external"])
    func `a stack keeps the origin of each page, whatever the origin of later sessions`(
        _ origin: String
    ) throws {
        try Self.with(["app://guide/page/one", "app://guide/inner"], origin: origin) { guide, file in
            for session in ["external", "shell"] {
                let host = try guide.run("--restore", "--origin", session, lines: ["app://guide/page/new"])
                #expect(host.exitCode == 0, "\(host.errors)")
                let pages = try String(contentsOfFile: file, encoding: .utf8).split(separator: "{")
                let origins = pages.filter { $0.contains("app://guide/page/one") || $0.contains("app://guide/inner") }
                #expect(origins.count == 2, "\(pages)")
                #expect(origins.allSatisfy { $0.contains(#""origin":"\#(origin)""#) }, "\(pages)")
            }
        }
    }

    @Test func `a stack file that others may write is neither restored nor changed`() throws {
        for place in ["stack.json", "."] {
            try Self.with(["app://guide/page/one"]) { guide, file in
                let exposed = URL(fileURLWithPath: file).deletingLastPathComponent().path + "/" + place
                #expect(chmod(exposed, 0o777) == 0)
                let host = try guide.run("--restore", lines: ["stack", "app://guide/page/two"])
                #expect(host.exitCode == 0)
                #expect(host.titles == ["two"])
                #expect(host.errorLines.count == 1, "\(host.errors)")
                #expect(host.errors.contains("with mode 0777, which others may write; chmod "), "\(host.errors)")
                #expect(chmod(exposed, 0o700) == 0)
                #expect(try guide.run("--restore").titles == ["one"])
            }
        }
    }

    @Test func `a stack is restored with its tabs, and each page is opened for the session's origin`() throws {
        try GuideProcess.with { guide in
            let lines = [
                "app://guide/app", "app://guide/page/bed", "app://guide/login", "tab 消息", "app://guide/through",
            ]
            #expect(try guide.run("--restore", lines: lines).exitCode == 0)
            let host = try guide.run("--restore", lines: ["stack", "tab Homes", "stack"])
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.titles == ["Inner", "Guide login"])
            let rows = host.lines.filter { $0.first?.isNumber == true }.map { line in
                line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                    !$0.isEmpty
                }
            }
            #expect(rows.map { $0[1] } == ["messages", "Inner", "homes", "bed", "Guide login"])
            #expect(rows.map { $0[3] } == ["pushed", "pushed", "pushed", "pushed", "presented"])
            let outsider = try guide.run("--restore", "--origin", "external", lines: ["tab 消息"])
            #expect(outsider.output.contains("This page could not be opened again: "), "\(outsider.output)")
            #expect(!outsider.titles.contains("Inner"))
        }
    }

    @Test func `a stack is restored after the host was killed`() throws {
        try GuideProcess.with { guide in
            let terminal = try guide.terminal("--restore")
            _ = try terminal.read(until: "switchboard> ")
            for page in ["one", "two"] {
                try terminal.type("app://guide/page/\(page)\n")
                _ = try terminal.read(until: "switchboard> ")
            }
            try terminal.signal(SIGKILL)
            #expect(try terminal.exitCode() != 0)
            #expect(try guide.run("--restore", lines: ["back"]).titles == ["two", "one"])
        }
    }

    @Test func `a single command restores and keeps the stack only with --restore`() throws {
        try GuideProcess.with { guide throws in
            #expect(try guide.run("--restore", "open", "app://guide/page/one").titles == ["one"])
            #expect(try guide.run("open", "app://guide/page/two").titles == ["two"])
            #expect(try guide.run("--restore", "open", "app://guide/page/three").titles == ["three"])
            #expect(try guide.run("--restore", lines: ["back"]).titles == ["three", "one"])
        }
    }

    @Test func `a page with a secret URL or a missing module is restored as a page with the reason`() throws {
        try GuideProcess.with { guide in
            let kept = ["app://guide/page/a", "app://guide/secret/hush", "app://guide/form"]
            #expect(try guide.run("--restore", lines: kept).exitCode == 0)
            let file = guide.folder.path("state/switchboard/stack.json")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains("app://guide/secret/***"))
            #expect(!text.contains("hush"))
            let back = try guide.run("--restore", lines: ["back --yes"])
            #expect(back.titles.count == 2)
            #expect(back.output.contains("its URL holds a secret, which is not kept"))
            try FileManager.default.removeItem(atPath: guide.folder.path("libGuide.so"))
            let gone = try guide.run("--restore")
            #expect(gone.exitCode == 0)
            #expect(gone.output.contains("This page could not be opened again: "))
        }
    }

    @Test func `a stack masks the sensitive value in a tab's URL, and the restored tab explains it`() throws {
        try GuideProcess.with { guide in
            let file = guide.folder.path("state/switchboard/stack.json")
            #expect(try guide.run("--restore", lines: ["app://guide/vault"]).exitCode == 0)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains(#""url":"app://guide/secret/***""#), "\(text)")
            #expect(!text.contains("hush"))
            let host = try guide.run("--restore", lines: ["tab Vault"])
            #expect(host.titles == ["homes", "Vault"], "\(host.errors)")
            #expect(host.output.contains("its URL holds a secret, which is not kept"))
        }
    }

    /// Invalid stack files.
    static let damaged = [
        "", "{", "[]", "{}", "\0", #"{"format_version":"2.0","branches":[{"pages":[]}],"selected":0}"#,
        #"{"format_version":"1.0","branches":[],"selected":0}"#,
        #"{"format_version":"1.0","branches":[{"pages":[]}],"selected":1}"#,
        #"{"format_version":"1.0","branches":[{"pages":[]},{"pages":[]}],"selected":0}"#,
        #"{"format_version":"1.0","branches":[{"pages":[{"url":"app://a"}]}],"selected":0}"#,
        #"{"format_version":"1.0","branches":[{"pages":[{"url":"a","title":"a","style":"pushed","origin":"root"}]}],"#
            + #""selected":0}"#,
    ]

    @Test(arguments: damaged) func `a damaged stack file is dropped and reported in one line`(_ content: String)
        throws
    {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("switchboard"), withIntermediateDirectories: true)
            let file = try folder.write(content, to: "switchboard/stack.json")
            let environment = ["XDG_STATE_HOME": folder.path]
            let host = try HostProcess.run("--restore", input: "stack\n", environment: environment)
            #expect(host.exitCode == 0)
            #expect(host.errorLines.count == 1, "\(host.errors)")
            #expect(host.errors.contains("the stack of the last session was dropped: \(file) is damaged"))
            #expect(try HostProcess.run("--restore", environment: environment).errors.isEmpty)
        }
    }

    @Test func `a named pipe instead of a stack file is dropped without a wait`() throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("switchboard"), withIntermediateDirectories: true)
            #expect(mkfifo(folder.path("switchboard/stack.json"), 0o600) == 0)
            let host = try HostProcess.run(
                "--restore", input: "stack\n", environment: ["XDG_STATE_HOME": folder.path])
            #expect(host.exitCode == 0)
            #expect(host.errors.contains("is damaged: it is a named pipe"), "\(host.errors)")
        }
    }

    @Test func `a stack is restored with its newest 1,000 pages`() throws {
        try GuideProcess.with { guide in
            try FileManager.default.createDirectory(
                atPath: guide.folder.path("state/switchboard"), withIntermediateDirectories: true)
            let pages = (0..<1_100).map { number in
                #"{"url":"app://guide/page/\#(number)","title":"","style":"pushed","origin":"shell"}"#
            }
            let stack = pages.joined(separator: ",")
            let text = #"{"format_version":"1.0","branches":[{"pages":[\#(stack)]}],"selected":0}"#
            try text.write(
                toFile: guide.folder.path("state/switchboard/stack.json"), atomically: true, encoding: .utf8)
            let host = try guide.run("--restore", lines: ["stack"])
            #expect(host.exitCode == 0, "\(host.errors)")
            let urls = host.lines.filter { $0.contains("app://guide/page/") }
            #expect(urls.count == 1_000)
            #expect(urls.first?.contains("page/100") == true)
            #expect(urls.last?.contains("page/1099") == true)
        }
    }

    @Test func `a session goes on if its stack cannot be written, and reports it in one line`() throws {
        for environment in [["XDG_STATE_HOME": "/proc/nowhere"], [:]] {
            let host = try HostProcess.run(
                "--restore", input: "app://rent/list\napp://rent/42\n", environment: environment)
            #expect(host.exitCode == 0)
            #expect(host.errorLines.count == 1, "\(host.errors)")
            #expect(host.errors.contains("the stack is not kept"))
        }
    }
}
