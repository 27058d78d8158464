import Foundation
import TestSupport
import Testing

@testable import PluginRuntime

/// The same script has the same effect, whether a module runs in the host's process or in its own.
@Suite(.ownThread, .timeLimit(.minutes(30))) struct `An isolated module` {
    /// Runs a script in a host with some fixtures, of which the named modules are isolated.
    private static func run(
        _ lines: [String], isolating modules: [String], _ fixtures: [String], in folder: TemporaryFolder
    ) throws -> ChildProcess {
        for fixture in fixtures {
            try PluginCompiler.swift("\(fixture).swift", as: "lib\(fixture).so", in: folder.path)
        }
        let data = folder.path("data-\(modules.joined())")
        try FileManager.default.createDirectory(atPath: data + "/switchboard", withIntermediateDirectories: true)
        let isolated = modules.map { #""\#($0)":{"megabytes":1024,"seconds":3600,"files":256}"# }
        try #"{"format_version":"1.0","disabled":[],"isolated":{\#(isolated.joined(separator: ","))}}"#
            .write(toFile: data + "/switchboard/modules.switches", atomically: true, encoding: .utf8)
        let options = lines.filter { $0.hasPrefix("--") }
        // No step depends on the time limit; a sanitizer makes a page of many rows slow.
        return try HostProcess.run(
            ["--deadline", "300"] + options + ["--no-remote", "--modules", folder.path],
            input: lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n") + "\n",
            environment: ["XDG_DATA_HOME": data])
    }

    /// The lines of standard error as a module in the host's process writes them, without their times.
    private static func plain(_ lines: [String]) -> [String] {
        lines.map { line in
            let line = line.replacing(#/^\d{4}-\d\d-\d\dT[0-9:.]+Z /#, with: "")
            return line.hasPrefix("Confined: ") ? String(line.dropFirst("Confined: ".count)) : line
        }
    }

    static let scripts: [(module: String, fixture: String, lines: [String])] = [
        (
            "Confined", "Confined",
            [
                #"call app://confined/ask --body '"hé"'"#, "call app://confined/rethrow?url=app://outside/fail",
                "call app://confined/rethrow?url=app://outside/needs/x",
                "call app://confined/rethrow?url=app://outside/needs/7",
                "call app://confined/rethrow?url=app://outside/secret",
                "call app://confined/rethrow?url=app://outside/page",
                "call app://confined/rethrow?url=app://nowhere/at/all",
                "call app://confined/rethrow?url=no", "call app://confined/rethrow?url=app://outside/number",
                "call app://confined/rethrow?url=app://confined/rethrow", "call app://confined/behalf",
                "call app://confined/origin",
            ]
        ),
        (
            "Confined", "Confined",
            [
                "--origin=external", "call app://confined/behalf", "call app://confined/origin", "app://confined/over",
            ]
        ),
        (
            "Confined", "Confined",
            [
                "call app://confined/sum", "call app://confined/can", #"call app://confined/publish --body '"good"'"#,
                #"call app://confined/publish --body '"bad"'"#, #"call app://outside/publish --body '"good"'"#,
                #"call app://outside/publish --body '"bad"'"#, "call app://confined/heard",
            ]
        ),
        (
            "Confined", "Confined",
            [
                "app://confined/open", "app://confined/counter", "1", "2", "call app://confined/count", "show",
                "app://confined/form", "1",
                "back", "back", "show",
            ]
        ),
        (
            "Confined", "Confined",
            ["refuse", "redirect", "answer", "change", "throw", "pass", "detour"].map { "app://outside/guarded/\($0)" }
        ),
        ("Confined", "Confined", ["app://outside/guarded/detour", "1", "show"]),
        (
            "Confined", "Confined",
            [
                "app://outside/seen/hidden", "app://outside/seen/else", "app://outside/seen/fail",
                "app://confined/over", "app://confined/secret", "app://confined/old/7", "app://confined/old/7",
                "app://confined/old/x", "app://confined/declined", "call app://confined/bytes --body [1,2,255]",
                "call app://confined/numbers", "routes", "interceptors",
            ]
        ),
        ("Confined", "Confined", ["call app://confined/later"]),
        ("Confined", "Confined", ["call app://outside/boxed", "call app://outside/refused"]),
        ("Confined", "Confined", ["call app://confined/storage", "call app://confined/storage"]),
        (
            "Confined", "Confined",
            ["call app://confined/redeclare", "app://outside/page", "app://outside/guarded/refuse"]
        ),
        (
            "Lively", "Lively",
            [
                "app://lively/lines", "1", #"call app://lively/set --body '["b"]'"#, "1", "back", "1", "back", "show",
                "app://lively/rows",
            ]
        ),
        (
            "Lively", "Lively",
            [
                "app://lively/lines", "app://lively/line/a", "module stop Lively", "back", "1", "module start Lively",
                "1",
            ]
        ),
        (
            "Gallery", "Gallery",
            [
                "routes", "call app://gallery/int/1/2/3.5/true", "call app://gallery/frame/3",
                "call app://gallery/frame/x",
                "call app://gallery/typed", "call app://gallery/curator/Lin", "call app://gallery/numbers/5",
                "call app://gallery/frames", "call app://gallery/self", "call app://gallery/context --body '[1,2]'",
                "call app://gallery/context", "app://gallery/pick/7?isGilt=true", "app://gallery/pick/x",
                "app://gallery/画廊", "call app://gallery/画廊/名",
            ]
        ),
        (
            "Vault", "Vault",
            [
                "app://vault/open/hush", "app://vault/old/hush", "app://vault/lost/hush", "app://vault/broken/hush",
                "app://vault/shy/hush", "call app://vault/number/hush", "app://vault/tabs",
            ]
        ),
        (
            "Scribe", "Scribe",
            [
                #"call app://scribe/write --body '{"text":"see app://rent/42","id":7}'"#, "call app://scribe/levels",
                "call app://scribe/long",
            ]
        ),
        (
            "Probe", "Probe",
            [
                "app://probe/help", "app://probe/help/me", "app://probe/throws", "app://probe/escape",
                "app://probe/present", "app://probe/dismiss", "app://probe/done", "app://probe/script",
                "app://probe/old", "app://probe/private", "app://probe/modules", "app://probe/links",
                "app://probe/before/links", "call app://probe/infinite", "call app://probe/itself",
                "call app://probe/nope", "app://probe/twice",
            ]
        ),
    ]

    @Test(arguments: scripts.indices)
    func `an isolated module behaves as in the host's process`(number: Int) throws {
        let script = Self.scripts[number]
        try TemporaryFolder.with { folder in
            let plain = try Self.run(script.lines, isolating: [], [script.fixture], in: folder)
            let isolated = try Self.run(script.lines, isolating: [script.module], [script.fixture], in: folder)
            #expect(isolated.output == plain.output)
            #expect(!isolated.output.contains("/outside/secret Secret"))
            #expect(isolated.exitCode == plain.exitCode)
            // The module's own output comes through a pipe, and may arrive later.
            #expect(Self.plain(isolated.errorLines).sorted() == Self.plain(plain.errorLines).sorted())
        }
    }

    @Test func `a module can be isolated in the session that installed it, before its code runs`() throws {
        try StoreHome.with { home in
            let host = try home.run(
                [], input: "module install \(try Samples.second.get())\nmodule isolate Sample\nmodule disable Nobody\n")
            #expect(host.output.contains("Sample runs in its own process from its next start on"))
            #expect(host.errors.contains("line 3: no module Nobody was found"))
            #expect(host.errors.contains("hosts load Sample from their next start on; leave this shell"))
            #expect(try home.run("modules").output.contains("resolved, isolated"))
        }
    }

    @Test func `module install --isolated installs and isolates a module`() throws {
        try StoreHome.with { home in
            let sample = try Samples.second.get()
            let alone = try home.run("module", "install", sample, "--network")
            #expect(alone.exitCode == 64 && alone.errors.contains("--isolated"), "\(alone)")
            let install = try home.run("module", "install", "--isolated", sample, "--network", "--env", "TERM")
            #expect(install.exitCode == 0 && install.errors.contains("Sample runs isolated; "), "\(install)")
            #expect(try home.run("modules").output.contains("resolved, isolated"))
            let info = try home.run("module", "info", "Sample").output
            #expect(info.contains("the network, the host's variables TERM"), "\(info)")
            #expect(try home.run("call", "app://sample/version").output == "2.0.0\n")
        }
    }

    @Test func `module disable applies only to its own host if the switches cannot be written`() throws {
        try StoreHome.with { home in
            let switches = home.data + "/switchboard/modules.switches"
            try home.run("module", "install", try Samples.first.get())
            let host = try Terminal(BuildProducts.path("switchboard"), ["--no-remote"], environment: home.environment)
            _ = try host.read(until: "switchboard> ")
            try FileManager.default.createDirectory(atPath: switches, withIntermediateDirectories: true)
            try host.type("module disable Sample\n")
            _ = try host.read(until: "until then Sample is stopped in this host only")
            try host.type("call app://sample/version\n")
            _ = try host.read(until: "Sample answers it, but it is disabled")
            try host.type("quit\n")
            #expect(try host.exitCode() == 0)
        }
    }

    @Test func `module isolate keeps limits that it does not name, and module info lists them`() throws {
        try StoreHome.with { home in
            #expect(
                try home.run("module", "isolate", "Rent", "--memory", "256").output.contains(
                    "has 256 MiB of memory, 256 MiB for each file, 3600 s of processor time, 256 open files, no "
                        + "network; "
                ))
            #expect(
                try home.run("module", "isolate", "Rent", "--cpu", "1").output.contains(
                    "has 256 MiB of memory, 256 MiB for each file, 1 s of processor time, 256 open files, no network; ")
            )
            let both = try home.run("module", "isolate", "Rent", "--off", "--files", "64")
            #expect(both.exitCode == 64 && both.errors.contains("--off and --files exclude each other"), "\(both)")
            let file = BuildProducts.path("libRent.so")
            let text = try home.run("module", "info", file)
            #expect(
                text.output.contains("its own process, which cannot start others, with 256 MiB of memory"), "\(text)")
            let object = try home.run("--json", "module", "info", file).output
            let limits = #"{"environment":[],"files":256,"megabytes":256,"network":false,"seconds":1}"#
            #expect(object.contains(#""limits":\#(limits)"#), "\(object)")
            try home.run("module", "isolate", "Rent", "--off")
            #expect(try !home.run("--json", "module", "info", file).output.contains("limits"))
        }
    }

    @Test func `an uninstalled module can be enabled, and its isolation can be turned off`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            try home.run("module", "isolate", "Sample")
            try home.run("module", "disable", "Sample")
            try home.run("module", "uninstall", "Sample")
            let host = try home.run("module", "isolate", "Sample", "--off")
            #expect(host.output == "Sample runs in the host's process from its next start on\n", "\(host)")
            #expect(try home.run("module", "enable", "Sample").output == "Sample is enabled\n")
            for words in [["isolate", "Sample", "--off"], ["enable", "Sample"], ["isolate", "Sample"]] {
                let host = try home.run(["module"] + words)
                #expect(host.exitCode == 1 && host.errors.contains("no module Sample was found"), "\(host)")
            }
        }
    }

    @Test func `a service of an isolated module, or for it, is an error with a remedy`() throws {
        try TemporaryFolder.with { folder in
            let lines = ["call app://confined/service", "call app://outside/service"]
            let host = try Self.run(lines, isolating: ["Confined"], ["Confined"], in: folder)
            #expect(host.errorLines.count { $0.contains("a Swift protocol or object cannot leave its process") } == 2)
            #expect(host.errors.contains("`module isolate Confined --off`"))
        }
    }

    @Test(arguments: ["Account", "Map", "Messages", "NewHome", "Rent", "SecondHand"])
    func `isolated in-tree modules print the same pages as in the host's process`(module: String) throws {
        let lines = [
            "app://rent/list", "app://rent/42", "app://newhome/list", "app://secondhand/list", "app://map",
            "app://messages/list", "app://account/home", "app://account/login", "back", "show", "routes",
            "interceptors",
        ]
        try TemporaryFolder.with { folder in
            let plain = try Self.run(lines, isolating: [], [], in: folder)
            let isolated = try Self.run(lines, isolating: [module], [], in: folder)
            #expect(isolated.output == plain.output)
            #expect(isolated.exitCode == plain.exitCode)
            #expect(Self.plain(isolated.errorLines) == Self.plain(plain.errorLines))
            #expect(plain.output.contains("Homes to let"))
        }
    }

    /// When Confined starts again: immediately, because other modules may need it without a request.
    private static let started = "now"

    @Test func `module isolate moves a module to its own process and back, and lists show it`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Confined.swift", as: "libConfined.so", in: folder.path)
            let run = { (lines: [String]) in
                try HostProcess.run(
                    "--no-remote", "--modules", folder.path, input: lines.joined(separator: "\n") + "\n",
                    environment: ["XDG_DATA_HOME": folder.path("data")])
            }
            let first = try run([
                "call app://confined/process", "module isolate Confined --memory 128", "call app://confined/process",
                "call app://confined/parent", "modules",
            ])
            #expect(first.exitCode == 0, "\(first.errors)")
            let numbers = first.lines.compactMap { Int($0) }
            // At first, the host's process answers; then, a process whose parent is the host.
            #expect(numbers.count == 3 && numbers[0] != numbers[1] && numbers[0] == numbers[2], "\(first.output)")
            #expect(first.lines.contains { $0.hasPrefix("Confined ") && $0.contains("active, isolated") })
            #expect(first.output.contains("was stopped, and runs in its own process \(Self.started)"))
            let second = try run([
                "call app://confined/parent", "module info Confined", "module isolate Confined --off",
                "call app://confined/process", "modules",
            ])
            #expect(second.exitCode == 0, "\(second.errors)")
            #expect(second.lines.contains { $0.hasPrefix("runs      isolated") }, "\(second.output)")
            let others = second.lines.compactMap { Int($0) }
            #expect(others.count == 2 && others[0] == others[1], "\(second.output)")
            #expect(second.output.contains("was stopped, and runs in the host's process \(Self.started)"))
            #expect(!second.lines.contains { $0.contains("active, isolated") })
        }
    }

}

