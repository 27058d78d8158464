import Foundation
import TestSupport
import Testing

@testable import App

/// The output of commands at terminals of several widths, as recorded in `Tests/Fixtures/Windows`. With
/// `SWITCHBOARD_TEST_RECORD` in the environment the files are written again, and the tests fail, because a run that
/// records does not check anything.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The output in a window` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Windows").standardizedFileURL.path

    /// Lines of a script whose output is the same on all machines.
    private static let lines = [
        "version", "help", "help keys", "help routes", "modules", "routes Account Messages", "app://rent/list",
        "open app://rent/42 --plan", "stack", "history", "tab", "resolve app://rent/42 --explain",
        "match /rent/:id /rent/list --url app://rent/list", "call app://rent/search --body '{\"city\":\"Beijing\"}'",
        "call app://account/session", "can-open app://rent/list", "remote status", "module why Rent", "link status",
        "back", "app://nobody", "module why Nobody", "open", "app://map/beijing", "app://account/login", "show",
        "refresh",
        "more", "clear", "forward", "app://account/home", "tab", "tab map", "tab Map", "perform back",
        "perform popToRoot", "perform foo", "trace off",
    ]

    /// Lines of a script that runs in a home with only an isolated module.
    private static let others = [
        "help --all", "help module", "help module check", "help 1", "routes", "routes --label needs-login", "stack",
        "history", "tab", "stats", "show", "replay /dev/null/file", "record /dev/null/file", "record off", "modules",
        "module isolate Rent --off", "module isolate Nobody", "config show", "doctor", "module info Rent",
        "module info rent", "module install /dev/null/libA.so", "module uninstall Rent", "module trust Rent",
        "module verify", "module disable Rent", "app://rent/42", "module info Rent", "module enable Rent",
        "module start Rent", "module reload Rent", "module stop Nobody", "module new Garden --path /dev/null",
        "module check /dev/null/libA.so", "module foo", "watch /dev/null/folder", "sdk path", "remote flush",
        "link install My_App", "link remove myapp", "completions", "routes --json",
    ]

    /// Lines whose output has measured times, so that only its width is checked.
    private static let measured = ["stats", "call app://rent/annotations --trace", "send app://rent/list"]

    /// Returns the output of lines at a terminal.
    private static func output(
        of lines: [String], columns: Int, environment: [String: String] = [:]
    ) throws -> String {
        let common = ["TERM": "dumb", "XDG_RUNTIME_DIR": ""]
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-remote"] + lines.flatMap { ["-c", $0] },
            environment: HostProcess.environment.merging(common) { $1 }.merging(environment) { $1 },
            size: (columns, 24))
        let output = try terminal.rest()
        _ = try terminal.exitCode()
        return output.replacing("\r\n", with: "\n")
    }

    /// Returns the output of `others`, in a home with an isolated module, whose path has the same length on all
    /// machines.
    private static func outputAtHome(columns: Int) throws -> String {
        var path = Array("/tmp/sbXXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw SystemError("mkdtemp", code: errno) }
        let home = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: home) }
        let data = home + "/.local/share/switchboard"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let limits = #"{"megabytes":1024,"seconds":3600,"files":256}"#
        let switches = #"{"format_version":"1.0","disabled":[],"isolated":{"Rent":\#(limits)}}"#
        try switches.write(toFile: data + "/modules.switches", atomically: true, encoding: .utf8)
        try "{}".write(toFile: home + "/services.json", atomically: true, encoding: .utf8)
        try HostProcess.putScans(into: home + "/.cache")
        let environment = [
            "HOME": home, "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "", "SWITCHBOARD_SERVICES": home + "/services.json",
        ]
        return try output(of: others, columns: columns, environment: environment).replacing(home, with: "/tmp/sbXXXXXX")
    }

    /// Returns an output without the paths and hashes of the build, which differ on each machine.
    private static func shown(_ output: String) -> String {
        output.replacing(#/\S*/debug/lib/#, with: "…/debug/lib")
            .replacing(#/(?m)^source    [\s\S]*?\nstate/#, with: "source    …\nstate")
            .replacing(#/(?m)^SHA-256  [\s\S]*?\nservices/#, with: "SHA-256  …\nservices")
            .replacing(#/but found at\s[\s\S]*?stops\s+it/#, with: "but found at …")
            .replacing(#/(?m)^\/\S*(\n\s*\S+)*?\/Sources$/#, with: "…/Sources")
    }

    @Test(arguments: [40, 80, 120]) func `the output in a window equals the recorded output`(_ columns: Int) throws {
        let text = Self.shown(
            try Self.output(of: Self.lines, columns: columns) + Self.outputAtHome(columns: columns))
        let file = "\(Self.folder)/\(columns).txt"
        if ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_RECORD"] != nil {
            try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            Issue.record("\(file) was written; look at it, and run the tests without SWITCHBOARD_TEST_RECORD")
        }
        #expect(text == (try String(contentsOfFile: file, encoding: .utf8)), "\(file)")
    }

    @Test(arguments: [20, 40, 80, 120]) func `no line of the output is wider than the window`(_ columns: Int) throws {
        let output = try Self.output(of: Self.lines + Self.measured, columns: columns)
        let all = (output + (try Self.outputAtHome(columns: columns))).split(separator: "\n")
        // The path of the SDK is not wrapped, so that it can be copied.
        for line in all where !line.hasSuffix("/Sources") {
            var track = CursorTrack(width: columns)
            track.write(String(line))
            #expect(track.rows == 0, "\(line)")
        }
    }

    @Test(arguments: [40, 120]) func `the banner in a window is wrapped between words`(_ columns: Int) throws {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-remote"],
            environment: HostProcess.environment.merging(["TERM": "dumb"]) { $1 }, size: (columns, 24))
        let banner = try terminal.read(until: "switchboard> ").split(separator: "\r\n").dropLast()
        #expect(banner.allSatisfy { $0.count <= columns } && banner.count == (columns == 40 ? 4 : 2), "\(banner)")
        #expect(banner.joined(separator: " ").contains("Messages"))
    }

    @Test func `the output in a pipe is not wrapped, even if COLUMNS is set`() throws {
        let environment = ["COLUMNS": "40"]
        let routes = try HostProcess.run("routes", environment: environment)
        #expect(routes.output == (try HostProcess.run("routes").output))
        #expect(routes.lines.contains { $0.count > 120 })
    }
}
