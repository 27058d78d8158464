import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A library that two installed plugins share` {
    @Test func `a shared library stays the present one where that has all that the newcomer needs`() throws {
        try with { home, build in
            let (first, second) = (try build("First", ["-DNUMBER=1"], true), try build("Second", ["-DNUMBER=2"], true))
            for library in [first, second] {
                let install = try home.run("module", "install", library)
                #expect(install.exitCode == 0, "\(install.errors)")
            }
            try expect(home, ["First": 1, "Second": 1])
            // The file that it came from is no change of it.
            #expect(try home.run("module", "install", second).output.contains("is installed already"))
            #expect(try home.run("module", "info", "SecondBringer").output.contains("the source is the same"))
            #expect(try home.run("module", "trust", "SecondBringer").output.contains("is installed already"))
            #expect(try home.run("module", "verify").exitCode == 0)
        }
    }

    @Test func `a shared library becomes the newcomer's where that one has more, and all that is needed`() throws {
        try with { home, build in
            let (first, newer) = (
                try build("First", ["-DNUMBER=1"], true), try build("Newer", ["-DNUMBER=2", "-DOTHER"], true)
            )
            for library in [first, newer] { #expect(try home.run("module", "install", library).exitCode == 0) }
            try expect(home, ["First": 2, "Newer": 2])
            #expect(try home.run("module", "info", "FirstBringer").output.contains("the source is the same"))
        }
    }

    @Test func `a shared library is refused where neither build serves both plugins, with the hashes of both`() throws {
        try with { home, build in
            let first = try build("First", ["-DNUMBER=1"], true)
            let newer = try build("Newer", ["-DNUMBER=2", "-DOTHER_ONLY"], true)
            #expect(try home.run("module", "install", first).exitCode == 0)
            let before = try home.lock()
            let refused = try home.run("module", "install", newer)
            #expect(refused.exitCode == 3)
            let hashes = try [newer, first].map { try StoreHome.hash(Path.folder(of: $0) + "/libBrought.so") }
            for part in [
                "libBrought.so of \(newer) differs from the one that FirstBringer is installed with",
                "found SHA-256 \(hashes[0]), which lacks brought_number, which FirstBringer needs",
                "installed is SHA-256 \(hashes[1]), and that one lacks brought_other, which \(newer) needs",
                "`switchboard module uninstall FirstBringer`",
            ] { #expect(refused.errors.contains(part), "\(refused.errors)") }
            #expect(try home.lock() == before)
            try expect(home, ["First": 1])
        }
    }

    @Test func `a shared library is not broken by trust`() throws {
        try with { home, build in
            let (first, newer) = (
                try build("First", ["-DNUMBER=1"], true), try build("Newer", ["-DNUMBER=2", "-DOTHER"], true)
            )
            for library in [first, newer] { #expect(try home.run("module", "install", library).exitCode == 0) }
            _ = try build("Newer", ["-DNUMBER=3", "-DOTHER_ONLY"], true)
            let trust = try home.run("module", "trust", "NewerBringer")
            #expect(trust.exitCode == 0, "\(trust.errors)")
            try expect(home, ["First": 2, "Newer": 2])
        }
    }

    @Test func `a shared library is renewed by itself where the new build has all that is needed`() throws {
        try with { home, build in
            let first = try build("First", ["-DNUMBER=1"], true)
            #expect(try home.run("module", "install", first).exitCode == 0)
            let good = Path.folder(of: try build("Newer", ["-DNUMBER=2", "-DOTHER"], true)) + "/libBrought.so"
            let install = try home.run("module", "install", good)
            #expect(
                install.output
                    == "libBrought.so was installed from \(good) with SHA-256 \(try StoreHome.hash(good))\n",
                "\(install.errors)")
            try expect(home, ["First": 2])
            let bad = Path.folder(of: try build("Second", ["-DNUMBER=3", "-DOTHER_ONLY"], false)) + "/libBrought.so"
            let refused = try home.run("module", "install", bad)
            #expect(refused.exitCode == 3)
            #expect(
                refused.errors.contains("which lacks brought_number, which FirstBringer needs"), "\(refused.errors)")
            // A plugin that comes without it has it from here.
            let second = try build("Second", ["-DNUMBER=4"], true)
            try FileManager.default.removeItem(atPath: bad)
            #expect(try home.run("module", "install", second).exitCode == 0)
            try expect(home, ["First": 2, "Second": 2])
            #expect(try home.run("module", "uninstall", "libBrought.so").output == "libBrought.so was removed\n")
            try expect(home, ["First": 2, "Second": 2])
        }
    }

    @Test func `a shared library is named where an installed plugin does not load with it`() throws {
        try with { home, build in
            #expect(try home.run("module", "install", build("First", ["-DNUMBER=1"], true)).exitCode == 0)
            let bad = Path.folder(of: try build("Second", ["-DNUMBER=2", "-DSTUMBLING"], false)) + "/libBrought.so"
            let before = try home.lock()
            let refused = try home.run("module", "install", bad)
            #expect(refused.exitCode == 3)
            let words = "switchboard: \(bad) was not installed: FirstBringer, which would run with it, does not load"
            #expect(refused.errors.hasPrefix(words), "\(refused.errors)")
            #expect(try home.lock() == before)
        }
    }

    @Test func `a shared library is named by its source file where a newcomer cannot have it`() throws {
        try StoreHome.with { home in
            try home.folder.write("public protocol Book: Sendable {}\n", to: "Book.swift")
            let elsewhere = ["-Xlinker", "-rpath", "-Xlinker", "/elsewhere"]
            try PluginCompiler.swift(
                [home.folder.path("Book.swift")], module: "BookInterface", as: "libBookInterface.so", elsewhere,
                in: home.folder.path)
            let library = home.folder.path("libBookInterface.so")
            #expect(try home.run("module", "install", library).exitCode == 0)
            let folder = home.folder.path("plugin")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let libraries = ["-L", BuildProducts.folder, "-lModuleKit", "-L", home.folder.path, "-lBookInterface"]
            let flags = ["-DSILENT", "-Wl,--no-as-needed"] + libraries
            try PluginCompiler.c("foreign.c", as: "libSilent.so", flags, in: folder)
            let refused = try home.run("module", "install", folder + "/libSilent.so")
            #expect(refused.exitCode == 3)
            #expect(refused.errors.contains("\(library): "), "\(refused.errors)")
            #expect(!refused.errors.contains(home.store), "\(refused.errors)")
        }
    }

    @Test func `a shared library is installed by itself before any plugin needs it`() throws {
        try StoreHome.with { home in
            try home.folder.write("public protocol Book: Sendable { var title: String { get } }\n", to: "Book.swift")
            try PluginCompiler.swift(
                [home.folder.path("Book.swift")], module: "BookInterface", as: "libBookInterface.so",
                in: home.folder.path)
            let path = home.folder.path("libBookInterface.so")
            let install = try home.run("module", "install", path)
            #expect(install.exitCode == 0, "\(install.errors)")
            #expect(try home.entries() == [try StoreHome.hash(path)])
            #expect(try home.lock().libraries["libBookInterface.so"]?.source == path)
            #expect(try home.run("modules").errors.isEmpty)
        }
    }

    /// Gives the body what builds a plugin, in a folder of its own, with a build of the library.
    private func with(
        _ body: (StoreHome, (String, [String], Bool) throws -> String) throws -> Void
    ) throws {
        try StoreHome.with { home in
            try body(home) { name, flags, hasPlugin in
                let folder = home.folder.path(name)
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try PluginCompiler.c("foreign.c", as: "libBrought.so", flags, in: folder)
                if hasPlugin {
                    try PluginCompiler.swift(
                        "Bringer.swift", as: "lib\(name)Bringer.so", defining: name.uppercased(), linking: "Brought",
                        in: folder)
                }
                return "\(folder)/lib\(name)Bringer.so"
            }
        }
    }

    /// Asks each plugin for its library's number.
    private func expect(_ home: StoreHome, _ numbers: [String: Int]) throws {
        for (name, number) in numbers {
            let call = try home.run("call", "app://\(name)Bringer/number")
            #expect(call.output == "\(number)\n", "\(call.errors)")
        }
    }
}
