import Foundation
import Glibc
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A library that a plugin needs from another folder` {
    /// How the plugin, or a library next to it, is linked with a library in a folder, the modes of files, and a part of
    /// the error. `FOLDER` stands for the folder, and `LIBRARY` for the library's path.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var flags: [String]
        var soname: String?
        var isBehindAnother = false
        /// Whether another library with the same name is next to the plugin.
        var hasNamesake = false
        var folder = "elsewhere"
        var modes: [String: Int] = [:]
        let says: String
    }

    private static let leads = "expected a folder of the plugin, the SDK, Swift or the system"

    static let rows: [Row] = [
        Row(testDescription: "a RUNPATH to another folder", flags: ["-Wl,-rpath,FOLDER"], says: leads),
        Row(
            testDescription: "a RUNPATH to a folder that others may write", flags: ["-Wl,-rpath,FOLDER"],
            modes: ["elsewhere": 0o777], says: leads),
        Row(
            testDescription: "an RPATH", flags: ["-Wl,-rpath,FOLDER", "-Wl,--disable-new-dtags"], says: leads),
        Row(testDescription: "a relative RUNPATH", flags: ["-Wl,-rpath,elsewhere"], says: leads),
        Row(testDescription: "an empty folder in a RUNPATH", flags: ["-Wl,-rpath,/usr/lib::/usr/lib"], says: leads),
        // The colon and the mark after it are one character of Swift.
        Row(
            testDescription: "a relative RUNPATH that begins with a combining mark",
            flags: ["-Wl,-rpath,/usr/lib/x:\u{301}/elsewhere"], says: leads),
        Row(testDescription: "a way out of its own folder", flags: ["-Wl,-rpath,$ORIGIN/../elsewhere"], says: leads),
        Row(testDescription: "a path in NEEDED", flags: [], soname: "LIBRARY", says: leads),
        Row(
            testDescription: "a relative path in NEEDED", flags: [], soname: "elsewhere/libMarking.so", says: leads),
        Row(
            testDescription: "a RUNPATH of a library beside it", flags: ["-Wl,-rpath,FOLDER"], isBehindAnother: true,
            says: leads),
        Row(
            testDescription: "a toolchain that others may write", flags: ["-Wl,-rpath,FOLDER"],
            folder: "lib/swift/linux", modes: ["lib/swift/linux": 0o777], says: "with mode 0777, which others may write"
        ),
        Row(
            testDescription: "a toolchain that is not there, where anybody may make it",
            flags: ["-Wl,-rpath,/tmp/no-such-toolchain/lib/swift/linux"],
            says: "which does not exist and which others may create"),
        Row(
            testDescription: "a library of a toolchain that others may write", flags: ["-Wl,-rpath,FOLDER"],
            folder: "lib/swift/linux", modes: ["lib/swift/linux/libMarking.so": 0o666],
            says: "with mode 0666, which others may write"),
        Row(
            testDescription: "a path in NEEDED with a namesake beside the plugin", flags: [], soname: "LIBRARY",
            hasNamesake: true, folder: "lib/swift/linux", modes: ["lib/swift/linux/libMarking.so": 0o666],
            says: "with mode 0666, which others may write"),
    ]

    @Test(arguments: rows) func `a needed library that breaks the rules for files is refused`(_ row: Row) throws {
        try TemporaryFolder.with { folder in
            let plugin = try build(row, in: folder)
            let problem = #expect(throws: PluginProblem.self) { try PluginBundle.read(plugin, host: nil) }
            #expect(problem?.description.contains(row.says) == true, "\(String(describing: problem))")
        }
    }

    @Test func `a needed library that breaks the rules for files is refused before its code runs`() throws {
        let row = Self.rows[1]
        try StoreHome.with { home in
            let plugin = try build(row, in: home.folder)
            let mark = home.folder.path("mark")
            for arguments in [["--modules", home.folder.path("plugins"), "modules"], ["module", "install", plugin]] {
                let host = try ChildProcess.run(
                    "/usr/bin/env", ["-C", home.folder.path, BuildProducts.path("switchboard")] + arguments,
                    environment: home.environment.merging(oldKernel()) { $1 })
                #expect((host.output + host.errors).contains(row.says), "\(host.output)\(host.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: mark))
            let check = try home.run("module", "check", plugin, environment: try oldKernel())
            #expect(check.exitCode == 3 && check.output.contains(row.says), "\(check.output)")
            #expect(!FileManager.default.fileExists(atPath: mark))
        }
    }

    /// An environment in which a library's code can create its mark, even in a process that scans it.
    private func oldKernel() throws -> [String: String] { ["LD_PRELOAD": try Samples.oldKernel(version: nil)] }

    static let accepted = [
        Row(
            testDescription: "a toolchain of the user's own", flags: ["-Wl,-rpath,FOLDER:$ORIGIN"],
            folder: "lib/swift/linux", says: ""),
        Row(
            testDescription: "beside a toolchain that is not there",
            flags: ["-Wl,-rpath,/opt/none/lib/swift/linux:$ORIGIN"],
            folder: "plugins", says: ""),
    ]

    @Test(arguments: accepted) func `a needed library is opened if no other user could have written it`(_ row: Row)
        throws
    {
        try StoreHome.with { home in
            let plugin = try build(row, in: home.folder)
            let check = try home.run("module", "check", plugin, environment: try oldKernel())
            #expect(check.output.contains("every symbol is bound"), "\(check.output)")
            #expect(FileManager.default.fileExists(atPath: home.folder.path("mark")))
        }
    }

    @Test func `a needed library is checked again before each load`() throws {
        try StoreHome.with { home in
            let folder = home.folder.path("lib/swift/linux")
            for path in [folder, home.folder.path("plugins")] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            try PluginCompiler.c("foreign.c", as: "libBrought.so", ["-DNUMBER=42"], in: folder)
            try PluginCompiler.swift(
                ["\(Checkout.path)/Tests/Fixtures/Plugins/Bringer.swift"], module: "Bringer", as: "libFirstBringer.so",
                ["-D", "FIRST", "-L", folder, "-lBrought", "-Xlinker", "-rpath=\(folder)"],
                in: home.folder.path("plugins"))
            let call = ["--modules", home.folder.path("plugins"), "call", "app://FirstBringer/number", "--no-remote"]
            try Condition.wait(for: "an image") {
                #expect((try? home.run(call))?.output == "42\n")
                return (try? home.cached(".start").isEmpty) == false
            }
            try #require(chmod(folder + "/libBrought.so", 0o666) == 0)
            let host = try home.run(call)
            #expect(host.exitCode != 0)
            #expect(host.errors.contains("libBrought.so with mode 0666"), "\(host.errors)")
        }
    }

    /// Builds the library and a plugin that needs it, and returns the plugin's path.
    private func build(_ row: Row, in folder: TemporaryFolder) throws -> String {
        let elsewhere = folder.path(row.folder)
        for path in [elsewhere, folder.path("plugins")] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let library = elsewhere + "/libMarking.so"
        let soname = row.soname.map { ["-Wl,-soname=\($0.replacing("LIBRARY", with: library))"] } ?? []
        let marking = ["-DMARKING", "-DMARK=\"\(folder.path("mark"))\""]
        try PluginCompiler.c("foreign.c", as: "libMarking.so", marking + soname, in: elsewhere)
        let link =
            ["-DNEEDING", "-L", elsewhere, "-lMarking"] + row.flags.map { $0.replacing("FOLDER", with: elsewhere) }
        let sdk = ["-DENTRY", "-Wl,--no-as-needed", "-L", BuildProducts.folder, "-lModuleKit"]
        let plugins = folder.path("plugins")
        if row.isBehindAnother {
            try PluginCompiler.c("foreign.c", as: "libMiddle.so", link, in: plugins)
            try PluginCompiler.c(
                "foreign.c", as: "libSilent.so", ["-DSILENT", "-L", plugins, "-lMiddle"] + sdk, in: plugins)
        } else {
            try PluginCompiler.c("foreign.c", as: "libSilent.so", link + sdk, in: plugins)
        }
        if row.hasNamesake { try PluginCompiler.c("foreign.c", as: "libMarking.so", ["-DNUMBER=1"], in: plugins) }
        for (name, mode) in row.modes { try #require(chmod(folder.path(name), mode_t(mode)) == 0) }
        return plugins + "/libSilent.so"
    }
}
