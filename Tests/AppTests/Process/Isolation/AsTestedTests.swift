import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module that is isolated as tested` {
    private static let contract =
        #"{"format_version":"1.1","module":"Confined","asks":{"call app://outside/number":{},"#
        + #""call app://outside/echo":{"labels":["no.such"]},"open app://outside/origin":{},"#
        + #""call app://outside/needs/7":{}},"published":{"confined.happened":{}},"labels":{"confined-later":{}}}"#

    /// Runs the body with a folder with the modules Confined and Outside, and a contract of Confined.
    private static func with(_ contract: String?, _ body: (_ run: (String...) throws -> ChildProcess) throws -> Void)
        throws
    {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Confined.swift", as: "libConfined.so", in: folder.path)
            try FileManager.default.createDirectory(
                atPath: folder.path("Contracts"), withIntermediateDirectories: false)
            if let contract { try folder.write(contract, to: "Contracts/Confined.json") }
            try body { (lines: String...) in
                try ChildProcess.run(
                    "/usr/bin/env",
                    [
                        "-C", folder.path, BuildProducts.path("switchboard"), "--no-remote", "--modules", folder.path,
                    ] + lines.flatMap { ["-c", $0] },
                    environment: HostProcess.environment.merging(["XDG_DATA_HOME": folder.path("data")]) { $1 })
            }
        }
    }

    /// A use of another module by Confined, and whether Confined's tests use the same route, event or label.
    static let uses: [(line: String, isTested: Bool)] = [
        ("call app://confined/rethrow?url=app://outside/needs/8", true),
        ("call app://confined/rethrow?url=app://outside/fail", false),
        ("call app://confined/rethrow?url=app://outside/secret", false),
        ("call app://confined/rethrow?url=app://nowhere/at/all", false),
        ("call app://confined/rethrow?url=/outside/fail", false),
        ("call app://confined/rethrow?url=app://outside%2Ffail", false),
        ("call app://confined/origin", false), ("app://confined/open", true), ("app://confined/around", false),
        (#"call app://confined/ask --body '"x"'"#, false), ("call app://confined/behalf", false),
        ("call app://confined/sum", false),
    ]

    @Test func `a module that is isolated as tested may use only what its tests used`() throws {
        try Self.with(Self.contract) { run in
            let isolated = try run("module isolate Confined --as-tested")
            #expect(
                isolated.output.contains("it may use 3 routes, 2 labels, 1 event of others, as tested"), "\(isolated)")
            for use in Self.uses {
                let host = try run(use.line)
                let isRefused = host.errors.contains("no test of Confined uses the ")
                #expect(isRefused != use.isTested, "\(use.line): \(host)")
                #expect(host.exitCode == 0 || !use.isTested || host.errors.contains("needs"), "\(use.line): \(host)")
            }
            let can = try run("call app://confined/can")
            // The page has the tested label; the routes of another label are not listed.
            #expect(can.lines == ["yes", "no", "yes"], "\(can)")
            #expect(can.errorLines.contains("Confined: started with false"), "\(can)")
            let event = try run(#"call app://confined/publish --body '"word"'"#)
            #expect(event.output.contains("confined.happened 1"), "\(event)")
        }
    }

    @Test func `with --report, an untested request is reported and answered`() throws {
        try Self.with(Self.contract) { run in
            _ = try run("module isolate Confined --as-tested --report")
            let host = try run("call app://confined/origin")
            #expect(host.exitCode == 0 && host.output.contains("Confined"), "\(host)")
            #expect(
                host.errors.contains(
                    #"no test of Confined uses the call app://outside/origin; to allow it, add "call "#
                        + #"app://outside/origin":{} "#
                        + "to the asks of its contract"), "\(host)")
        }
    }

    /// Chains of Rover's own routes, and the URLs at their ends; no test of Rover asks for anything.
    static let ways: [(way: String, target: String)] =
        ["redirect", "change", "detour"].flatMap { name in
            [
                ("call app://rover/call?to=app://rover/call/\(name)?to=", "app://account/logout"),
                ("call app://rover/open?to=app://rover/\(name)?to=", "app://rent/42"),
            ]
        } + [
            (
                "call app://rover/call?to=app://rover/call/redirect?to=app://rover/call/change?to=",
                "app://account/logout"
            ),
            ("call app://rover/open?to=app://rover/answer?to=", "app://rent/42"),
            ("call app://rover/page?to=app://rover/answer?to=", "app://rent/42"),
            ("call app://rover/open?to=app://rover/tabs?to=", "app://rent/42"),
            ("call app://rover/open?to=app://rover/detour?to=app://rover/answer?to=", "app://rent/42"),
        ]

    @Test func `a module's own routes and interceptors do not extend what it may use as tested`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Rover.swift", as: "libRover.so", in: folder.path)
            try FileManager.default.createDirectory(
                atPath: folder.path("Contracts"), withIntermediateDirectories: false)
            try folder.write(#"{"module":"Rover","asks":{}}"#, to: "Contracts/Rover.json")
            let run = { (lines: [String]) in
                try ChildProcess.run(
                    "/usr/bin/env",
                    ["-C", folder.path, BuildProducts.path("switchboard"), "--no-remote", "--modules", folder.path]
                        + lines.flatMap { ["-c", $0] },
                    environment: HostProcess.environment.merging(["XDG_DATA_HOME": folder.path("data")]) { $1 })
            }
            _ = try run(["module isolate Rover --as-tested"])
            for (way, target) in Self.ways {
                let line = Self.nested(way, target)
                let host = try run([line])
                #expect(host.errors.contains("no test of Rover uses the "), "\(line): \(host)")
            }
            // A person who opens such a route is led to its target.
            #expect(try run(["app://rover/answer?to=app://rent/42"]).output.contains("Studio"))
            _ = try run(["module isolate Rover --off"])
            #expect(try run([Self.nested(Self.ways[0].way, Self.ways[0].target)]).exitCode == 0)
        }
    }

    /// Returns a line with nested URLs, each a parameter of the URL before it.
    private static func nested(_ way: String, _ target: String) -> String {
        let parts = way.components(separatedBy: "?to=").dropLast()
        let inner = parts.dropFirst().reversed().reduce(target) { "\($1)?to=\(escaped($0))" }
        return "\(parts[0])?to=\(escaped(inner))"
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    @Test func `isolation as tested is refused without a contract, and changes nothing`() throws {
        try Self.with(nil) { run in
            let host = try run("module isolate Confined --as-tested")
            #expect(host.exitCode == 64 && host.errors.contains("no contract of Confined is in Contracts"), "\(host)")
            #expect(try !run("module info Confined").output.contains("isolated"))
            #expect(try run("module isolate Confined --report").exitCode == 64)
        }
    }
}
