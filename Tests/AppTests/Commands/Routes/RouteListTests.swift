import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)), .tags(.isolated)) struct `The list of routes` {
    @Test func `the list of routes has rewrites with their use, and interceptors with absent references`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let host = try HostProcess.run(
                "--modules", folder.path, input: "app://probe/before/anyone\nroutes Probe\nroutes Account\n")
            #expect(host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.contains("REWRITE            TO          DEPRECATED FROM  USED  MODULE"))
            #expect(host.lines.contains("/probe/before/:to  /probe/:to  2026-01-01       1     Probe"))
            #expect(host.lines.contains("Account.session  routes labelled needs-login"))
            #expect(
                host.lines.contains(
                    "Probe.idle is ordered by Account.sesion, which is absent; did you mean Account.session?"))
            #expect(
                host.lines.contains(
                    "Probe.idle is ordered by Audit.log, which is absent; it takes effect once its module is there"))
            #expect(
                host.errorLines == [
                    "switchboard: app://probe/before/anyone is deprecated from 2026-01-01 by Probe's rewrite "
                        + "/probe/before/:to, and the shell asked for it; ask for app://probe/anyone"
                ])
        }
    }

    @Test func `the list of routes has labels and summaries, and teams on request, also in Markdown`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let arguments = ["--modules", folder.path, "routes"]
            let text = try run(arguments + ["--label", "account.centre", "Probe", "Rent"])
            #expect(
                text.lines == [
                    "VERB  PATTERN        ACCESS  MODULE  LABELS                         SUMMARY",
                    #"open  /probe/anyone  public  Probe   account.centre "Look around"   A page | for anyone"#,
                    #"open  /rent/list     public  Rent    account.centre "Homes to let""#,
                ])
            let markdown = try run(arguments + ["--markdown", "--label", "account.centre", "Probe"])
            #expect(
                markdown.lines == [
                    "| Verb | Pattern | Access | Module | Labels | Summary |",
                    "| --- | --- | --- | --- | --- | --- |",
                    #"| open | `/probe/anyone` | public | Probe | account.centre "Look around" | A page \| for anyone "#
                        + #"|"#,
                ])
            let teams = try run(arguments + ["--label", "team", "Probe"])
            #expect(
                teams.lines.contains {
                    $0.hasSuffix(#"account.centre "Look around", team "lookers"  A page | for anyone"#)
                })
            let json = try run(arguments + ["--json", "--label", "summary"])
            #expect(json.output.contains(#"{"name":"summary","text":"A page | for anyone"}"#))
            #expect(try run(arguments + ["--label", "nothing"]).lines == ["none"])
            let guards = try run(arguments + ["--label", "needs-login"])
            #expect(guards.lines.last == "Account.session  routes labelled needs-login")
            for options in [["--markdown", "--swift"], ["--label", "x", "--swift"], ["--markdown", "--json"]] {
                #expect(try run(arguments + options).exitCode == 64)
            }
            let explained = try run(["--modules", folder.path, "resolve", "--explain", "app://probe/anyone"])
            #expect(
                explained.lines.dropFirst().prefix(4) == [
                    "/probe/anyone of Probe: taken", #"  labelled account.centre "Look around""#,
                    "  summary: A page | for anyone", "  team: lookers",
                ])
        }
    }

    @Test func `the schemas of the routes of the app and its plugins are complete`() throws {
        for folder in [BuildProducts.path(""), BuildProducts.path("../plugins")] {
            let list = try run(["--modules", folder, "routes", "--json", "--schema"])
            #expect(list.exitCode == 0, "\(list.errors)")
            #expect(list.output.contains(#""schema":"#) && !list.output.contains("x-incomplete"))
        }
        let kind = #""kind":{"enum":["text","image","voice","video"],"type":"string"}"#
        let session = #""properties":{"guest":{"#
        let app = try run(["routes", "--json", "--schema"]).output
        #expect(app.contains(kind) && app.contains(#""file":{"properties":{"#) && app.contains(session))
    }

    @Test func `routes --diff prints the changes since an earlier list`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let present = try run(["--modules", folder.path, "routes", "--json", "--schema"])
            try present.output.write(toFile: folder.path("routes.json"), atomically: true, encoding: .utf8)
            #expect(
                present.output.contains(
                    #""file":"Rent/RentModule.swift","input":"HomeReference","labels":[{"name":"team","#))
            #expect(present.output.contains(#""schema":{"parameters":{"properties":{"id":{"type":"integer"}}"#))
            let unchanged = try run(["--modules", folder.path, "routes", "--diff", folder.path("routes.json")])
            #expect(unchanged.lines == ["no changes"])
            #expect(unchanged.exitCode == 0)
            let without = try run(["routes", "--diff", folder.path("routes.json")])
            #expect(without.lines.contains("breaking  open /probe/anyone: it is gone"))
            #expect(without.exitCode == 1)
            #expect(try run(["routes", "--diff", folder.path("routes.json"), "Rent"]).lines == ["no changes"])
            #expect(try run(["routes", "--diff", folder.path("none.json")]).exitCode == 64)
        }
    }

    /// The second start reads the image that the first one wrote.
    @Test func `a plugin has an entry in the user centre before it is loaded, also at a start from the image`() throws {
        try StoreHome.with { home in
            let folder = home.folder.path("plugins")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder)
            for start in 1...2 {
                if start == 2 {
                    try Condition.wait(for: "an image") {
                        _ = try? home.run("--modules", folder, "modules")
                        return (try? home.cached(".start").isEmpty) == false
                    }
                }
                let host = try home.run(
                    "--modules", folder, "--no-remote", "-c", "app://account/centre", "modules", "5", "stack")
                #expect(host.lines.contains("  [5] Look around  app://probe/anyone"), "\(host.output)")
                #expect(host.lines.contains { $0.hasPrefix("Probe  ") && $0.contains("resolved") })
                #expect(host.lines.last?.contains("app://probe/anyone") == true)
                #expect(host.exitCode == 0, "\(host.errors)")
            }
        }
    }

    @Test func `an external caller sees only routes that it may open`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let arguments = ["--modules", folder.path, "--origin", "external"]
            let host = try run(arguments + ["routes"])
            #expect(host.lines.contains { $0.contains("/probe/anyone ") })
            #expect(!host.output.contains("modules"))
            #expect(!host.output.contains("internal"))
            #expect(!host.output.contains("REWRITE") && !host.output.contains("INTERCEPTOR"))
            let swift = try run(arguments + ["routes", "--swift", "Probe"])
            #expect(swift.output.contains("`/probe/anyone` (public)"))
            #expect(!swift.output.contains("(modules)"))
            for words in [["resolve"], ["resolve", "--explain"], ["open"]] {
                for route in ["modules", "private"] {
                    let refused = try run(arguments + words + ["app://probe/\(route)"])
                    #expect(refused.exitCode == 3)
                    #expect(refused.output.isEmpty)
                    #expect(refused.errors.contains("is refused: Probe's route /probe/\(route) is for"))
                }
            }
            let near = try run(arguments + ["--no-remote", "resolve", "--explain", "app://probe/modulez"])
            #expect(near.exitCode == 2)
            #expect(!near.output.contains("/probe/modules"))
            #expect(near.output.contains("near, but no match:"))
            let shell = try HostProcess.run(
                "--modules", folder.path, "resolve", "--explain", "app://probe/private")
            #expect(shell.exitCode == 3)
            #expect(shell.lines.first?.hasPrefix("refused: app://probe/private is refused: Probe's route") == true)
        }
    }

    private func run(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments,
            environment: HostProcess.environment)
    }
}
