import Foundation
import TestSupport
import Testing

@testable import Platform

/// The text `hush` is the value of a sensitive parameter wherever it occurs.
@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `A sensitive value` {
    /// Lines with the value, and lines that lead to a URL with it.
    static let lines = [
        "app://vault/open/hush", "open app://vault/open/hush --plan", "open app://vault/open/hush --trace",
        "app://vault/login?word=hush", "app://vault/old/hush", "app://vault/lost/hush", "app://vault/broken/hush",
        "app://vault/shy/hush", "call app://vault/open/hush", "call app://vault/number/hush",
        "call app://vault/call --body '{\"word\":\"hush\"}'", "call --body='{\"word\":\"hush\"}' app://vault/call",
        "call app://vault/call --body hush", "can-open app://vault/open/hush", "can-open app://vault/open/hush%zz",
        "resolve app://vault/open/hush", "resolve app://vault/old/hush --explain",
        "app://vault/tabs", "tab", "tab Vault", "tab",
        // Invalid commands.
        "open \"app://vault/open/hush", "open 'app://vault/open/hush \"x", "open app://vault/open/hush\\",
        "open --frob app://vault/open/hush", "open --frob=app://vault/open/hush", "open --url=app://vault/open/hush",
        "open app://vault/open/hush app://vault/open/hush", "app://vault/open/hush%zz", "app://vault/open/%ffhush",
        "open 'app://vault/open/hush hush'", "frob app://vault/open/hush", "open vault/open/hush",
        "app://vault/open/hush\(String(repeating: "x", count: 9_000))",
        "perform '{\"command\":\"popTo\",\"url\":\"app://vault/open/hush\"}'",
        "perform '{\"command\":\"tabs\",\"tabs\":[{\"name\":\"A\",\"url\":\"app://vault/open/hush\"}]}'",
        "open [app://vault/open/hush]", "open (app://vault/open/hush)", "open --url={app://vault/open/hush}",
        "stack", "history",
    ]

    /// Lines that change the module's state before, and whether the host restarts after them.
    static let states: [(before: [String], restarts: Bool)] = [
        ([], false), (["app://vault/login", "module stop Vault"], false), (["module stop Vault"], false),
        (["app://vault/login", "module disable Vault"], false), (["module disable Vault"], true),
    ]

    @Test(arguments: states, [[], ["--json"]])
    func `a sensitive value never reaches output, remotes or files`(
        _ state: (before: [String], restarts: Bool), _ format: [String]
    ) async throws {
        try await TemporaryFolder.with { folder in
            try HostProcess.putScans(into: folder.path("cache"))
            let library = try Samples.vault.get()
            try await HTTPServer.run(["/lookup": .answer(404)]) { server in
                let log = state.restarts ? [] : ["--log-file", folder.path("log")]
                func run(_ lines: [String]) throws -> ChildProcess {
                    try HostProcess.run(
                        format + [
                            "--modules", Path.folder(of: library), "--remote", server.url("/lookup"), "--restore",
                            "--trace-file", folder.path("traces"),
                        ] + log, input: lines.joined(separator: "\n") + "\n",
                        environment: [
                            "XDG_DATA_HOME": folder.path("data"), "XDG_STATE_HOME": folder.path("state"),
                            "XDG_CACHE_HOME": folder.path("cache"),
                        ])
                }
                let lines = ["trace on", "record \(folder.path("recording"))"] + Self.lines
                let first = try run(state.before + (state.restarts ? [] : lines))
                let host = state.restarts ? try run(lines) : first
                for text in [host.output, host.errors] + server.requests.map(\.target) { check(text, "") }
                #expect(host.errors.contains("***"))
                // The module's library contains the value in its code.
                let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                for name in names where !name.hasSuffix(".so") {
                    guard let content = FileManager.default.contents(atPath: folder.path(name)) else { continue }
                    check(String(decoding: content, as: UTF8.self), name)
                }
                let recording = try String(contentsOfFile: folder.path("recording"), encoding: .utf8)
                #expect(recording.contains("app://vault/open/***"))
            }
        }
    }

    /// Why the module does not run: what happens before the session, and the first lines of the session.
    static let ends: [(end: String, installed: Bool, before: [String])] = [
        ("crash", false, []), ("crash", true, []), ("expose", true, []), ("disable", true, []),
        ("", true, ["module uninstall Vault"]), ("", true, ["app://vault/login", "module uninstall Vault"]),
        ("fail", true, []), ("fail", false, []), ("watch", false, []),
    ]

    /// Lines that would go to the remote, and lines that print earlier lines.
    static let asked = [
        "app://vault/open/hush", "call app://vault/number/hush", "app://vault/old/hush",
        "can-open app://vault/shy/hush",
        "resolve app://vault/open/hush --explain", "open app://vault/open/hush --trace", "history",
    ]

    @Test(arguments: ends)
    func `a sensitive value stays masked if its module is in quarantine, refused or removed`(
        _ row: (end: String, installed: Bool, before: [String])
    ) async throws {
        try await TemporaryFolder.with { folder in
            let home = try StoreHome(folder: folder)
            let library = try home.copy(try Samples.vault.get(), to: "plugins/libVault.so")
            if row.installed { #expect(try home.run("module", "install", library).exitCode == 0) }
            let plugins = Path.folder(of: library)
            let modules = row.installed || row.end == "watch" ? [] : ["--modules", plugins]
            switch row.end {
            case "crash":
                let crash = try home.run(modules + ["open", "app://vault/login"], environment: ["VAULT": "crash"])
                #expect(crash.exitCode > 128)
            case "disable": try home.run("module", "disable", "Vault")
            case "expose":
                let names = FileManager.default.subpaths(atPath: home.store) ?? []
                let file = try #require(names.first { $0.hasSuffix(".so") })
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o666], ofItemAtPath: "\(home.store)/\(file)")
            default: break
            }
            try await HTTPServer.run(["/lookup": .answer(404)]) { server in
                let watch = row.end == "watch" ? ["watch \(plugins)"] : []
                let lines = row.before + watch + ["trace on", "record \(folder.path("recording"))"] + Self.asked
                let host = try home.run(
                    modules + ["--remote", server.url("/lookup"), "--trace-file", folder.path("traces")],
                    input: lines.joined(separator: "\n") + "\n",
                    environment: ["fail", "watch"].contains(row.end) ? ["VAULT": "fail"] : [:])
                for text in [host.output, host.errors] + server.requests.map(\.target) { check(text, row.end) }
                #expect(host.errors.contains("app://vault/open/***"), "\(host.errors)")
                let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                for name in names where !name.hasSuffix(".so") {
                    guard let content = FileManager.default.contents(atPath: folder.path(name)) else { continue }
                    check(String(decoding: content, as: UTF8.self), name)
                }
            }
        }
    }

    /// Mistyped lines, and the form in which they are recorded.
    static let mistyped: [(line: String, kept: String)] = [
        (#"call vault/call --body '{"word":"hush"}'"#, "call '***' --body '***'"),
        (#"call app://vault/cal --body '{"a":1,"word" : "hush"}'"#, "call app://vault/cal --body '***'"),
        ("open app://vault/lgoin?a=1&word=hush,hush&b=2", "open 'app://vault/lgoin?a=1&word=***&b=2'"),
        ("app://vault/lgoin#word=hush", "'app://vault/lgoin#word=***'"),
        ("app://vault/login?word[]=hush&word%5B%5D=hush", "'app://vault/login?word=***&word%5B%5D=***'"),
        ("open app://vault/lgoin?swords=1", "open app://vault/lgoin?swords=1"),
    ]

    @Test func `a sensitive value is masked in recorded lines, even if the URL is mistyped`() throws {
        try TemporaryFolder.with { folder in
            let lines = ["record \(folder.path("recording"))"] + Self.mistyped.map(\.line)
            _ = try HostProcess.run(
                ["--modules", Path.folder(of: try Samples.vault.get()), "--no-remote"],
                input: lines.joined(separator: "\n") + "\n")
            let recording = try String(contentsOfFile: folder.path("recording"), encoding: .utf8)
            let kept = recording.split(separator: "\n").compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["line"] as? String
            }
            #expect(kept == Self.mistyped.map(\.kept))
        }
    }

    private func check(_ text: String, _ name: String) {
        for line in text.split(separator: "\n") where line.contains("hush") {
            Issue.record("\(name) says \(line.prefix(300))")
        }
    }
}
