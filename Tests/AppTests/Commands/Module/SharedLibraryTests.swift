import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A library shared by two plugins` {
    @Test func `the installed build of a shared library is kept if the new plugin can use it`() throws {
        try with { home, build in
            let (first, second) = (try build("First", ["-DNUMBER=1"], true), try build("Second", ["-DNUMBER=2"], true))
            for library in [first, second] {
                let install = try home.run("module", "install", library)
                #expect(install.exitCode == 0, "\(install.errors)")
            }
            try expect(home, ["First": 1, "Second": 1])
            // The build of the library next to the plugin's source does not count as a change of the plugin.
            #expect(try home.run("module", "install", second).output.contains("is installed already"))
            #expect(try home.run("module", "info", "SecondBringer").output.contains("the source is the same"))
            #expect(try home.run("module", "trust", "SecondBringer").output.contains("is installed already"))
            #expect(try home.run("module", "verify").exitCode == 0)
        }
    }

    @Test func `a new plugin's build of a shared library replaces the installed one if it serves both`() throws {
        try with { home, build in
            let (first, newer) = (
                try build("First", ["-DNUMBER=1"], true), try build("Newer", ["-DNUMBER=2", "-DOTHER"], true)
            )
            for library in [first, newer] { #expect(try home.run("module", "install", library).exitCode == 0) }
            try expect(home, ["First": 2, "Newer": 2])
            #expect(try home.run("module", "info", "FirstBringer").output.contains("the source is the same"))
        }
    }

    @Test func `a plugin is refused with both hashes if neither build of a shared library serves both`() throws {
        try with { home, build in
            let first = try build("First", ["-DNUMBER=1"], true)
            let newer = try build("Newer", ["-DNUMBER=2", "-DOTHER_ONLY"], true)
            #expect(try home.run("module", "install", first).exitCode == 0)
            let before = try home.lock()
            let refused = try home.run("module", "install", newer)
            #expect(refused.exitCode == 3)
            let hashes = try [newer, first].map { try StoreHome.hash(Path.folder(of: $0) + "/libBrought.so") }
            for part in [
                "\(newer): ",
                "found libBrought.so with SHA-256 \(hashes[0]), which lacks brought_number, which FirstBringer needs",
                "FirstBringer's build is SHA-256 \(hashes[1]), which lacks brought_other, which \(newer) needs",
                "`switchboard module uninstall FirstBringer`",
            ] { #expect(refused.errors.contains(part), "\(refused.errors)") }
            #expect(try home.lock() == before)
            try expect(home, ["First": 1])
        }
    }

    @Test func `module trust keeps a shared library if the plugin's new build of it would not serve both`() throws {
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

    @Test func `a shared library is upgraded separately if the new build serves the installed plugins`() throws {
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
            // A plugin without the library uses the installed one.
            let second = try build("Second", ["-DNUMBER=4"], true)
            try FileManager.default.removeItem(atPath: bad)
            #expect(try home.run("module", "install", second).exitCode == 0)
            try expect(home, ["First": 2, "Second": 2])
            #expect(try home.run("module", "uninstall", "libBrought.so").output == "libBrought.so was removed\n")
            try expect(home, ["First": 2, "Second": 2])
        }
    }

    @Test func `a shared library is refused if an installed plugin does not load with it`() throws {
        try with { home, build in
            #expect(try home.run("module", "install", build("First", ["-DNUMBER=1"], true)).exitCode == 0)
            let bad = Path.folder(of: try build("Second", ["-DNUMBER=2", "-DSTUMBLING"], false)) + "/libBrought.so"
            let before = try home.lock()
            let refused = try home.run("module", "install", bad)
            #expect(refused.exitCode == 3)
            let words = "switchboard: \(bad) was not installed, because FirstBringer does not load with it"
            #expect(refused.errors.hasPrefix(words), "\(refused.errors)")
            #expect(try home.lock() == before)
        }
    }

    @Test func `the error of a refused plugin names a shared library by its source file, not by the store`() throws {
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

    @Test func `a shared library can be installed before any plugin needs it`() throws {
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

    /// Origins of two plugins with different builds of one library: the arguments of a host that prepares the store,
    /// and the options of the host that is to have both.
    static let roads: [(title: String, prepare: [String], start: [String])] = [
        ("two folders", [], ["--modules", "FIRST", "--modules", "OTHER"]),
        ("a folder beside the store", ["module", "install", "OTHER"], ["--modules", "FIRST"]),
        ("the store beside a folder", ["module", "install", "FIRST"], ["--modules", "OTHER"]),
        (
            "an installation beside a folder", ["--modules", "FIRST", "module", "install", "OTHER"],
            ["--modules", "FIRST"]
        ),
        ("two watched folders", [], ["-c", "watch FIRST", "-c", "watch OTHER"]),
        ("a watched folder beside a folder", [], ["--modules", "FIRST", "-c", "watch OTHER"]),
        ("a watched folder beside the store", ["module", "install", "FIRST"], ["-c", "watch OTHER"]),
    ]

    @Test(arguments: roads) func `a shared library serves both plugins, whatever their folders`(
        _ road: (title: String, prepare: [String], start: [String])
    ) throws {
        try with { home, build in
            let first = try build("First", ["-DNUMBER=1", "-DOTHER"], true)
            let other = try build("Newer", ["-DNUMBER=2", "-DOTHER"], true)
            let host = try run(road, home, first, other, ["app://FirstBringer/number", "app://NewerBringer/number"])
            #expect(host.errors.isEmpty && host.exitCode == 0, "\(host.errors)")
            #expect(host.lines.suffix(2) == ["1", "1"] || host.lines.suffix(2) == ["2", "2"], "\(host.output)")
        }
    }

    @Test(arguments: roads.prefix(4), [["First", "Newer"], ["Newer", "First"]])
    func `the build of a shared library that serves both plugins is used, whichever plugin is called first`(
        _ road: (title: String, prepare: [String], start: [String]), _ names: [String]
    ) throws {
        try with { home, build in
            let first = try build("First", ["-DNUMBER=1"], true)
            let other = try build("Newer", ["-DNUMBER=2", "-DOTHER"], true)
            let host = try run(road, home, first, other, names.map { "app://\($0)Bringer/number" })
            #expect(host.errors.isEmpty && host.exitCode == 0, "\(host.errors)")
            #expect(host.lines == ["2", "2"], "\(host.output)")
        }
    }

    @Test(arguments: roads)
    func `the hashes of both builds are reported if neither build of a shared library serves both plugins`(
        _ road: (title: String, prepare: [String], start: [String])
    ) throws {
        try with { home, build in
            let first = try build("First", ["-DNUMBER=1"], true)
            let newer = try build("Newer", ["-DNUMBER=2", "-DOTHER_ONLY"], true)
            let host = try run(
                road, home, first, newer, ["app://FirstBringer/number", "app://NewerBringer/number"], mayFail: true)
            let hashes = try [newer, first].map { try StoreHome.hash(Path.folder(of: $0) + "/libBrought.so") }
            for hash in hashes { #expect(host.errors.contains(hash), "\(host.errors)") }
            guard road.prepare.first == "--modules" else { return }
            #expect(host.exitCode == 3 && host.errorLines.count == 1, "\(host.errors)")
            #expect(host.errors.contains("NewerBringer would not run"), "\(host.errors)")
            // Nothing was installed, and a later command does not mention it.
            #expect(try home.run("--modules", Path.folder(of: first), "modules").errors.isEmpty)
            #expect(try home.lock().modules.isEmpty)
        }
    }

    @Test func `a shared library serves isolated plugins, and plugins of a host without a store`() throws {
        try with { home, build in
            let first = Path.folder(of: try build("First", ["-DNUMBER=1"], true))
            let newer = Path.folder(of: try build("Newer", ["-DNUMBER=2", "-DOTHER"], true))
            let folders = ["--modules", first, "--modules", newer]
            let calls = ["First", "Newer"].flatMap { ["-c", "call app://\($0)Bringer/number"] }
            let isolated = try home.run(folders + ["-c", "module isolate NewerBringer"] + calls)
            #expect(isolated.lines.suffix(2) == ["2", "2"], "\(isolated.errors)")
            let bare = try HostProcess.run(folders + calls, environment: ["XDG_DATA_HOME": "/dev/null"])
            #expect(bare.lines == ["2", "2"], "\(bare.errors)")
        }
    }

    @Test func `a module can be replaced while another plugin is already refused for its shared library`() throws {
        try with { home, build in
            let first = try build("First", ["-DNUMBER=1"], true)
            #expect(try home.run("module", "install", first).exitCode == 0)
            let newer = Path.folder(of: try build("Newer", ["-DNUMBER=2", "-DOTHER_ONLY"], true))
            for name in ["libBrought.so", "libNewerBringer.so"] {
                try home.copy(newer + "/" + name, to: "data/switchboard/modules/" + name)
            }
            let before = try home.run("call", "app://FirstBringer/number")
            #expect(before.errors.contains("NewerBringer was not loaded"), "\(before.errors)")
            _ = try build("First", ["-DNUMBER=3"], true)
            let install = try home.run("module", "install", first, "--replace", "FirstBringer")
            #expect(install.exitCode == 0 && install.errors.isEmpty, "\(install.errors)")
            try expect(home, ["First": 3])
        }
    }

    @Test func `a shared library without a plugin is refused if an installed module would not run with it`() throws {
        try with { home, build in
            #expect(try home.run("module", "install", build("First", ["-DNUMBER=1", "-DOTHER"], true)).exitCode == 0)
            let newer = ["--modules", Path.folder(of: try build("Newer", ["-DNUMBER=2", "-DOTHER_ONLY"], true))]
            let alone = Path.folder(of: try build("Second", ["-DNUMBER=3"], false)) + "/libBrought.so"
            let before = (try home.lock(), try home.entries())
            let refused = try home.run(newer + ["module", "install", alone])
            #expect(refused.exitCode == 3 && refused.output.isEmpty && refused.errorLines.count == 1)
            let words = "switchboard: \(alone) was not installed, because FirstBringer would not run: "
            #expect(refused.errors.hasPrefix(words), "\(refused.errors)")
            #expect(try home.lock() == before.0)
            #expect(try home.entries() == before.1)
            #expect(try home.run(newer + ["call", "app://FirstBringer/number"]).output == "1\n")
        }
    }

    @Test func `the library of a refused plugin does not replace the library of other plugins`() throws {
        try with { home, build in
            // The third plugin's build needs another library, of which the second plugin would find a file that others
            // may write.
            let (first, newer) = (home.folder.path("First"), home.folder.path("Newer"))
            let exposed = home.folder.path("lib/swift/linux")
            for folder in [first, newer, exposed] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try PluginCompiler.c("foreign.c", as: "libExtra.so", in: folder)
            }
            let mode = [FileAttributeKey.posixPermissions: 0o666]
            try FileManager.default.setAttributes(mode, ofItemAtPath: exposed + "/libExtra.so")
            try PluginCompiler.c("foreign.c", as: "libBrought.so", ["-DNUMBER=1"], in: first)
            let links = ["-L", first, "-lBrought", "-Xlinker", "--no-as-needed", "-lExtra"]
            try PluginCompiler.swift(
                [Checkout.path + "/Tests/Fixtures/Plugins/Bringer.swift"], module: "Bringer", as: "libFirstBringer.so",
                ["-D", "FIRST", "-Xlinker", "-rpath=$ORIGIN"] + links, in: first)
            let second = Path.folder(of: try build("Second", ["-DNUMBER=1"], true))
            let needs = ["-Wl,--no-as-needed", "-L", newer, "-lExtra", "-Wl,-rpath,$ORIGIN:\(exposed)"]
            _ = try build("Newer", ["-DNUMBER=2", "-DOTHER"] + needs, true)
            let calls = ["First", "Second"].flatMap { ["-c", "call app://\($0)Bringer/number"] }
            let host = try home.run([first, second, newer].flatMap { ["--modules", $0] } + calls)
            #expect(host.errors.contains("NewerBringer was not loaded"), "\(host.errors)")
            #expect(host.lines == ["1", "1"], "\(host.output)")
        }
    }

    /// Runs a host with both plugins from the origins in a row, and calls some URLs; returns the last host that ran.
    private func run(
        _ road: (title: String, prepare: [String], start: [String]), _ home: StoreHome, _ first: String,
        _ other: String,
        _ urls: [String], mayFail: Bool = false
    ) throws -> ChildProcess {
        func filled(_ words: [String]) -> [String] {
            words.map {
                $0.replacing("FIRST", with: Path.folder(of: first)).replacing("OTHER", with: Path.folder(of: other))
            }
        }
        if !road.prepare.isEmpty {
            let host = try home.run(filled(road.prepare))
            if mayFail, host.exitCode != 0 { return host }
            #expect(host.exitCode == 0 && host.errors.isEmpty, "\(host.errors)")
        }
        return try home.run(filled(road.start) + urls.flatMap { ["-c", "call \($0)"] })
    }

    /// Passes the body a function that builds a plugin and its library in a separate folder.
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
