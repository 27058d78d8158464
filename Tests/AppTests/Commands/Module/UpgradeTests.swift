import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `An upgrade of an installed module` {
    /// The versions of the builds, and a part of the message about the second one.
    static let rows: [(old: String, new: String, says: String)] = [
        ("1.0.0", "2.0.0", "Sample 2.0.0 is newer than 1.0.0, which is installed from "),
        // sandboxie-plus/Sandboxie#3525
        ("2.0.0", "1.0.0", "Sample 1.0.0 is older than 2.0.0, which is installed from "),
        ("1.0.0", "1.0.0", "Sample 1.0.0 is another build of 1.0.0, which is installed from "),
    ]

    private static func library(_ version: String, in home: StoreHome, to name: String) throws -> String {
        try home.copy(try (version == "1.0.0" ? Samples.first : Samples.second).get(), to: name)
    }

    @Test(arguments: rows) func `an installation over another build is refused without a person, and --yes installs it`(
        _ row: (old: String, new: String, says: String)
    ) throws {
        try StoreHome.with { home in
            let isSame = row.old == row.new
            let old = isSame ? try Samples.isolated.get() : try Self.library(row.old, in: home, to: "old/libSample.so")
            try home.run("module", "install", old)
            let lock = try home.lock()
            let new = try Self.library(row.new, in: home, to: "libSample.so")
            let refused = try home.run("module", "install", new)
            #expect(refused.exitCode == 3 && refused.output.isEmpty)
            #expect(refused.errors.contains(row.says), "\(refused.errors)")
            #expect(refused.errors.contains("repeat the command with `--yes` to install it"))
            #expect(try home.lock() == lock)
            // getgauge/gauge#1026, anomalyco/opencode#22452, wasmCloud/wash#84
            let taken = try home.run("module", "install", new, "--yes")
            #expect(taken.exitCode == 0 && taken.errors.contains(row.says), "\(taken.errors)")
            #expect(taken.output.hasPrefix("Sample \(row.new) was installed from \(new)"), "\(taken.output)")
            #expect(try home.run("call", "app://sample/version").output == "\(row.new)\n")
            #expect(try home.run("module", "install", new).output.contains("is installed already"))
            // spinframework/spin#1612, swiftDialog/swiftDialog#382
            #expect(try home.entries().count == 1)
            #expect(try home.lock().modules.map(\.version) == [row.new])
        }
    }

    @Test func `an upgrade keeps the limits that the user set`() throws {
        try StoreHome.with { home in
            let old = try Self.library("1.0.0", in: home, to: "old/libSample.so")
            try home.run("module", "install", old)
            try home.run("module", "isolate", "Sample", "--memory", "128", "--cpu", "60")
            let new = try Self.library("2.0.0", in: home, to: "libSample.so")
            let host = try home.run("module", "install", "--isolated", new, "--yes")
            #expect(host.exitCode == 0, "\(host)")
            #expect(try home.run("module", "info", "Sample").output.contains("128 MiB of memory"))
            #expect(try home.run("module", "info", "Sample").output.contains("60 s of processor time"))
        }
    }

    @Test func `an upgrade of a disabled module runs after module enable in the same shell`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Self.library("1.0.0", in: home, to: "old/libSample.so"))
            let new = try Self.library("2.0.0", in: home, to: "libSample.so")
            let host = try home.run(
                "-c", "call app://sample/version", "-c", "module disable Sample", "-c", "module install --yes \(new)",
                "-c", "module enable Sample", "-c", "call app://sample/version")
            #expect(host.lines.first == "1.0.0" && host.lines.last == "2.0.0", "\(host)")
            #expect(host.errors.contains("Sample is disabled; `module enable Sample` runs it"), "\(host.errors)")
        }
    }

    private static let source = """
        import ModuleKit
        struct Units: Module {
            static let info = ModuleInfo("Units", "VERSION", "Converts units")MORE
            init(context: ModuleContext) {}
            var routes: [Route] { Call("/units/feet") { _ in 1 }; EXTRA }
            var interceptors: [Interceptor] { GUARD }
        }
        @c(switchboard_v1_Units)
        public func entry(_ host: HostPointer) -> CInt { Units.export(to: host) }

        """

    private static func units(_ texts: [String: String], in home: StoreHome) throws -> String {
        let text = ["VERSION", "MORE", "EXTRA", "GUARD"].reduce(source) { $0.replacing($1, with: texts[$1] ?? "") }
        try home.folder.write(text, to: "Units.swift")
        try PluginCompiler.swift(
            [home.folder.path("Units.swift")], module: "Units", as: "libUnits.so", in: home.folder.path)
        return home.folder.path("libUnits.so")
    }

    @Test func `an upgrade lists its new declarations and asks the person whether to install it`() throws {
        try StoreHome.with { home in
            let library = try Self.units(["VERSION": "0.1.0", "MORE": ".isolated()"], in: home)
            try home.run("module", "install", library)
            _ = try Self.units(
                [
                    "VERSION": "0.2.0", "MORE": #".requires("Rent", "1"..<"2").webServices("rates")"#,
                    "EXTRA": #"Open("/units/all", access: .modules) { _ in Page("") {} }"#,
                    "GUARD": #"Interceptor("units", on: "/rent/*rest") { _ in .pass }"#,
                ], in: home)
            let text = """
                Units 0.2.0 is newer than 0.1.0, which is installed from \(library); it also declares
                  code in the host's process, unless you isolate it
                  the interceptor units on /rent/*rest
                  a requirement of Rent [1.0.0,2.0.0)
                  the web service rates
                  open /units/all, access modules

                """
            let refused = try home.run("module", "install", library)
            #expect(refused.errors.hasPrefix(text), "\(refused.errors)")
            let json = try home.run("module", "install", library, "--json")
            #expect(json.errors.contains(#""upgrade":{"adds":["code in the host's process"#), "\(json.errors)")
            for (answer, exitCode, version) in [("n\n", 3, "0.1.0"), ("\u{3}", 130, "0.1.0"), ("y\n", 0, "0.2.0")] {
                let host = try Terminal(
                    BuildProducts.path("switchboard"), ["module", "install", library], environment: home.environment)
                #expect(try host.read(until: "Install this build? (y/n) ").contains("open /units/all, access modules"))
                try host.type(answer)
                #expect(try host.exitCode() == exitCode)
                #expect(try home.lock()["Units"]?.version == version)
            }
        }
    }

    @Test func `an upgrade is refused if the file changes while the person is asked`() throws {
        try StoreHome.with { home in
            let library = try Self.library("1.0.0", in: home, to: "libSample.so")
            try home.run("module", "install", library)
            _ = try Self.library("2.0.0", in: home, to: "libSample.so")
            let host = try Terminal(
                BuildProducts.path("switchboard"), ["module", "install", library], environment: home.environment)
            _ = try host.read(until: "(y/n) ")
            try home.copy(try Samples.isolated.get(), to: "libSample.so")
            try host.type("y\n")
            #expect(try host.exitCode() == 3)
            #expect(try home.run("call", "app://sample/version").output == "1.0.0\n")
        }
    }

    @Test func `a shell that still runs the old build reports an upgrade once`() throws {
        try StoreHome.with { home in
            let library = try Self.library("1.0.0", in: home, to: "libSample.so")
            try home.run("module", "install", library)
            let shell = try Terminal(
                BuildProducts.path("switchboard"), ["--no-remote", "--plain"], environment: home.environment)
            _ = try shell.read(until: "switchboard> ")
            func type(_ line: String, until text: String) throws -> String {
                try shell.type(line + "\n")
                return try shell.read(until: text)
            }
            _ = try type("call app://sample/version", until: "1.0.0\r\n")
            _ = try Self.library("2.0.0", in: home, to: "libSample.so")
            #expect(try home.run("module", "install", library, "--yes").exitCode == 0)
            let note = "this shell does not run Sample 2.0.0; `module reload Sample` runs it"
            _ = try type("call app://sample/version", until: note)
            #expect(try !type("call app://sample/version", until: "1.0.0\r\n").contains(note))
            _ = try type("module reload Sample", until: "generation 2")
            #expect(try !type("call app://sample/version", until: "2.0.0\r\n").contains(note))
        }
    }

    @Test func `the messages of an upgrade state whether the module runs isolated`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            let refused = try home.run("module", "install", "--isolated", try Samples.second.get())
            #expect(refused.exitCode == 3)
            #expect(
                refused.errors.contains(
                    "Sample 1.0.0 stays in the host's process until `module isolate Sample`"),
                "\(refused.errors)")
            try home.run("module", "isolate", "Sample")
            let isolated = try home.run("module", "install", "--isolated", try Samples.second.get())
            #expect(isolated.exitCode == 3 && !isolated.errors.contains("stays in the host"), "\(isolated.errors)")
            // A remedy without --isolated would let the module's code into the host's process.
            #expect(!isolated.errors.contains("`switchboard module install"), "\(isolated.errors)")
            try home.run("module", "disable", "Sample")
            let out = try home.run("module", "install", "--isolated", try Samples.second.get(), "--yes")
            #expect(out.errors.contains("once `module enable Sample` starts it, Sample runs isolated"), "\(out.errors)")
            try home.run("module", "enable", "Sample")
            try home.run("module", "install", try Samples.first.get(), "--yes")
            let taken = try home.run("module", "install", try Samples.second.get(), "--yes")
            #expect(taken.errors.contains("Sample runs isolated, as you once chose"), "\(taken.errors)")
            #expect(taken.errors.contains("it adds no declarations"), "\(taken.errors)")
        }
    }
}
