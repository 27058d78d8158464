import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A library bundled with a plugin` {
    @Test func `a bundled library is stored with its plugin, at an address that sha256sum can compute`() throws {
        try StoreHome.with { home in
            let plugins = try makeFolder(home, "plugins")
            try build("First", number: 42, in: plugins)
            try build("Second", number: 42, in: plugins)
            for name in ["First", "Second"] {
                let library = "\(plugins)/lib\(name)Bringer.so"
                #expect(try home.run("module", "install", library).exitCode == 0)
                let module = try #require(try home.lock()["\(name)Bringer"])
                #expect(try module.hash.text == StoreHome.hash(library))
                let folder = "\(home.store)/\(module.entry.address)"
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                        == ["libBrought.so", "lib\(name)Bringer.so"].sorted())
                // The address can be computed with the system's sha256sum.
                let list = try ChildProcess.run(
                    "/bin/sh", ["-c", "cd \(folder) && LC_ALL=C sha256sum * | sha256sum"],
                    environment: ["PATH": "/usr/bin:/bin"])
                #expect(list.output.hasPrefix(module.entry.address.text))
                #expect(try home.run("call", "app://\(name)Bringer/number").output == "42\n")
            }
            #expect(try home.run("module", "info", "FirstBringer").output.contains("brings    libBrought.so"))
        }
    }

    @Test func `a bundled library is found next to a plugin in a searched folder, and not taken for a plugin`() throws {
        try StoreHome.with { home in
            let plugins = try makeFolder(home, "plugins")
            try build("First", number: 42, in: plugins)
            for data in [["XDG_DATA_HOME": home.data], [:]] {
                let start = try HostProcess.run(
                    "--modules", plugins, "call", "app://FirstBringer/number", environment: data)
                #expect(start.output == "42\n")
                #expect(start.errors.isEmpty, "\(start.errors)")
            }
            // It belongs to the plugin's content: a changed library is a changed plugin.
            try PluginCompiler.c("foreign.c", as: "libBrought.so", ["-DNUMBER=43"], in: plugins)
            #expect(try home.run("--modules", plugins, "call", "app://FirstBringer/number").output == "43\n")
        }
    }

    @Test func `a plugin without its bundled library loads after the library is added`() throws {
        try StoreHome.with { home in
            let plugins = try makeFolder(home, "plugins")
            try build("First", number: 42, in: plugins)
            let library = plugins + "/libBrought.so"
            try FileManager.default.moveItem(atPath: library, toPath: library + ".later")
            let without = try home.run("--modules", plugins, "call", "app://FirstBringer/number")
            #expect(
                without.errors.contains("put libBrought.so next to it, or install it in a folder of the system"),
                "\(without.errors)")
            try FileManager.default.moveItem(atPath: library + ".later", toPath: library)
            let with = try home.run("--modules", plugins, "call", "app://FirstBringer/number")
            #expect(with.output == "42\n", "\(with.errors)")
        }
    }

    private func makeFolder(_ home: StoreHome, _ name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: home.folder.path(name), withIntermediateDirectories: false)
        return home.folder.path(name)
    }

    private func build(_ name: String, number: Int, in folder: String) throws {
        try PluginCompiler.c("foreign.c", as: "libBrought.so", ["-DNUMBER=\(number)"], in: folder)
        try PluginCompiler.swift(
            "Bringer.swift", as: "lib\(name)Bringer.so", defining: name.uppercased(), linking: "Brought", in: folder)
    }
}
