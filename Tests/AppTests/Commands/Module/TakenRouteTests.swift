import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Two modules with one route` {
    @Test func `the module that was installed first has the contested route, whatever the hashes are`() throws {
        for samples in [[Samples.first, Samples.renamed], [Samples.renamed, Samples.first]] {
            try StoreHome.with { home in
                let names = try samples.map { try home.run("module", "install", home.place($0.get())).output }
                #expect(!names[0].isEmpty && names[1].isEmpty)
                let first = try #require(try home.lock().modules.first)
                // Both are installed, as an older host left them.
                try home.run("module", "disable", first.name)
                #expect(try home.run("module", "install", home.place(samples[1].get())).exitCode == 0)
                try FileManager.default.removeItem(atPath: home.data + "/switchboard/modules.switches")
                #expect(try home.runs() == first.name)
                #expect(try home.lock().inOrder.first?.name == first.name)
            }
        }
    }

    @Test func `a second module with the same route is refused with both owners, unless --replace is given`() throws {
        try StoreHome.with { home in
            let (sample, example) = (try Samples.first.get(), try home.place(Samples.renamed.get()))
            try home.run("module", "install", sample)
            let before = (try home.lock(), try home.entries())
            let refused = try home.run("module", "install", example)
            #expect(refused.exitCode == 3)
            #expect(refused.errorLines.count == 1)
            for part in [
                "Example's route /sample/version", "matches the same URLs as Sample's /sample/version",
                "`switchboard module install \(example) --replace Sample`",
            ] { #expect(refused.errors.contains(part), "\(refused.errors)") }
            #expect(try home.lock() == before.0)
            #expect(try home.entries() == before.1)

            let other = try home.run("module", "install", example, "--replace", "Nobody")
            #expect(other.exitCode == 1 && other.errors.contains("Nobody is not installed"))
            let replace = try home.run("module", "install", example, "--replace", "Sample")
            #expect(replace.exitCode == 0, "\(replace.errors)")
            #expect(try home.lock().modules.map(\.name) == ["Example"])
            #expect(try home.run("call", "app://sample/version").output == "1.0.0\n")
        }
    }

    @Test func `a disabled module cannot be enabled while another module with its route runs`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            try home.run("module", "disable", "Sample")
            let again = try home.run("module", "install", try Samples.first.get())
            #expect(again.errors.contains("Sample is disabled; `module enable Sample` runs it"), "\(again.errors)")
            try home.run("module", "install", home.place(Samples.renamed.get()))
            for (module, other) in [("Sample", "Example"), ("Example", "Sample")] {
                let refused = try home.run("module", "enable", module)
                #expect(refused.exitCode == 3)
                for part in [
                    "\(module) was not enabled", "Example's route /sample/version", "as Sample's /sample/version",
                    "`switchboard module disable \(other)`",
                ] { #expect(refused.errors.contains(part), "\(refused.errors)") }
                #expect(try home.runs() == other)
                try home.run("module", "disable", other)
                #expect(try home.run("module", "enable", module).exitCode == 0)
                #expect(try home.runs() == module)
            }
        }
    }

    @Test func `module trust refuses a renamed module that has a route of another module`() throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.stumbler.get(), to: "libSample.so")
            try home.run("module", "install", source)
            try home.run("module", "install", try Samples.first.get())
            try home.copy(try Samples.renamed.get(), to: "libSample.so")
            try home.folder.write("", to: "unused")
            // The file now has a module with another name, and with a route of a module that was installed later.
            let renamed = try home.run("module", "trust", "Stumbler")
            #expect(renamed.exitCode == 3)
            #expect(try home.runs() == "Sample")
        }
    }

    @Test func `an upgraded module keeps its place in the order, also if the lock file has no order`() throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "libSample.so")
            try home.run("module", "install", source)
            try home.run("module", "install", try Samples.stumbler.get())
            #expect(try home.lock().inOrder.map(\.name) == ["Sample", "Stumbler"])
            let text = try String(contentsOfFile: home.lockFile, encoding: .utf8)
            let old = text.split(separator: "\n").filter { !$0.contains("\"order\"") }.joined(separator: "\n")
            try old.write(toFile: home.lockFile, atomically: true, encoding: .utf8)
            let order = try home.lock().inOrder.map(\.name)
            for sample in [Samples.second, Samples.first] {
                try home.copy(try sample.get(), to: "libSample.so")
                #expect(try home.run("module", "trust", "Sample").exitCode == 0)
                #expect(try home.lock().inOrder.map(\.name) == order)
            }
        }
    }

    @Test func `module install --replace installs a newer version silently and an older one with a report`() throws {
        try StoreHome.with { home in
            let (old, new) = (try Samples.first.get(), try Samples.second.get())
            try home.run("module", "install", old)
            #expect(try home.run("module", "install", new, "--replace", "Sample").errors.isEmpty)
            #expect(try home.run("call", "app://sample/version").output == "2.0.0\n")
            let back = try home.run("module", "install", old, "--replace", "Sample")
            #expect(back.exitCode == 0)
            #expect(back.errors.contains("Sample 1.0.0 is older than 2.0.0, which it replaces"), "\(back.errors)")
        }
    }

    @Test func `module uninstall names the modules that require the removed module`() throws {
        try StoreHome.with { home in
            try PluginCompiler.swift("Broken.swift", as: "libBroken.so", in: home.folder.path)
            try PluginCompiler.swift(
                "Witness.swift", as: "libWitness.so", defining: "WITHOUT_CLASH", in: home.folder.path)
            let install = try home.run("module", "install", home.folder.path("libWitness.so"))
            #expect(install.exitCode == 0, "\(install.errors)")
            let gone = try home.run("module", "uninstall", "ZFirst")
            #expect(gone.exitCode == 0)
            #expect(
                gone.errors.contains("ASecond requires ZFirst [1.0.0,2.0.0), which is no longer installed"),
                "\(gone.errors)")
        }
    }

    /// Routes with which a module can never run, and a part of the error.
    static let hopeless = [
        (
            #"Open("/lone/:a") { _ in Page("") {} }; Open("/lone/:b") { _ in Page("") {} }"#,
            "matches the same URLs as Lone's /lone/:a"
        ),
        (#"Open("/lone/:") { _ in Page("") {} }"#, "Lone's route \"/lone/:\""),
    ]

    @Test(arguments: hopeless) func `a module whose own routes conflict or are invalid is not installed`(
        _ row: (routes: String, says: String)
    ) throws {
        try StoreHome.with { home in
            let source = """
                import ModuleKit
                struct Lone: Module {
                    static let info = ModuleInfo("Lone", "1.0", "Never runs")
                    init(context: ModuleContext) {}
                    var routes: [Route] { \(row.routes) }
                }
                @c(switchboard_v1_Lone)
                public func entry(_ host: HostPointer) -> CInt { Lone.export(to: host) }

                """
            try home.folder.write(source, to: "Lone.swift")
            try PluginCompiler.swift(
                [home.folder.path("Lone.swift")], module: "Lone", as: "libLone.so", in: home.folder.path)
            let refused = try home.run("module", "install", home.folder.path("libLone.so"))
            #expect(refused.exitCode == 3 && refused.output.isEmpty && refused.errorLines.count == 1)
            #expect(refused.errors.contains("libLone.so was not installed, because Lone would not run: "))
            #expect(refused.errors.contains(row.says), "\(refused.errors)")
            #expect(refused.errors.hasSuffix("and try again\n") && !refused.errors.contains("module start"))
            #expect(!FileManager.default.fileExists(atPath: home.lockFile))
            #expect(try home.entries().isEmpty)
        }
    }

    @Test func `module install of a folder installs all of its modules`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.first.get(), to: "built/libSample.so")
            let stumbler = try home.copy(try Samples.stumbler.get(), to: "built/libStumbler.so")
            try home.copy(BuildProducts.path("libModuleKit.so"), to: "built/libModuleKit.so")
            let many = try home.run("module", "install", home.folder.path("built"), "--replace", "Sample")
            #expect(many.exitCode == 64 && many.errors.contains(stumbler), "\(many.errors)")
            #expect(try home.run("module", "install", home.folder.path("built")).exitCode == 0)
            #expect(try home.lock().modules.map(\.name) == ["Sample", "Stumbler"])
        }
    }
}

extension StoreHome {
    /// A copy of a library at a separate path.
    fileprivate func place(_ library: String) throws -> String {
        try copy(library, to: Path.name(of: Path.folder(of: library)) + "/" + Path.name(of: library))
    }

    /// The module that has the route of the samples.
    fileprivate func runs() throws -> String? {
        let routes = try run("routes").lines
        return ["Sample", "Example"].first { name in
            routes.contains { $0.contains("/sample/version") && $0.contains(name) }
        }
    }
}
