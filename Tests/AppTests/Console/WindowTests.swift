import Foundation
import TestSupport
import Testing

@testable import App

/// What commands print at a terminal of some widths, as it was recorded in `Tests/Fixtures/Windows`. With
/// `SWITCHBOARD_TEST_RECORD` in the environment the files are written again, and the tests fail, so that a run that records is no
/// check.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The output in a window` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Windows").standardizedFileURL.path

    /// Lines of a script whose output is the same on all machines.
    private static let lines = [
        "version", "help", "help keys", "help routes", "modules", "routes Account Messages", "app://rent/list",
        "open app://rent/42 --plan", "stack", "history", "tab", "resolve app://rent/42 --explain",
        "match /rent/:id /rent/list --url app://rent/list", "call app://rent/search --body '{\"city\":\"Beijing\"}'",
        "call app://account/session", "can-open app://rent/list", "remote status", "module why Rent", "link status",
        "back", "app://nobody", "module why Nobody", "open",
    ]

    /// Lines whose output has times or paths, so that only its width is checked.
    private static let others = [
        "help --all", "routes", "app://rent/list", "stats", "config show", "doctor", "module info Rent",
        "call app://rent/annotations --trace", "module check nowhere.so", "watch nowhere", "record nowhere/file",
        "module verify", "perform back", "routes --label needs-login", "module disable Rent",
    ]

    /// Returns what lines print at a terminal.
    private static func output(of lines: [String], columns: Int) throws -> String {
        let environment = ["TERM": "dumb", "XDG_RUNTIME_DIR": "", "SWITCHBOARD_SERVICES": HostProcess.services]
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-remote"] + lines.flatMap { ["-c", $0] },
            environment: HostProcess.environment.merging(environment) { $1 }, size: (columns, 24))
        let output = try terminal.rest()
        _ = try terminal.exitCode()
        return output.replacing("\r\n", with: "\n")
    }

    @Test(arguments: [40, 80, 120]) func `the output in a window looks as it did before`(_ columns: Int) throws {
        // The folder of the build is another one on each machine.
        let text = try Self.output(of: Self.lines, columns: columns).replacing(#/\S*/debug/lib/#, with: "…/debug/lib")
        let file = "\(Self.folder)/\(columns).txt"
        if ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_RECORD"] != nil {
            try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            Issue.record("\(file) was written; look at it, and run the tests without SWITCHBOARD_TEST_RECORD")
        }
        #expect(text == (try String(contentsOfFile: file, encoding: .utf8)), "\(file)")
    }

    @Test(arguments: [20, 40, 80, 120]) func `the output in a window is nowhere wider than it`(_ columns: Int) throws {
        for line in try Self.output(of: Self.lines + Self.others, columns: columns).split(separator: "\n") {
            var track = CursorTrack(width: columns)
            track.write(String(line))
            #expect(track.rows == 0, "\(line)")
        }
    }

    @Test(arguments: [40, 120]) func `the banner in a window is broken between words`(_ columns: Int) throws {
        let terminal = try Terminal(
            BuildProducts.path("switchboard"), ["--no-remote"],
            environment: HostProcess.environment.merging(["TERM": "dumb"]) { $1 }, size: (columns, 24))
        let banner = try terminal.read(until: "switchboard> ").split(separator: "\r\n").dropLast()
        #expect(banner.allSatisfy { $0.count <= columns } && banner.count == (columns == 40 ? 4 : 2), "\(banner)")
        #expect(banner.joined(separator: " ").contains("Messages"))
    }

    @Test func `the output in a pipe does not know a window`() throws {
        let environment = ["COLUMNS": "40"]
        let routes = try HostProcess.run("routes", environment: environment)
        #expect(routes.output == (try HostProcess.run("routes").output))
        #expect(routes.lines.contains { $0.count > 120 })
    }
}
