import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `A recorded session` {
    /// Lines of a session; some of them fail, wait, answer, ask, or fill in a form.
    private static let session = [
        "app://guide/page/home", "app://guide/results", "app://guide/answer/7", "app://nobody/here", "back",
        "app://guide/app", "tab 消息", "app://guide/compare", "dance", "# a comment", "",
        "app://guide/sign-in", "1", "lin", "open-sesame",
    ]

    private func record(_ guide: GuideProcess, _ lines: [String]) throws -> String {
        let file = guide.folder.path("recording")
        _ = try guide.run(lines: ["record '\(file)'"] + lines)
        return file
    }

    @Test func `a recorded session replays on a command line and in a shell, as text and as JSON`() throws {
        try GuideProcess.with { guide in
            let file = try record(guide, Array(Self.session.prefix(11)))
            let host = try guide.run("replay", file)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.last == "replayed without a difference: 21 lines")
            let json = try guide.run("--json", "replay", file)
            #expect(json.exitCode == 0)
            #expect(json.lines.last == #"{"format_version":"1.0","replay":{"lines":21}}"#)
            let shell = try guide.run(lines: ["replay '\(file)'", "stack"])
            #expect(shell.exitCode == 0)
            #expect(shell.lines.last?.contains("2 homes") == true)
        }
    }

    @Test func `the log of a session turns off within 100,000 lines`() {
        let log = SessionLog()
        for number in 0..<100_000 { log.note(.line("\(number)", isRedacted: false)) }
        #expect(!log.isOn)
    }

    @Test func `a recorded session has the lines up to record off, and only its owner can read it`() throws {
        try GuideProcess.with { guide in
            let file = guide.folder.path("recording")
            let lines = [
                "app://guide/page/a", "record '\(file)'", "app://guide/page/b", "record off", "app://guide/page/c",
            ]
            #expect(try guide.run(lines: lines).exitCode == 0)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.split(separator: "\n").count == 3)
            let start = #"{"format_version":"2.0","recording":{"isInteractive":false,"stack":[{"style":"pushed","#
            #expect(text.hasPrefix(start))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let alone = try guide.run("replay", file)
            #expect(alone.exitCode == 1)
            #expect(alone.errors.contains("line 1, at recording.stack.0: expected {"), "\(alone.errors)")
            #expect(alone.errors.contains("the recording began with other pages"))
            #expect(try guide.run(lines: ["app://guide/page/a", "replay '\(file)'"]).exitCode == 0)
        }
    }

    @Test func `a recorded session is not replayed if others may write it or it is not a regular file`() throws {
        try GuideProcess.with { guide in
            let file = try record(guide, ["app://guide/page/a"])
            #expect(chmod(file, 0o666) == 0)
            let exposed = try guide.run("replay", file)
            #expect(exposed.exitCode == 1)
            #expect(exposed.output.isEmpty)
            #expect(exposed.errors.contains("with mode 0666, which others may write; chmod "), "\(exposed.errors)")
            let device = try guide.run("replay", "/dev/zero")
            #expect(device.exitCode == 1)
            #expect(device.errors.contains("it is a device, not a regular file"), "\(device.errors)")
        }
    }

    @Test func `record does not overwrite an existing file`() throws {
        try GuideProcess.with { guide in
            let file = guide.folder.path("precious")
            try "precious".write(toFile: file, atomically: true, encoding: .utf8)
            let pipe = guide.folder.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            for path in [file, pipe, "/dev/null"] {
                let host = try guide.run(lines: ["record '\(path)'", "app://guide/page/home"])
                #expect(host.errors.contains("\(path) already exists and is not overwritten; name another file"))
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        }
    }

    /// Replays a changed recording up to its first difference.
    ///
    /// - Returns: the path of the changed recording.
    @discardableResult
    private func replay(
        _ guide: GuideProcess, _ text: String, changing row: (from: String, to: String, says: String)
    ) throws -> String {
        #expect(text.contains(row.from), "\(text)")
        let changed = try guide.folder.write(text.replacingOccurrences(of: row.from, with: row.to), to: "changed")
        let host = try guide.run("replay", changed)
        #expect(host.exitCode == 1)
        #expect(host.errors.contains(row.says), "\(row.from): \(host.errors)")
        return changed
    }

    /// A text of the recording, its replacement, and a part of the replay's error.
    static let changes: [(from: String, to: String, says: String)] = [
        (#""title":"home"}"#, #""title":"house"}"#, #"line 3, at command.page.title: expected "house", found "home""#),
        (#"{"failure":"noRoute"}"#, #"{"failure":"deadline"}"#, #"at failure: expected "deadline", found "noRoute""#),
        (#"{"line":"back"}"#, #"{"line":"back 2"}"#, "at command.count: expected 1, found 2"),
        (#"{"line":"dance"}"#, #"{"line":"stack"}"#, "found nothing"),
        (#"{"failure":"usage"}"# + "\n", "", "expected nothing, found {\"failure\":\"usage\"}"),
    ]

    @Test func `a replay reports the first difference from the recorded session`() throws {
        try GuideProcess.with { guide in
            let file = try record(guide, Array(Self.session.prefix(11)))
            let text = try String(contentsOfFile: file, encoding: .utf8)
            for row in Self.changes {
                let changed = try replay(guide, text, changing: row)
                let json = try guide.run("--json", "replay", changed)
                #expect(json.exitCode == 1)
                #expect(json.lines.last?.contains(#""difference":{"at":"#) == true)
            }
        }
    }

    /// A text of the recording, its replacement, which turns an answer into a command or the reverse, and a part of the
    /// error.
    static let exchanges: [(from: String, to: String, says: String)] = [
        (#"{"answer":"lin"}"#, #"{"line":"lin"}"#, "an answer is expected, and the recording has a command"),
        (#"{"line":"1"}"#, #"{"answer":"1"}"#, "a command is expected, and the recording has an answer"),
    ]

    @Test func `a replay refuses an answer as a command, and a command as an answer`() throws {
        try GuideProcess.with { guide in
            let file = try record(guide, Self.session)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            for row in Self.exchanges {
                try replay(guide, text, changing: row)
            }
        }
    }

    @Test func `a recorded session omits a secret, and its replay fails there and gives the reason`() throws {
        try GuideProcess.with { guide in
            let file = try record(guide, Self.session)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains(#"{"answer":"lin"}"#))
            #expect(text.contains(#"{"secret":true}"#))
            #expect(!text.contains("open-sesame"))
            let host = try guide.run("replay", file)
            #expect(host.exitCode == 1)
            #expect(host.errors.contains("the typed text was secret and was not recorded"), "\(host.errors)")
        }
    }

    @Test func `a recorded session has the values of a form in one line as answers, without secrets`() throws {
        try GuideProcess.with { guide in
            let values = #"{"name":"lin","word":"open-sesame"}"#
            let lines = ["app://guide/sign-in", "1 '\(values)'", "1 '\(values)", "1 '[\(values)]'"]
            let text = try String(contentsOfFile: try record(guide, lines), encoding: .utf8)
            let start = #"{"line":"1"}"# + "\n" + #"{"answer":"lin"}"# + "\n" + #"{"secret":true}"# + "\n"
            #expect(text.contains(start), "\(text)")
            #expect(text.ranges(of: #"{"line":"1"}"#).count == 3 && !text.contains("open-sesame"), "\(text)")
        }
    }

    @Test func `a recorded session hides the sensitive value of a typed URL`() throws {
        try GuideProcess.with { guide in
            let file = try record(guide, [#"open "app://guide/secret/hush""#, "app://guide/page/home"])
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains(#"{"line":"open 'app://guide/secret/***'","secret":true}"#), "\(text)")
            #expect(!text.contains("hush"))
            #expect(text.contains(#"{"line":"app://guide/page/home"}"#))
            let host = try guide.run("replay", file)
            #expect(host.exitCode == 1)
            #expect(host.errors.contains("line 2: "), "\(host.errors)")
        }
    }

    @Test func `a recorded session and a plan hide the sensitive value of a URL in a command`() throws {
        try GuideProcess.with { guide in
            let file = try record(guide, ["app://guide/vault"])
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains("app://guide/secret/***") && !text.contains("hush"), "\(text)")
            #expect(try guide.run("replay", file).exitCode == 0)
            let plan = try guide.run("--json", "open", "--plan", "app://guide/vault")
            #expect(plan.output.contains("app://guide/secret/***") && !plan.output.contains("hush"), "\(plan.output)")
        }
    }

    @Test func `a session that was recorded at a terminal replays with the answers that were given`() throws {
        try GuideProcess.with { guide in
            let file = guide.folder.path("recording")
            let terminal = try guide.terminal()
            _ = try terminal.read(until: "switchboard> ")
            for line in ["record '\(file)'", "app://guide/page/home", "app://guide/form"] {
                try terminal.type(line + "\n")
                _ = try terminal.read(until: "switchboard> ")
            }
            for (answer, prompt) in [("perhaps", "(y/n) "), ("y", "switchboard> ")] {
                if answer == "perhaps" {
                    try terminal.type("back\n")
                    _ = try terminal.read(until: "(y/n) ")
                }
                try terminal.type(answer + "\n")
                _ = try terminal.read(until: prompt)
            }
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
            let host = try guide.run("replay", file)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.titles == ["home", "Form", "home"])
        }
    }

    @Test func `a recorded session is complete up to the moment at which the host was killed`() throws {
        try GuideProcess.with { guide in
            let file = guide.folder.path("recording")
            let terminal = try guide.terminal()
            _ = try terminal.read(until: "switchboard> ")
            for line in ["record '\(file)'", "app://guide/page/a", "app://guide/page/b"] {
                try terminal.type(line + "\n")
                _ = try terminal.read(until: "switchboard> ")
            }
            try terminal.signal(SIGKILL)
            #expect(try terminal.exitCode() != 0)
            let host = try guide.run("replay", file)
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.last == "replayed without a difference: 4 lines")
        }
    }

    private static let header = #"{"format_version":"2.0","recording":{"isInteractive":false,"stack":[]}}"#

    /// Files that are not recordings, and a part of the error.
    static let damaged: [(content: String, says: String)] = [
        ("", "damaged at line 1: it does not begin as a recording does"),
        ("hello\n", "damaged at line 1"),
        (
            #"{"format_version":"3.0","recording":{"isInteractive":false,"stack":[]}}"#,
            "its version is not 2.0"
        ),
        (header + "\n{", "damaged at line 2"),
        (header + "\n{\"what\":1}\n", "damaged at line 2: it is not a line, answer, command or failure"),
        (header + "\n[]\n", "damaged at line 2"),
    ]

    @Test(arguments: damaged) func `a recorded session is not replayed if its file is damaged`(
        _ row: (content: String, says: String)
    ) throws {
        try TemporaryFolder.with { folder in
            let host = try HostProcess.run("replay", try folder.write(row.content, to: "recording"))
            #expect(host.exitCode == 1)
            #expect(host.errorLines.count == 1)
            #expect(host.errors.contains(row.says), "\(host.errors)")
            #expect(host.output.isEmpty)
        }
    }

    /// Lines that fail, the exit code, and a part of the error.
    static let refused: [(lines: [String], exitCode: Int32, says: String)] = [
        (["record"], 64, "write `record FILE|off`"),
        (["record off"], 1, "no recording is being made; begin one with `record FILE`"),
        (["record /proc/nowhere"], 1, "/proc/nowhere cannot be written"),
        (["replay \(TemporaryFolder.absent)"], 1, "\(TemporaryFolder.absent) cannot be read"),
        (["replay"], 64, "write `replay FILE`"),
    ]

    @Test(arguments: refused) func `record and replay fail without a usable file or a recording`(
        _ row: (lines: [String], exitCode: Int32, says: String)
    ) throws {
        let host = try HostProcess.run(input: row.lines.joined(separator: "\n") + "\n")
        #expect(host.exitCode == row.exitCode)
        #expect(host.errors.contains(row.says), "\(host.errors)")
    }

    @Test(arguments: ["record", "replay"]) func `record and replay fail while another session is recorded`(
        _ word: String
    ) throws {
        try TemporaryFolder.with { folder in
            let lines = ["record '\(folder.path("a"))'", "\(word) '\(folder.path("a"))'"]
            let host = try HostProcess.run(input: lines.joined(separator: "\n") + "\n")
            #expect(host.exitCode == 1)
            #expect(host.errors.contains("end it with `record off`"), "\(host.errors)")
        }
    }
}
