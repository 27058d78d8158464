import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module that ends the host at its start` {
    private static let crash = ["STUMBLE": "start crash"]

    @Test func `a module that crashes the host at its start is quarantined, which later starts report`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.eagerStumbler.get())
            #expect(try home.run("open", "app://rent/list", environment: Self.crash).exitCode > 128)
            for _ in 0..<2 {
                let next = try home.run("open", "app://rent/list", environment: Self.crash)
                #expect(next.exitCode == 0 && next.lines.first == "Homes to let", "\(next.errors)")
                #expect(next.errors.contains("Stumbler was not loaded"), "\(next.errors)")
                #expect(next.errors.contains("an earlier host ended while it started Stumbler"), "\(next.errors)")
            }
            let why = try home.run("module", "why", "Stumbler")
            #expect(why.output.contains("Stumbler is quarantined"))
            #expect(why.output.contains("SHA-256  \(try StoreHome.hash(try Samples.eagerStumbler.get()))"))
            #expect(journals(home).isEmpty)
        }
    }

    @Test func `a module that crashes at its start can be listed, disabled and removed`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.eagerStumbler.get())
            for words in [
                ["modules"], ["module", "why", "Stumbler"], ["module", "info", "Stumbler"],
                ["module", "disable", "Stumbler"], ["module", "uninstall", "Stumbler"],
            ] {
                let host = try home.run(words, environment: Self.crash)
                #expect(host.exitCode == 0, "\(words): \(host.errors)")
            }
            // It was not started, so it has no record of a crash.
            #expect(try home.cached(".scan").count == 1 + Checkout.modules.count)
        }
    }

    @Test func `a module that crashes at its start can be disabled while it is in quarantine`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.eagerStumbler.get())
            try home.run("open", "app://rent/list", environment: Self.crash)
            let disable = try home.run("module", "disable", "Stumbler", environment: Self.crash)
            #expect(disable.exitCode == 0, "\(disable.errors)")
        }
    }

    @Test func `a quarantined module runs again after the user starts it without a crash`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so"))
            let open = ["--modules", folder, "open", "app://stumbler"]
            #expect(try home.run(open, environment: Self.crash).exitCode > 128)
            #expect(try home.run(open + ["--no-remote"]).exitCode == 2)
            let start = try home.run("--modules", folder, "module", "start", "Stumbler")
            #expect(start.exitCode == 0, "\(start.errors)")
            #expect(start.output.hasPrefix("Stumbler 1.0.0 runs"))
            #expect(try home.run(open).exitCode == 0)
        }
    }

    @Test func `an error, a crash at the stop, or an interrupted start does not quarantine a module`() throws {
        try StoreHome.with { home in
            let folder = Path.folder(of: try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so"))
            let open = ["--modules", folder, "open", "app://stumbler"]
            #expect(try home.run(open, environment: ["STUMBLE": "start"]).exitCode == 1)
            #expect(try home.run(open, environment: ["STUMBLE": "stop crash"]).exitCode > 128)
            let crashed = journals(home)
            let slow = try Terminal(
                BuildProducts.path("switchboard"), open,
                environment: home.environment.merging(["STUMBLE": "wait"]) { $1 })
            try Condition.wait(for: "a start that is on its way") { !journals(home, besides: crashed).isEmpty }
            let other = try home.run(open)
            #expect(other.exitCode == 0, "\(other.errors)")
            #expect(journals(home, besides: crashed).count == 1)
            try slow.type("\u{3}")
            _ = try slow.exitCode()
            #expect(try home.run(open).exitCode == 0)
        }
    }

    @Test func `a module that starts without a request is not installed if it ends the host`() throws {
        for (step, says) in [("start crash", "crashed with SIG"), ("stop crash", "crashed"), ("start exit", "code 9")] {
            try StoreHome.with { home in
                let install = try home.run("module", "install", try Samples.stumbler(at: step, isEager: true))
                #expect(install.exitCode == 3)
                #expect(install.errorLines.count == 1)
                #expect(install.errors.contains("was not installed: it starts without a request"))
                #expect(install.errors.contains(says), "\(install.errors)")
                #expect(try home.entries().isEmpty)
            }
        }
    }

    @Test func `a module is installed if its start throws, or if it crashes but only requests start it`() throws {
        for (isEager, step) in [(true, "start"), (false, "start crash")] {
            try StoreHome.with { home in
                let install = try home.run("module", "install", try Samples.stumbler(at: step, isEager: isEager))
                #expect(install.exitCode == 0, "\(install.errors)")
            }
        }
    }

    private func folder(_ home: StoreHome) -> String { home.folder.path("cache/switchboard/modules/sessions") }

    private func journals(_ home: StoreHome, besides others: [String] = []) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(home))) ?? []
        return names.filter { $0.hasSuffix(".session") && !others.contains($0) }
    }
}
