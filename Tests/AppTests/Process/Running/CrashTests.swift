import Foundation
import TestSupport
import Testing

@testable import Platform

/// Real processes that crash in a module's code, their reports, and the reports of the next start.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module that crashes a session` {
    /// A URL whose route ends the process, the process's signal, and the route and the URL in the reports.
    static let crashes: [(url: String, signal: CInt, route: String, shown: String)] = [
        ("culprit/trap", SIGILL, "/culprit/:way", "culprit/trap"),
        ("culprit/later/trap", SIGILL, "/culprit/later/:way", "culprit/later/trap"),
        ("culprit/abort", SIGABRT, "/culprit/:way", "culprit/abort"),
        ("culprit/nothing", SIGSEGV, "/culprit/:way", "culprit/nothing"),
        ("culprit/recursion", SIGSEGV, "/culprit/:way", "culprit/recursion"),
        ("culprit/thread", SIGILL, "/culprit/:way", "culprit/thread"),
        // Bystander's handler waits for this one; the crashing thread ran Culprit's code.
        ("bystander/trap", SIGILL, "/culprit/:way", "culprit/trap"),
        ("culprit/secret/swordfish", SIGILL, "/culprit/secret/:word", "culprit/secret/***"),
    ]

    @Test(arguments: crashes)
    func `a crash is reported in its session and once at the next start, with module, route, URL and signal`(
        _ row: (url: String, signal: CInt, route: String, shown: String)
    ) throws {
        try StoreHome.with { home in
            let folder = try Samples.culprit.get()
            let crash = try home.run("--modules", folder, "open", "app://\(row.url)")
            #expect(crash.exitCode == 128 + row.signal)
            #expect(crash.errorLines.last == Self.sentence(of: "this session", row), "\(crash.errors)")
            #expect(!crash.errors.contains("swordfish"))
            #expect(try !home.journals().contains { $0.contains(Data("swordfish".utf8)) })
            let next = try home.run("--modules", folder, "open", "app://rent/list")
            #expect(next.exitCode == 0)
            #expect(next.errorLines == [Self.sentence(of: "the last session", row)])
            #expect(try home.run("--modules", folder, "open", "app://rent/list").errors.isEmpty)
        }
    }

    private static func sentence(
        of session: String, _ row: (url: String, signal: CInt, route: String, shown: String)
    ) -> String {
        "switchboard: Culprit's route \(row.route) crashed \(session) with \(SignalName.name(row.signal)) "
            + "while it answered app://\(row.shown); `module disable Culprit` keeps it out, `module isolate Culprit` "
            + "runs it in its own process, `--safe` starts without plugins"
    }

    @Test(arguments: ["trap", "abort", "recursion"])
    func `a crash is reported before and after the backtrace of the runtime`(way: String) throws {
        try StoreHome.with { home in
            let backtrace = "enable=yes,limit=2,threads=crashed,registers=none,images=none,color=no"
            let host = try home.run(
                "--modules", try Samples.culprit.get(), "open", "app://culprit/\(way)",
                environment: ["SWIFT_BACKTRACE": backtrace])
            let sentences = host.errorLines.indices.filter { host.errorLines[$0].contains("crashed this session") }
            let start = try #require(host.errorLines.firstIndex { $0.contains("Program crashed") }, "\(host.errors)")
            #expect(sentences.count == 2 && sentences[0] < start, "\(host.errors)")
            #expect(sentences.last == host.errorLines.count - 1)
        }
    }

    @Test(arguments: [
        ([], "switchboard: Culprit's route "), (["--json"], #"{"error":{"code":"crash","message":"Culprit's route "#),
    ])
    func `a crash without a backtrace is reported once, as text or JSON`(options: [String], says: String) throws {
        try StoreHome.with { home in
            let host = try home.run(
                options + ["--modules", try Samples.culprit.get(), "open", "app://culprit/abort"],
                environment: ["SWIFT_BACKTRACE": "enable=no"])
            #expect(host.errorLines.count == 1 && host.errors.hasPrefix(says), "\(host.errors)")
            #expect(host.output.isEmpty)
        }
    }

    @Test func `a session that is killed is not reported as a crash`() throws {
        try StoreHome.with { home in
            let folder = try Samples.culprit.get()
            #expect(try home.run("--modules", folder, "open", "app://culprit/die").exitCode == 128 + SIGKILL)
            #expect(try home.run("--modules", folder, "open", "app://rent/list").errors.isEmpty)
            #expect(try home.journals().isEmpty)
        }
    }

    // Bystander's handler waits for the second one; the thread that ended the process ran Culprit's code.
    @Test(arguments: ["culprit/exit", "bystander/exit", "culprit/later/exit"])
    func `a module that ends a session with exit is named immediately and at the next start`(_ path: String) throws {
        try StoreHome.with { home in
            let folder = try Samples.culprit.get()
            let host = try home.run("--modules", folder, "open", "app://\(path)")
            #expect(host.exitCode == 70)
            #expect(host.errors.contains("Culprit ended the process with exit(9)"), "\(host.errors)")
            let next = try home.run("--modules", folder, "open", "app://rent/list").errors
            #expect(next.contains("Culprit's route /culprit/"), "\(next)")
            #expect(next.contains(" ended the last session with exit(9) while it answered app://culprit/"), "\(next)")
            #expect(try home.run("--modules", folder, "open", "app://rent/list").errors.isEmpty)
        }
    }

    @Test func `a handler that blocks its thread is abandoned at the deadline, in commands and scripts`() throws {
        try StoreHome.with { home in
            // The deadline of the first request includes the start.
            let options = ["--deadline", "10", "--modules", try Samples.culprit.get()]
            let says = "no outcome of app://culprit/block within 10 s: Culprit's route /culprit/:way did not end"
            let command = try home.run(options + ["open", "app://culprit/block"])
            #expect(command.exitCode != 0 && command.errors.contains(says), "\(command)")
            let script = try home.run(options, input: "open app://culprit/block\nopen app://culprit/alive\n")
            #expect(script.errors.contains(says), "\(script)")
            #expect(script.output.contains("Alive"), "\(script)")
        }
    }

    @Test func `a crash without a stack names each handler that was running`() throws {
        try StoreHome.with { home in
            let folder = try Samples.culprit.get()
            let crash = try home.run("--modules", folder, "open", "app://bystander/kill")
            #expect(crash.exitCode == 128 + SIGSEGV && crash.errors.contains("the cause is unknown"))
            let next = try home.run("--json", "--modules", folder, "modules")
            #expect(next.errors.contains(#""code":"crash""#), "\(next.errors)")
            for part in [
                "Bystander's route /bystander/:way while it answered app://bystander/kill",
                "Culprit's route /culprit/:way while it answered app://culprit/kill",
                "the cause is unknown",
            ] {
                #expect(next.errors.contains(part), "\(next.errors)")
            }
        }
    }

    @Test func `a module that crashes three sessions within five minutes is quarantined`() throws {
        try StoreHome.with { home in
            let folder = try Samples.culprit.get()
            for number in 1...3 {
                #expect(try home.run("--modules", folder, "open", "app://culprit/trap").exitCode == 128 + SIGILL)
                let modules = try home.run("--modules", folder, "modules")
                #expect(modules.errors.contains("is in quarantine now") == (number == 3), "\(modules.errors)")
            }
            let open = try home.run("--modules", folder, "--no-remote", "open", "app://culprit/trap")
            #expect(open.exitCode == 2 && open.errors.contains("module why Culprit"), "\(open.errors)")
            let why = try home.run("--modules", folder, "module", "why", "Culprit")
            #expect(why.output.contains("Culprit crashed 3 sessions within 5 minutes"), "\(why.output)")
            #expect(try home.run("--modules", folder, "module", "start", "Culprit").exitCode == 0)
            #expect(try home.run("--modules", folder, "open", "app://culprit/nowhere").exitCode == 0)
            // Earlier crashes do not count again.
            #expect(try home.run("--modules", folder, "open", "app://culprit/trap").exitCode == 128 + SIGILL)
            #expect(try home.run("--modules", folder, "open", "app://culprit/nowhere").exitCode == 0)
        }
    }

    @Test(arguments: [false, true]) func `a module that crashes three sessions runs again once it is isolated`(
        isShell: Bool
    ) throws {
        try StoreHome.with { home in
            let options = ["--no-remote", "--modules", try Samples.isolableCulprit.get()]
            for _ in 1...3 { #expect(try home.run(options + ["open", "app://culprit/trap"]).exitCode > 128) }
            let isolate = isShell ? ["-c", "module isolate Culprit", "-c"] : ["module", "isolate", "Culprit"]
            let host = try home.run(options + isolate + (isShell ? ["open app://culprit/nowhere"] : []))
            #expect(host.errors.contains("is in quarantine now"), "\(host)")
            #expect(host.output.contains("Culprit 1.0.0 is no longer in quarantine, and runs in its own process"))
            #expect(host.exitCode == 0 && host.output.contains("Alive") == isShell, "\(host)")
            let next = try home.run(options + ["open", "app://culprit/nowhere"])
            #expect(next.exitCode == 0 && next.output.contains("Alive"), "\(next)")
        }
    }

    @Test func `the option --without leaves out a module that crashes every command`() throws {
        try StoreHome.with { home in
            let command = ["--modules", try Samples.culprit.get(), "open", "app://rent/list"]
            #expect(try home.run(command, environment: ["CULPRIT": "trap"]).exitCode > 128)
            let without = try home.run(["--without", "Culprit"] + command, environment: ["CULPRIT": "trap"])
            #expect(without.exitCode == 0, "\(without.errors)")
            #expect(try home.run("--without", "Nobody", "modules").errors.contains("no module Nobody was found"))
        }
    }
}

extension StoreHome {
    /// The contents of the journals of sessions.
    func journals() throws -> [Data] {
        let path = folder.path("cache/switchboard/modules/sessions")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return try names.map { try Data(contentsOf: URL(filePath: "\(path)/\($0)")) }
    }
}
