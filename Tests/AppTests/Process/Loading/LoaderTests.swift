import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The loader` {
    /// Invalid libraries, and parts of the report.
    static let refusedFiles: [(flag: String, library: String, needsSDK: Bool, says: [String])] = [
        ("FUTURE", "libFuture.so", true, ["contract  found v2, this host speaks v1"]),
        ("OWN_SDK", "libOwnSDK.so", true, ["found its own copy (2 types)"]),
        ("NOTHING", "libNothing.so", true, ["found a library without a module that no plugin next to it needs"]),
        ("SILENT", "libSilent.so", false, ["libModuleKit.so"]),
        ("UNDEFINED", "libUndefined.so", true, ["a_function_that_no_sdk_has"]),
        ("SILENT", "libSilent.so", true, ["returned success but no module"]),
        ("STRANGE", "libStrange.so", true, ["returned 42, expected 0 to 4"]),
    ]

    @Test(arguments: refusedFiles) func `the loader refuses an invalid library and goes on`(
        _ row: (flag: String, library: String, needsSDK: Bool, says: [String])
    ) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.c(defining: row.flag, as: row.library, needsSDK: row.needsSDK, in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, "open", "app://rent/list")
            #expect(host.exitCode == 0)
            #expect(host.lines.first == "Homes to let")
            for part in row.says { #expect(host.errors.contains(part)) }
            #expect(host.errors.contains(folder.path(row.library)))
            #expect(host.errorLines.last?.hasPrefix("  to do") == true)
        }
    }

    static let refusedModules: [(module: String, state: String, says: String)] = [
        ("FailsToMake", "failed", "it failed to start: Trouble()"),
        ("OtherName", "quarantined", "found the module SomethingElse, expected OtherName"),
        ("NeedsAbsent", "failed", "Absent [1.0.0,2.0.0), which was not found"),
        ("NeedsNewer", "failed", "Fine [9.0.0,10.0.0), found version 1.0.0"),
        ("CycleA", "failed", "CycleA → CycleB → CycleA"),
        ("CycleB", "failed", "CycleA → CycleB → CycleA"),
        ("Clash", "failed", "matches the same URLs as Fine's /Fine"),
        ("BadPattern", "failed", "column 4"),
    ]

    @Test func `module why suggests how to break a cycle of required modules`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Broken.swift", as: "libBroken.so", in: folder.path)
            let why = try HostProcess.run("--modules", folder.path, "module", "why", "CycleA")
            #expect(why.output.contains("remove one requirement"))
            #expect(!why.output.contains("install"), "\(why.output)")
        }
    }

    /// Modules that fail only when a request needs them.
    static let failingModules: [(module: String, says: String)] = [
        ("FailsToStart", "it failed to start: Trouble()"),
        ("NeedsFailed", "requires FailsToStart [1.0.0,2.0.0), which does not run"),
    ]

    @Test func `the loader reports each faulty module of a library, and resolves the others`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Broken.swift", as: "libBroken.so", in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, "--json", "modules")
            let modules = try JSONDecoder().decode(ModuleList.self, from: Data(host.output.utf8)).modules
            let states = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
            for row in Self.refusedModules {
                let module = try #require(states[row.module])
                #expect(module.state == row.state)
                let text = module.problem?.parts.map(\.text).joined() ?? ""
                #expect(text.contains(row.says), "\(row.module): \(text)")
            }
            for name in ["Fine", "ANeedsFine", "FailsToStart", "NeedsFailed"] + Checkout.modules {
                #expect(states[name]?.state == "resolved")
            }
            #expect(states["Fine"]?.requires == [])
            #expect(states["ANeedsFine"]?.requires == ["Fine 1.0.0 up to, not including, 2.0.0"])
            for row in Self.failingModules {
                let open = try HostProcess.run("--modules", folder.path, "open", "app://\(row.module)")
                #expect(open.errorLines.last?.contains("needs \(row.module), which does not run: \(row.says)") == true)
                #expect([1, 3].contains(open.exitCode))
            }
            let open = try HostProcess.run("--modules", folder.path, "open", "app://clash", "--no-remote")
            #expect(open.exitCode == 2)
        }
    }

    @Test func `the loader refuses the second of two libraries with the same protocol, and names the first`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Shared.swift", as: "libFirstShared.so", defining: "FIRST", in: folder.path)
            try PluginCompiler.swift("Shared.swift", as: "libSecondShared.so", in: folder.path)
            let host = try HostProcess.run("--modules", folder.path, "modules")
            #expect(host.output.contains("SecondShared was not loaded"))
            #expect(host.output.contains("which \(folder.path("libFirstShared.so")) also has"))
            #expect(host.lines.contains { $0.hasPrefix("FirstShared") && $0.contains("resolved") })
        }
    }

    @Test func `the loader takes the module of the folder that is searched first`() throws {
        try TemporaryFolder.with { folder in
            let copy = folder.path("libRent.so")
            try FileManager.default.copyItem(atPath: BuildProducts.path("libRent.so"), toPath: copy)
            // An exact copy would not count as a second module.
            try Data("another build".utf8).append(to: copy)
            let host = try HostProcess.run("modules", environment: ["SWITCHBOARD_MODULE_PATH": folder.path])
            let rows = host.lines.filter { $0.hasPrefix("Rent") }
            #expect(rows.count == 2)
            #expect(rows.contains { $0.contains("resolved") && $0.contains(copy) })
            #expect(rows.contains { $0.contains("shadowed") })
            #expect(host.output.contains("a module of that name was found first at \(copy)"))
            #expect(host.errors.isEmpty)
        }
    }

    @Test func `a module that calls itself endlessly, or opens a script, gets an error`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: folder.path)
            let call = try HostProcess.run("--modules", folder.path, "call", "app://probe/itself")
            #expect(call.exitCode == 1)
            #expect(call.errors.contains("more than 32 nested requests"))
            let script = try HostProcess.run("--modules", folder.path, "open", "app://probe/script")
            #expect(script.exitCode == 3)
            #expect(script.output.isEmpty)
        }
    }

    // Perl/perl5#7755
    @Test(arguments: [8, 11, 16]) func `each error from the limit of open files suggests ulimit -n`(
        _ limit: Int
    ) throws {
        try TemporaryFolder.with { folder in
            let host = try ChildProcess.run(
                "/usr/bin/prlimit", ["--nofile=\(limit)", BuildProducts.path("switchboard"), "modules"],
                environment: HostProcess.environment.merging(["XDG_CACHE_HOME": folder.path]) { $1 })
            // An error has its remedy in the same line, or in the next one.
            let lines = host.errorLines + host.lines + [""]
            // The system's text of the error, or the host's own.
            let pairs = zip(lines, lines.dropFirst()).filter { $0.0.lowercased().contains("too many open files") }
            #expect(!pairs.isEmpty, "\(host)")
            #expect(pairs.allSatisfy { ($0.0 + $0.1).contains("allow more with `ulimit -n`") }, "\(host)")
        }
    }

    @Test func `describe-crash does not change a file that is not a journal`() throws {
        try TemporaryFolder.with { folder in
            for name in ["libRent.so", "libRent.session"] {
                let copy = folder.path(name)
                try FileManager.default.copyItem(atPath: BuildProducts.path("libRent.so"), toPath: copy)
                let before = try Data(contentsOf: URL(filePath: copy))
                #expect(try HostProcess.run("describe-crash", copy).exitCode == 1)
                #expect(try Data(contentsOf: URL(filePath: copy)) == before)
            }
        }
    }

    @Test func `the loader searches the user's data folder unless its path is relative`() throws {
        try TemporaryFolder.with { folder in
            let modules = folder.path("switchboard/modules")
            try FileManager.default.createDirectory(atPath: modules, withIntermediateDirectories: true)
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: modules)
            let host = try HostProcess.run("call", "app://probe/casts", environment: ["XDG_DATA_HOME": folder.path])
            #expect(host.errors.isEmpty)
            #expect(host.output == "page: true\nmodule: true\nerror: true\nvalue: true\n")
            let relative = try HostProcess.run(
                "can-open", "app://probe/done", "--no-remote", environment: ["XDG_DATA_HOME": "relative"])
            #expect(relative.output == "no\n")
        }
    }

    @Test func `the loader reports every library in a plugin folder that is not a plugin`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("hello", to: "libText.so")
            try folder.write("", to: "libEmpty.so")
            try FileManager.default.createDirectory(
                atPath: folder.path("libFolder.so"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("libLink.so"), withDestinationPath: BuildProducts.path("libRent.so"))
            try folder.write("not looked at", to: "README.md")
            let library = try Data(contentsOf: URL(filePath: BuildProducts.path("libRent.so")))
            try library.prefix(library.count / 2).write(to: URL(filePath: folder.path("libHalf.so")))
            let host = try HostProcess.run("--modules", folder.path, "open", "app://rent/list")
            #expect(host.exitCode == 0)
            for name in ["libText.so", "libEmpty.so", "libFolder.so", "libLink.so", "libHalf.so"] {
                #expect(host.errors.contains("\(name) was not loaded"))
            }
            #expect(!host.errors.contains("README"))
        }
    }

    @Test func `the loader reports a file that it may not read`() throws {
        try TemporaryFolder.with { folder in
            let file = try folder.write("secret", to: "libSecret.so")
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
            // Root reads everything; a process without that capability does not.
            let capabilities = "-dac_override,-dac_read_search"
            let asUser = ["setpriv", "--bounding-set=\(capabilities)", "--inh-caps=\(capabilities)"]
            let prefix = geteuid() == 0 ? asUser : []
            let host = try ChildProcess.run(
                "/usr/bin/env",
                prefix + [BuildProducts.path("switchboard"), "--modules", folder.path, "open", "app://rent/list"],
                environment: HostProcess.environment)
            #expect(host.exitCode == 0)
            #expect(host.errors.contains("libSecret.so was not loaded"))
            #expect(host.errors.contains("Permission denied"))
        }
    }

    @Test func `the loader refuses a relative folder of the environment`() throws {
        let host = try HostProcess.run(
            "can-open", "app://rent/list", environment: ["SWITCHBOARD_MODULE_PATH": "plugins"])
        #expect(host.output == "yes\n")
        #expect(host.errors.contains("its path is relative"))
    }

    @Test func `the loader reports a folder of --modules that cannot be searched`() throws {
        let host = try HostProcess.run("--modules", "\(TemporaryFolder.absent)/modules", "open", "app://rent/list")
        #expect(host.exitCode == 0)
        #expect(host.errors.contains("\(TemporaryFolder.absent)/modules"))
        #expect(host.errors.contains("No such file or directory"))
    }

    @Test func `the loader ignores libraries without an entry point next to the executable`() throws {
        let host = try HostProcess.run("modules")
        #expect(host.exitCode == 0)
        #expect(host.errors.isEmpty)
        #expect(host.lines.dropFirst().map { $0.prefix { $0 != " " } } == Checkout.modules.map { $0[...] })
    }

    private struct ModuleList: Decodable {
        struct Entry: Decodable {
            struct Problem: Decodable {
                struct Part: Decodable { let text: String }
                let parts: [Part]
            }
            let name: String
            let state: String
            let requires: [String]?
            let problem: Problem?
        }
        let modules: [Entry]
    }
}
