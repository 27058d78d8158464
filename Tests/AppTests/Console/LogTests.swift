import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(3))) struct `The log` {
    private static func run(
        _ arguments: [String], _ url: String = "app://scribe/levels", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try HostProcess.run(
            ["--modules", try Samples.scribe.get()] + arguments + ["call", url], environment: environment)
    }

    /// Returns the lines without the times.
    private static func records(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            guard let time = line.firstMatch(of: #/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /#) else {
                return String(line)
            }
            return String(line[time.range.upperBound...])
        }
    }

    private static let levels = ["debug", "info", "notice", "warning", "error"]

    /// Options, environment, and the lowest level that is written.
    static let choices: [(options: [String], environment: [String: String], least: String)] = [
        ([], [:], "notice"), (["--log-level", "debug"], [:], "debug"), (["--log-level=error"], [:], "error"),
        ([], ["SWITCHBOARD_LOG_LEVEL": "info"], "info"), ([], ["SWITCHBOARD_LOG_LEVEL": ""], "notice"),
        (["--log-level", "warning"], ["SWITCHBOARD_LOG_LEVEL": "debug"], "warning"),
    ]

    @Test(arguments: choices) func `the log on standard error has the records of the chosen level and above`(
        _ row: (options: [String], environment: [String: String], least: String)
    ) throws {
        let host = try Self.run(row.options, environment: row.environment)
        let wanted = Self.levels.drop { $0 != row.least }.map { "\($0) Scribe: at \($0)" }
        #expect(Self.records(host.errors) == wanted)
        #expect(host.output == "true\n" && host.exitCode == 0)
    }

    @Test(arguments: ["loud", "Debug", "off"]) func `an unknown log level is refused`(_ level: String) throws {
        for host in [
            try Self.run(["--log-level", level]), try Self.run([], environment: ["SWITCHBOARD_LOG_LEVEL": level]),
        ] {
            #expect(host.exitCode == 64)
            #expect(host.errors.contains("is \"\(level)\"; expected one of debug, info, notice, warning, error"))
        }
    }

    @Test(arguments: [
        ("text=hello", #"notice Scribe: hello city="Hangzhou" id=null"#),
        ("text=a%0Ab%1B%5B2J&id=7", #"notice Scribe: a b\#u{FFFD}[2J city="Hangzhou" id=7"#),
        ("text=%E2%80%AEx&level=error", #"error Scribe: \#u{FFFD}x city="Hangzhou" id=null"#),
    ])
    func `the log has one line for each record, without control characters`(_ query: String, _ line: String) throws {
        let host = try Self.run([], "app://scribe/write?\(query)")
        #expect(Self.records(host.errors) == [line])
    }

    @Test(arguments: [[], ["--json"]]) func `a line of the log has a limited length`(_ format: [String]) throws {
        let host = try Self.run(format, "app://scribe/long")
        #expect(host.errorLines.count == 1)
        #expect((2_000...6_000).contains(host.errors.count), "\(host.errors.count)")
    }

    @Test func `log records are objects on standard error with --json, and are not on standard output`() throws {
        let host = try Self.run(["--json"], "app://scribe/write?text=a%1B&id=7")
        #expect(host.lines.count == 1 && !host.output.contains("Scribe"))
        let object = try JSONSerialization.jsonObject(with: Data(host.errors.utf8)) as? [String: Any]
        let log = try #require(object?["log"] as? [String: Any])
        #expect(object?["format_version"] as? String == "1.0")
        #expect(log["level"] as? String == "notice" && log["module"] as? String == "Scribe")
        #expect((log["values"] as? [String: Any])?["id"] as? Int == 7)
        #expect((log["time"] as? String)?.hasSuffix("Z") == true)
    }

    @Test func `several processes append their log records to one file, which only the user can read`() throws {
        try TemporaryFolder.with { folder in
            let file = folder.path("log")
            for host in [
                try Self.run(["--log-file", file]), try Self.run([], environment: ["SWITCHBOARD_LOG_FILE": file]),
                try HostProcess.run("--log-file", file, "open", "app://rent/42"),
            ] {
                #expect(host.exitCode == 0 && host.errors.isEmpty)
            }
            let written = ["notice", "warning", "error"].map { "\($0) Scribe: at \($0)" }
            #expect(Self.records(try String(contentsOfFile: file, encoding: .utf8)) == written + written)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func `the log file has the host's own warnings, without sensitive values`() throws {
        try TemporaryFolder.with { folder in
            let file = folder.path("log")
            let library = try Samples.vault.get()
            let host = try HostProcess.run(
                "--modules", URL(filePath: library).deletingLastPathComponent().path, "--log-file", file,
                "open", "app://vault/old/hush")
            #expect(host.exitCode == 0 && host.errors.isEmpty)
            let records = Self.records(try String(contentsOfFile: file, encoding: .utf8))
            #expect(records.first?.hasPrefix("warning switchboard: app://vault/old/*** is deprecated") == true)
            #expect(records.first?.hasSuffix(#" code="deprecated""#) == true)
            #expect(records.count == 2 && !records.joined().contains("hush"))
        }
    }

    @Test func `a log file on a full disk does not end the host and is reported once`() throws {
        let host = try Self.run(["--log-file", "/dev/full"])
        #expect(host.exitCode == 0 && host.output == "true\n")
        let message = "log records are not written to /dev/full: No space left on device; make room"
        #expect(host.errorLines == ["switchboard: \(message)"])
    }

    @Test func `a log file that cannot be opened is refused`() throws {
        let host = try Self.run(["--log-file", "\(TemporaryFolder.absent)/log"])
        #expect(host.exitCode == 1 && host.errors.contains("name another file for log records"))
    }

    /// Redirections of the host's standard error.
    @Test(arguments: ["2>/dev/full", "2>&-", "2>/dev/null"]) func `an unusable standard error does not end the host`(
        _ redirection: String
    ) throws {
        let host = try ChildProcess.run(
            "/bin/sh",
            [
                "-c", "exec \"$0\" --modules \"$1\" call app://scribe/levels \(redirection)",
                BuildProducts.path("switchboard"), try Samples.scribe.get(),
            ], environment: HostProcess.environment)
        #expect(host.exitCode == 0 && host.output == "true\n")
    }

    @Test func `a log record is below the typed line on a dumb terminal, and the prompt is not repeated`() throws {
        try TemporaryFolder.with { folder in
            let pipe = folder.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let terminal = try LiveTerminal(try Samples.scribe.get(), columns: 100, environment: ["TERM": "dumb"])
            try terminal.run("call app://scribe/later?text=\(pipe)")
            try terminal.type("vers")
            try terminal.wait(for: "what is typed") { $0.lines.last == "switchboard> vers" }
            try "hello".write(toFile: pipe, atomically: false, encoding: .utf8)
            try terminal.wait(for: "the record") { screen in
                screen.lines.last?.hasSuffix("Z notice Scribe: hello") == true
                    && screen.lines.dropLast().last == "switchboard> vers" && screen.cursor.column == 0
            }
            try terminal.run("ion")
            #expect(terminal.lines.suffix(3).first == "ion")
            #expect(try terminal.quit() == 0)
        }
    }

    @Test func `a log record is above the prompt while a person types`() throws {
        try TemporaryFolder.with { folder in
            let pipe = folder.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let terminal = try LiveTerminal(try Samples.scribe.get(), columns: 100)
            try terminal.run("call app://scribe/later?text=\(pipe)")
            try terminal.type("vers")
            try terminal.wait(for: "what is typed") { $0.lines.last == "switchboard> vers" }
            try "hello".write(toFile: pipe, atomically: false, encoding: .utf8)
            try terminal.wait(for: "the record") { screen in
                screen.lines.last == "switchboard> vers"
                    && screen.lines.dropLast().last?.hasSuffix("Z notice Scribe: hello") == true
            }
            try terminal.run("ion")
            #expect(terminal.lines.contains { $0.hasPrefix("switchboard 0.3.0") })
            #expect(try terminal.quit() == 0)
        }
    }
}
