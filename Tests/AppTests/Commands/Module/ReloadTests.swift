import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(30))) struct `A reload` {
    static let rounds = Rounds.count(usual: 10)

    @Test func `a reload under the load of eight clients neither loses nor repeats a request`() throws {
        try ReloadHome.with { shell in
            try shell.type("call app://clients/start", until: "true")
            var atLastVersion = 0
            for round in 1...Self.rounds {
                try shell.builds.put(version: 1 + round % 2, generation: round)
                try shell.type("module reload Turnover", until: "runs as generation \(round + 1)")
                // Each generation answers before it is replaced.
                let version = 1 + round % 2
                let before = atLastVersion
                try Condition.wait(for: "an answer of generation \(round + 1)") {
                    let counts = try? shell.counts("call app://clients/count")
                    atLastVersion = (counts?.byVersion.values.reduce(0, +) ?? 0)
                    return atLastVersion > before && counts?.byVersion[version] != nil
                }
            }
            let counts = try shell.counts("call app://clients/stop")
            print(
                "\(Self.rounds) reloads: \(counts.asked) asked, \(counts.answered) answered, \(counts.failed) failed, "
                    + "\(counts.unseen) unseen, \(counts.doubled) doubled, by version \(counts.byVersion)")
            #expect(counts.failed == 0, "\(counts.firstError ?? "")")
            #expect(counts.answered == counts.asked && counts.asked > Self.rounds)
            #expect(counts.wrong == 0 && counts.unseen == 0 && counts.doubled == 0)
            #expect(counts.byVersion.keys.sorted() == [1, 2])
            let modules = try shell.type("modules", until: "until the host ends")
            #expect(
                modules.contains("Turnover runs generation \(Self.rounds + 1); \(Self.rounds) earlier stay in memory"))
        }
    }

    @Test func `a reload reports that the page is from an earlier build, and refresh draws it with the newest`() throws
    {
        try ReloadHome.with { shell in
            try shell.type("open app://account/centre", until: "switchboard> ")
            try shell.type("open app://turnover/page", until: "Version 1")
            try shell.type("module reload Turnover", until: "Turnover 1.0.0 is unchanged since generation 1")
            try shell.builds.put(version: 2, generation: 1)
            let note = "this page is from an earlier build of Turnover; `refresh` draws it again"
            let told = try shell.type("module reload Turnover", until: "runs as generation 2")
            #expect(told.contains(note), "\(told)")
            try shell.type("show", until: note)
            #expect(try !shell.type("r", until: "switchboard> ").contains(note))
            try shell.type("show", until: "Version 2")
            try shell.type("stack", until: "2  ")
            try shell.type("module reload Turnover", until: "Turnover 2.0.0 is unchanged since generation 2")
        }
    }

    @Test func `a single page of an earlier build is replaced by the newest build's when it is opened again`() throws {
        try ReloadHome.with { shell in
            try shell.type("open app://turnover/single", until: "Single 1")
            try shell.builds.put(version: 2, generation: 1)
            try shell.type("module reload Turnover", until: "runs as generation 2")
            try shell.type("open app://turnover/single", until: "Single 2")
            #expect(try shell.type("stack", until: "app://turnover/single").contains("1  Single 2"))
        }
    }

    @Test func `refresh redraws the page, or reports why it cannot`() throws {
        let lines = [
            "refresh", "app://rent/list", "app://rent/42", "refresh", "stack", "back", "module stop Rent", "r",
        ]
        let host = try HostProcess.run(["--no-remote"] + lines.flatMap { ["-c", $0] })
        #expect(host.errors.contains("no page is open"), "\(host.errors)")
        #expect(host.lines.count { $0 == "Studio above the bookshop" } == 2, "\(host.output)")
        #expect(host.lines.contains { $0.hasPrefix("2  Studio above the bookshop  app://rent/42") })
        #expect(!host.lines.contains { $0.hasPrefix("3  ") })
        #expect(host.errors.contains("Rent answers it, but it was stopped"), "\(host.errors)")
    }

    @Test func `a refreshed page still answers the module that waits for it`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Guide.swift", as: "libGuide.so", in: folder.path)
            let script = [
                "open app://guide/results", "refresh", #"perform '{"command":"dismiss","value":7}'"#,
            ]
            let host = try HostProcess.run(["--no-remote", "--modules", folder.path] + script.flatMap { ["-c", $0] })
            #expect(host.lines.count { $0 == "Guide login" } == 2, "\(host.output)")
            #expect(host.exitCode == 0 && host.lines.contains("Got 7"), "\(host.output) \(host.errors)")
        }
    }

    @Test func `a failed reload keeps the earlier generation in use and reports the reason`() throws {
        try ReloadHome.with(environment: ["TURNOVER": "fail 2"]) { shell in
            try shell.type("call app://turnover/7", until: "version: 1")
            try shell.builds.put(version: 2, generation: 1)
            let refusal = try shell.type("module reload Turnover", until: "Trouble()")
            #expect(refusal.contains("the update of Turnover was not applied: it failed to start"), "\(refusal)")
            try shell.type("call app://turnover/8", until: "version: 1")
            let why = try shell.type("module why Turnover", until: "to do")
            #expect(why.contains("Turnover runs as before; its update was not applied"))
            #expect(!why.contains("was not loaded"), "\(why)")
        }
    }

    @Test func `a reload is refused if it declares a route of a module that has not started yet`() throws {
        try StoreHome.with { home in
            let folder = home.folder.path("searched")
            try home.copy(try Samples.first.get(), to: "searched/libSample.so")
            let build = { (flag: String?, folder: String) in
                try PluginCompiler.swift(
                    "Scanned.swift", as: "libScanned.so", module: "Scanned", defining: flag, in: folder)
            }
            try build(nil, folder)
            try build("CLASH", home.folder.path)
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--modules", folder], environment: home.environment)
            _ = try terminal.read(until: "help.")
            guard rename(home.folder.path("libScanned.so"), folder + "/libScanned.so") == 0 else {
                throw SystemError("rename", code: errno)
            }
            try terminal.type("module reload Scanned\n")
            _ = try terminal.read(until: "Scanned's route /sample/version")
            try terminal.type("call app://sample/version\n")
            _ = try terminal.read(until: "1.0.0")
            try terminal.type("quit\n")
            #expect(try terminal.exitCode() == 0)
        }
    }

    @Test func `a reload of a file that is not a plugin any more keeps the earlier generation in use`() throws {
        try ReloadHome.with { shell in
            try shell.type("call app://turnover/7", until: "version: 1")
            try Data("no library".utf8).write(to: URL(filePath: "\(shell.builds.plugins)/libTurnover.so"))
            try shell.type("module reload Turnover", until: "expected a shared library")
            try shell.type("call app://turnover/8", until: "version: 1")
            let why = try shell.type("module why Turnover", until: "to do")
            #expect(why.contains("Turnover runs as before; its update was not applied"))
        }
    }

    @Test
    func `the earlier generation keeps its page, and stops when the page is left`()
        throws
    {
        try ReloadHome.with(environment: ["TURNOVER": "tell"]) { shell in
            try shell.type("open app://account/centre", until: "switchboard> ")
            try shell.type("open app://turnover/page", until: "none yet")
            try shell.builds.put(version: 2, generation: 1)
            try shell.type("module reload Turnover", until: "runs as generation 2")
            try shell.type("call app://turnover/7", until: "version: 2")
            try shell.type("modules", until: "until the host ends, 1 of them still in use")
            try shell.type("1", until: "switchboard> ")
            try shell.type("open app://turnover/page", until: "Version 2")
            let page = try shell.type("back", until: "version 1 was told true")
            #expect(page.contains("Version 1") && !page.contains("has stopped"))
            try shell.type("back", until: "Turnover 1 has stopped")
            try shell.type("modules", until: "until the host ends\r\n")
        }
    }

    @Test func `a reload of an installed module is refused until module trust`() throws {
        try StoreHome.with { home in
            let builds = try Builds(folder: home.folder)
            try builds.put(version: 1, generation: 0)
            try home.run("module", "install", "\(builds.plugins)/libTurnover.so")
            #expect(try !home.run("module", "why", "Turnover").output.contains("its source"))
            try builds.put(version: 2, generation: 1)
            let why = try home.run("module", "why", "Turnover").output
            #expect(why.contains("has changed since it was installed") && why.contains("module install "))
            let host = try home.run(
                "-c", "module start Turnover", "-c", "module reload Turnover", "-c", "module why Turnover", "-c",
                "module trust Turnover", "-c", "module reload Turnover")
            #expect(host.errors.contains("expected") && host.errors.contains("module trust Turnover"))
            #expect(host.output.contains("Turnover runs as before; its update was not applied"), "\(host.output)")
            let note = "this shell does not run Turnover 2.0.0; `module reload Turnover` runs it"
            #expect(host.errors.contains(note), "\(host.errors)")
            #expect(host.lines.last == "Turnover 2.0.0 runs as generation 2", "\(host.output)")
        }
    }
}