@Suite(.ownThread, .timeLimit(.minutes(30))) struct `A host with an isolated module` {
    @Test func `neither processes nor damaged files remain after a host is killed at any time`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Confined.swift", as: "libConfined.so", in: folder.path)
            let data = folder.path("data/switchboard")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            try folder.write(
                #"{"format_version":"1.0","disabled":[],"isolated":{"Confined":{"megabytes":512,"seconds":60,"#
                    + #""files":64}}}"#,
                to: "data/switchboard/modules.switches")
            // Confined runs alone, and this test's hosts have their own cache.
            let own = ["XDG_DATA_HOME": folder.path("data"), "XDG_CACHE_HOME": folder.path("cache")]
            let environment = HostProcess.environment.merging(own) { $1 }
            let options = ["--only", "Confined", "--no-remote", "--modules", folder.path]
            // Its scan is not a part of the test.
            let first = try HostProcess.run(["modules"] + options, environment: own)
            #expect(first.lines.contains { $0.hasPrefix("Confined ") && $0.contains("resolved, isolated") })
            for round in 0..<Rounds.count(usual: 20) {
                let host = Process()
                host.executableURL = URL(filePath: BuildProducts.path("switchboard"))
                // The child waits, or it writes into its storage.
                host.arguments = ["call", "app://confined/\(round % 2 == 0 ? "block" : "storage")"] + options
                host.environment = environment
                host.standardOutput = FileHandle.nullDevice
                host.standardError = FileHandle.nullDevice
                try host.run()
                let process = host.processIdentifier
                // Before the child is there, while it starts, and while it works.
                if round % 4 == 2 {
                    try Condition.wait(for: "the child") { !ProcessTable.modules(of: process).isEmpty }
                } else {
                    usleep(UInt32(round % 40) * 10_000)
                }
                kill(process, SIGKILL)
                host.waitUntilExit()
                try Condition.wait(for: "the end of the child") { ProcessTable.modules(of: process).isEmpty }
                guard round % 10 == 9 else { continue }
                let next = try HostProcess.run(["call", "app://confined/storage"] + options, environment: own)
                #expect(next.exitCode == 0 && !next.errors.contains("switchboard:"), "\(next)")
            }
            let files = FileManager.default.subpaths(atPath: folder.path) ?? []
            #expect(!files.contains { $0.contains(".damaged-") }, "\(files)")
        }
    }
}
