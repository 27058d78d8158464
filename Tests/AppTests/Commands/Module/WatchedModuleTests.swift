import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module of a watched folder` {
    @Test func `a stopped watched module stays stopped if its file changes, and later starts from that file`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            try shell.type("module stop Sample", until: "starts it again")
            try shell.move(try Samples.second.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(
                until: "Sample 2.0.0 was reloaded; it does not run, see `module why Sample`")
            try shell.type("module why Sample", until: "was stopped; `module start Sample` starts it")
            try shell.type("call app://sample/version", until: "Sample may answer it, but it was stopped")
            try shell.type("module start Sample", until: "Sample 2.0.0 runs")
            try shell.type("call app://sample/version", until: "2.0.0")
        }
    }

    @Test func `a watched module is removed if its file has a module of another name, which is loaded`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            try shell.move(try Samples.renamed.get(), to: drop + "/libSample.so")
            let told = try shell.terminal.read(until: "Example 1.0.0 was loaded, generation 1")
            #expect(told.contains("Sample 1.0.0 was removed"))
            try shell.type("resolve app://sample/version", until: "Example")
        }
    }

    @Test func `a watched module that is already installed from another file is reported and not loaded`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            let entry = try home.entries()
            try home.copy(try Samples.second.get(), to: "drop/libSample.so")
            try home.copy(try Samples.stumbler.get(), to: "drop/libStumbler.so")
            let host = try home.run(
                "-c", "watch \(home.folder.path("drop"))", "-c", "call app://sample/version", "-c", "module why Sample")
            #expect(host.errors.contains("Sample") && host.errors.contains("a module of that name was found first at "))
            #expect(host.errors.contains("`module uninstall Sample`"), "\(host.errors)")
            #expect(host.output.contains("Stumbler 1.0.0 was loaded"))
            #expect(host.lines.contains("1.0.0"), "\(host.output)")
            #expect(try home.entries().filter { $0 != "searched.json" } == entry)
        }
    }

    @Test func `a module that was installed from the watched file is reloaded, and its installation is kept`() throws {
        try StoreHome.with { home in
            let (first, second) = (try Samples.first.get(), try Samples.second.get())
            let file = try home.copy(first, to: "drop/libSample.so")
            try home.run("module", "install", file)
            let before = try home.lock()
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--no-remote"], environment: home.environment)
            let shell = ReloadHome(home: home, terminal: terminal, builds: try Builds(folder: home.folder))
            try shell.type("watch \(Path.folder(of: file))", until: "watching \(Path.folder(of: file))\r\n")
            for (library, version) in [(second, "2.0.0"), (first, "1.0.0"), (second, "2.0.0")] {
                try shell.move(library, to: file)
                _ = try terminal.read(until: "Sample \(version) was reloaded, generation ")
                try shell.type("call app://sample/version", until: version)
            }
            try shell.type("quit", until: "")
            #expect(try terminal.exitCode() == 0)
            #expect(try home.lock() == before)
            #expect(try home.run("call", "app://sample/version").output == "1.0.0\n")
        }
    }

    @Test func `a report about a watched module keeps the line that is being typed`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.type("watch", until: "switchboard> ")
            try shell.terminal.type("call app://sam")
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded, generation 1\r\n")
            // The text that was typed before is still there.
            try shell.type("ple/version", until: "1.0.0")
        }
    }

    @Test func `a watched module whose update failed runs without a fault after its file is restored`() throws {
        try ReloadHome.watching(environment: ["TURNOVER": "fail 2"]) { shell, folder in
            let drop = Builds(shell.builds, in: folder)
            try drop.put(version: 1, generation: 1)
            _ = try shell.terminal.read(until: "Turnover 1.0.0 was loaded")
            try drop.put(version: 2, generation: 2)
            _ = try shell.terminal.read(until: "Trouble()")
            try shell.type("module why Turnover", until: "its update was not applied")
            try drop.put(version: 1, generation: 1)
            try Condition.wait(for: "a module without a fault") {
                let why = try? shell.type("module why Turnover", until: "> ")
                return why?.contains("Turnover 1.0.0 runs") == true
            }
        }
    }

    @Test func `a watched module keeps its version if another module in its file fails to update`() throws {
        try ReloadHome.watching(environment: ["TURNOVER": "fail 2"]) { shell, drop in
            try shell.move(try Self.both(in: shell.home, "first", []), to: drop + "/libBoth.so")
            let told = try shell.terminal.read(until: "Turnover 1.0.0 was loaded")
            if !told.contains("Sample 1.0.0") { _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded") }
            try shell.move(try Self.both(in: shell.home, "second", ["-D", "SECOND"]), to: drop + "/libBoth.so")
            let failed = try shell.terminal.read(until: "Sample 1.0.0 was reloaded, generation 3")
            #expect(failed.contains("Trouble()"))
            try shell.type("call app://sample/version", until: "1.0.0")
            try shell.type("call app://turnover/7", until: "version: 1")
            try shell.type("module why Turnover", until: "its update was not applied")
        }
    }

    /// A library with two modules.
    private static func both(in home: StoreHome, _ name: String, _ flags: [String]) throws -> String {
        let folder = home.folder.path(name)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let sources = ["Sample", "Turnover"].map { "\(Checkout.path)/Tests/Fixtures/Plugins/\($0).swift" }
        try PluginCompiler.swift(sources, module: "Both", as: "libBoth.so", flags, in: folder)
        return folder + "/libBoth.so"
    }

    @Test func `an update of a watched module is refused if its library differs from the loaded build`() throws {
        try ReloadHome.watching { shell, drop in
            let built = shell.home.folder.path("built")
            try FileManager.default.createDirectory(atPath: built, withIntermediateDirectories: false)
            try PluginCompiler.c("foreign.c", as: "libBrought.so", ["-DNUMBER=1"], in: built)
            try PluginCompiler.swift(
                "Bringer.swift", as: "libFirstBringer.so", defining: "FIRST", linking: "Brought", in: built)
            for name in ["libBrought.so", "libFirstBringer.so"] {
                try shell.move(built + "/" + name, to: drop + "/" + name)
            }
            _ = try shell.terminal.read(until: "FirstBringer 1.0.0 was loaded")
            try PluginCompiler.c("foreign.c", as: "libBrought.so", ["-DNUMBER=2"], in: built)
            try shell.move(built + "/libBrought.so", to: drop + "/libBrought.so")
            _ = try shell.terminal.read(until: "found a libBrought.so that differs from the open")
            try shell.type("call app://FirstBringer/number", until: "1\r\n")
            try shell.type("module why FirstBringer", until: "its update was not applied")
        }
    }

    @Test func `a watched module is isolated if the record of isolated modules was damaged`() throws {
        try ReloadHome.watching { shell, drop in
            let path = shell.home.data + "/switchboard/modules.switches.damaged-1"
            try Data("damaged".utf8).write(to: URL(filePath: path))
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded, generation 1")
            try shell.type("modules", until: "active, isolated")
        }
    }

    @Test func `a watched module that crashed too often starts again only from a changed file`() throws {
        try ReloadHome.watching { shell, drop in
            let (built, file) = (try Samples.isolableCulprit.get() + "/libCulprit.so", drop + "/libCulprit.so")
            try shell.move(built, to: file)
            _ = try shell.terminal.read(until: "Culprit 1.0.0 was loaded")
            try shell.type("module isolate Culprit", until: "in its own process")
            try Condition.wait(for: "the last crash") {
                _ = try? shell.type("open app://culprit/trap", until: "> ")
                return (try? shell.type("module why Culprit", until: "> "))?.contains("3 times within") == true
            }
            try shell.move(built, to: file)
            _ = try shell.terminal.read(until: "Culprit 1.0.0 was reloaded; it does not run, see `module why Culprit`")
            try shell.type("module why Culprit", until: "3 times within 300 s")
            try Data("more".utf8).append(to: try shell.home.copy(built, to: "changed"))
            try shell.move(shell.home.folder.path("changed"), to: file)
            _ = try shell.terminal.read(until: "Culprit 1.0.0 was reloaded, generation")
            try shell.type("open app://culprit/alive", until: "Alive")
        }
    }

    @Test func `module why explains a refused watched module until its file is removed`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            try shell.move(try Samples.renamed.get(), to: drop + "/libExample.so")
            _ = try shell.terminal.read(until: "remove one of the modules")
            let why = try shell.type("module why Example", until: "Example's route /sample/version")
            #expect(why.contains("Example was not loaded"))
            try FileManager.default.removeItem(atPath: drop + "/libExample.so")
            try Condition.wait(for: "a name that is not known") {
                let why = try? shell.type("module why Example", until: "> ")
                return why?.contains("no module Example was found") == true
            }
        }
    }

    @Test func `a watched module is loaded after the library that it needs is added`() throws {
        try ReloadHome.watching { shell, drop in
            let built = shell.home.folder.path("built")
            try FileManager.default.createDirectory(atPath: built, withIntermediateDirectories: false)
            try PluginCompiler.c("foreign.c", as: "libBrought.so", ["-DNUMBER=42"], in: built)
            try PluginCompiler.swift(
                "Bringer.swift", as: "libFirstBringer.so", defining: "FIRST", linking: "Brought", in: built)
            try shell.move(built + "/libFirstBringer.so", to: drop + "/libFirstBringer.so")
            _ = try shell.terminal.read(until: "libBrought.so")
            try shell.move(built + "/libBrought.so", to: drop + "/libBrought.so")
            _ = try shell.terminal.read(until: "FirstBringer 1.0.0 was loaded")
            try shell.type("call app://FirstBringer/number", until: "42")
        }
    }

    @Test func `a stopped module of a watched folder can be started although another process changed the store`() throws
    {
        try StoreHome.with { home in
            let drop = home.folder.path("drop")
            try FileManager.default.createDirectory(atPath: drop, withIntermediateDirectories: false)
            // There is no store yet: the modules next to the host are not copied.
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["--no-remote"],
                environment: home.environment)
            let shell = ReloadHome(home: home, terminal: terminal, builds: try Builds(folder: home.folder))
            try shell.type("watch \(drop)", until: "watching \(drop)\r\n")
            #expect(!FileManager.default.fileExists(atPath: home.store))
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try terminal.read(until: "Sample 1.0.0 was loaded")
            try shell.type("module stop Sample", until: "starts it again")
            try home.run("module", "install", try Samples.second.get())
            try home.run("module", "uninstall", "Sample")
            #expect(try home.entries().contains(StoreHome.hash(try Samples.first.get())))
            try shell.type("module start Sample", until: "Sample 1.0.0 runs")
            try shell.type("quit", until: "")
            #expect(try terminal.exitCode() == 0)
        }
    }
}
