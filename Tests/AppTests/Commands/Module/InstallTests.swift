import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `An installed module` {
    @Test func `every command reports a lock file with a control character as damaged and does not print it`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            let text = try String(contentsOfFile: home.lockFile, encoding: .utf8)
                .replacing(#""version" : "1.0.0""#, with: #""version" : "1.0\u001b[2J""#)
            for words in [
                "module uninstall Sample", "module info Sample", "module verify", "module why Sample", "modules",
                "doctor",
            ] {
                try text.write(toFile: home.lockFile, atomically: true, encoding: .utf8)
                let host = try home.run(words.split(separator: " ").map(String.init))
                #expect(!(host.output + host.errors).contains("\u{1B}"), "\(words)")
                #expect(
                    host.errors.contains("modules.lock") && host.errors.contains("is damaged"),
                    "\(words): \(host.errors)")
            }
        }
    }

    @Test func `an installed module is stored under its hash, loaded from there, and removed by uninstall`() throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "libSample.so")
            let hash = try StoreHome.hash(source)
            let install = try home.run("module", "install", source)
            #expect(install.exitCode == 0)
            #expect(install.output == "Sample 1.0.0 was installed from \(source) with SHA-256 \(hash)\n")
            let module = try #require(try home.lock()["Sample"])
            #expect([module.version, module.hash.text, module.source] == ["1.0.0", hash, source])
            let copy = "\(home.store)/\(hash)/libSample.so"
            #expect(try StoreHome.hash(copy) == hash)
            let attributes = try FileManager.default.attributesOfItem(atPath: copy)
            #expect(attributes[.posixPermissions] as? Int == 0o444)
            // The source is not needed any more.
            try FileManager.default.removeItem(atPath: source)
            #expect(try home.run("call", "app://sample/version").output == "1.0.0\n")
            let row = try #require(try home.run("modules").lines.first { $0.hasPrefix("Sample") })
            #expect(row.contains(" resolved "))
            #expect(row.contains(" store "))
            #expect(row.hasSuffix(copy))

            #expect(try home.run("module", "uninstall", "Sample").output == "Sample 1.0.0 was removed\n")
            #expect(try home.lock().modules.isEmpty)
            #expect(try home.entries().isEmpty)
            #expect(try home.run("can-open", "app://sample/version", "--no-remote").output == "no\n")
        }
    }

    @Test(arguments: ["libSample.so", "Sample"])
    func `module info describes a module before its installation, by its file or by its name`(
        _ subject: String
    ) throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "libSample.so")
            let state = subject == "Sample" ? "found: --modules; not installed" : "not installed"
            let subject = subject == "Sample" ? subject : home.folder.path(subject)
            let info = try home.run("--modules", home.folder.path, "module", "info", subject)
            #expect(info.exitCode == 0, "\(info.errors)")
            #expect(
                info.lines.prefix(5) == [
                    "module    Sample 1.0.0", "source    \(source)", "state     \(state)",
                    "SHA-256   \(try StoreHome.hash(source))", "route     call /sample/version",
                ])
            #expect(try home.entries().isEmpty)
            _ = try home.run("--modules", home.folder.path, "module", "disable", "Sample")
            let disabled = try home.run("--modules", home.folder.path, "module", "info", subject)
            #expect(disabled.lines.contains("state     disabled; \(state)"), "\(disabled.output)")
        }
    }

    @Test func `a second installation of the same build reports that it is installed already`() throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "libSample.so")
            try home.run("module", "install", source)
            let again = try home.run("module", "install", source)
            #expect(again.exitCode == 0)
            #expect(again.output.hasPrefix("Sample 1.0.0 is installed already from \(source)"))
        }
    }

    @Test func `an installed module keeps its build until module trust installs the changed source`() throws {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "libSample.so")
            try home.run("module", "install", source)
            try home.copy(try Samples.second.get(), to: "libSample.so")
            let hashes = [try StoreHome.hash(try Samples.first.get()), try StoreHome.hash(source)]
            let info = try home.run("module", "info", "Sample").output
            #expect(info.contains("has changed: libSample.so has SHA-256 \(hashes[1]), expected \(hashes[0])"))
            #expect(info.contains("`switchboard module install "))
            #expect(try home.run("call", "app://sample/version").output == "1.0.0\n")

            let trust = try home.run("module", "trust", "Sample")
            #expect(trust.output == "Sample 2.0.0 was installed from \(source) with SHA-256 \(hashes[1])\n")
            #expect(try home.lock()["Sample"]?.trust == .trusted)
            #expect(try home.entries() == [hashes[1]])
            #expect(try home.run("call", "app://sample/version").output == "2.0.0\n")
            #expect(try home.run("module", "trust", "Sample").output.contains("is installed already"))
        }
    }

    @Test func `an uninstalled module stays in the store while a running host may still open it`() throws {
        try StoreHome.with { home in
            try home.run("module", "install", try Samples.first.get())
            let entries = try home.entries()
            let host = try Terminal(
                BuildProducts.path("switchboard"), ["--no-remote"], environment: home.environment)
            _ = try host.read(until: "switchboard> ")
            #expect(try home.run("module", "uninstall", "Sample").exitCode == 0)
            #expect(try home.entries() == entries)
            try host.type("call app://sample/version\nquit\n")
            #expect(try host.read(until: "1.0.0").contains("1.0.0"))
            #expect(try host.exitCode() == 0)
            // The next change of the store removes it, even a change that fails.
            #expect(try home.run("module", "uninstall", "Sample").exitCode == 1)
            #expect(try home.entries().isEmpty)
        }
    }

    @Test func `a changed copy of an installed module is refused with both hashes until it is repaired`()
        throws
    {
        try StoreHome.with { home in
            let source = try home.copy(try Samples.first.get(), to: "libSample.so")
            let hash = try StoreHome.hash(source)
            try home.run("module", "install", source)
            try FileManager.default.createDirectory(
                atPath: home.data + "/switchboard/modules", withIntermediateDirectories: false)
            try home.copy(try Samples.second.get(), to: "data/switchboard/modules/libSample.so")
            #expect(try home.run("module", "verify").output == "Sample 1.0.0 is as it was installed\n")

            let copy = "\(home.store)/\(hash)/libSample.so"
            var bytes = try Data(contentsOf: URL(filePath: copy))
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(filePath: copy))
            let found = try StoreHome.hash(copy)
            let start = try home.run("call", "app://sample/version", "--no-remote")
            #expect(start.exitCode == 2)
            #expect(start.errors.contains("content  found SHA-256 \(found), expected \(hash)"))
            #expect(start.errors.contains("unless the change is yours: `module trust Sample`"))
            let verify = try home.run("module", "verify", "Sample")
            #expect(verify.exitCode == 3)
            #expect(verify.output.contains("found SHA-256 \(found), expected \(hash)"))

            #expect(try home.run("module", "trust", "Sample").exitCode == 0)
            #expect(try StoreHome.hash(copy) == hash)
            #expect(try home.run("module", "verify").exitCode == 0)
            try FileManager.default.removeItem(atPath: "\(home.store)/\(hash)")
            #expect(try home.run("module", "verify").output.contains("found nothing at \(copy)"))
        }
    }

    /// Libraries that cannot be installed, and a part of the error.
    static let crashing: [(flag: String, library: String, says: String)] = [
        ("CRASHING", "libCrashing.so", "crashed with SIGABRT (Aborted)"),
        ("HANGING", "libHanging.so", "was not loaded within 15 seconds"),
        ("ENDING", "libEnding.so", "ended the process with code 7 while it was loaded, saying \"no licence\""),
        ("SILENT", "libSilent.so", "returned success but no module"),
        ("STRANGE", "libStrange.so", "returned 42, expected 0 to 4"),
        ("FUTURE", "libFuture.so", "found v2, this host speaks v1"),
        ("NOTHING", "libNothing.so", "no entry point"),
    ]

    @Test(arguments: crashing) func `a library that fails its trial load in another process is not installed`(
        _ row: (flag: String, library: String, says: String)
    ) throws {
        try StoreHome.with { home in
            try PluginCompiler.c(defining: row.flag, as: row.library, in: home.folder.path)
            let install = try home.run("module", "install", home.folder.path(row.library))
            #expect(install.exitCode == 3)
            #expect(install.errorLines.count == 1)
            #expect(install.errors.contains(row.says), "\(install.errors)")
            #expect(try home.entries().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: home.lockFile))
        }
    }

    // A test of its own, since one library hangs for 15 seconds in each command.
    @Test(arguments: crashing) func `module info reports why a library fails its trial load`(
        _ row: (flag: String, library: String, says: String)
    ) throws {
        try StoreHome.with { home in
            try PluginCompiler.c(defining: row.flag, as: row.library, in: home.folder.path)
            let info = try home.run("module", "info", home.folder.path(row.library))
            #expect(info.exitCode == 3 && info.errors.contains(row.says), "\(info.errors)")
            #expect(!info.errors.contains("was not installed"), "\(info.errors)")
            #expect(try home.entries().isEmpty)
        }
    }

    @Test func `module install of a package takes the newer of its builds`() throws {
        try StoreHome.with { home in
            let empty = try home.run("module", "install", home.folder.path)
            #expect(empty.exitCode == 1)
            #expect(empty.errors.contains("without a Package.swift"))
            try home.folder.write("", to: "Package.swift")
            let unbuilt = try home.run("module", "install", home.folder.path)
            #expect(unbuilt.exitCode == 1)
            let command = "swift build --build-system native --package-path \(home.folder.path)"
            #expect(unbuilt.errors.contains("`\(command)`"))

            for build in ["debug", "release"] {
                try FileManager.default.createDirectory(
                    atPath: home.folder.path(".build/\(build)"), withIntermediateDirectories: true)
            }
            try home.copy(try Samples.second.get(), to: ".build/release/libSample.so")
            let debug = try home.copy(try Samples.first.get(), to: ".build/debug/libSample.so")
            try home.copy(BuildProducts.path("libModuleKit.so"), to: ".build/debug/libModuleKit.so")
            for (path, seconds) in [(".build/release/libSample.so", 1.0), (".build/debug/libSample.so", 2.0)] {
                let date = Date(timeIntervalSince1970: seconds * 1_000_000)
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: home.folder.path(path))
            }
            #expect(try home.run("module", "install", home.folder.path).output.contains("from \(debug) "))
            #expect(try home.lock().modules.map(\.version) == ["1.0.0"])
        }
    }

    static let failures: [(words: [String], exitCode: Int32, code: String, says: String)] = [
        (["module"], 64, "usage", "write `module install | "),
        (["module", "dance"], 64, "usage", "write `module install | "),
        (["module", "install"], 64, "usage", "write `module install PATH [--replace NAME]"),
        (["module", "uninstall", "A", "B"], 64, "usage", "write `module uninstall NAME`"),
        (["module", "install", TemporaryFolder.absent], 3, "moduleRefused", "found no such file, expected"),
        (["module", "install", "/dev/null"], 3, "moduleRefused", "found a device"),
        (["module", "uninstall", "Nobody"], 1, "notInstalled", "install it with `switchboard module install PATH`"),
        (["module", "trust", "Nobody"], 1, "notInstalled", "Nobody is not installed"),
        (["module", "verify", "Nobody"], 1, "notInstalled", "Nobody is not installed"),
        (["module", "info", "Nobody"], 1, "notInstalled", "Nobody is not installed"),
        (["module", "info", "rent"], 1, "notInstalled", "rent is not installed; did you mean Rent?"),
        (["module", "info", "/dev/null"], 3, "moduleRefused", "found a device"),
    ]

    @Test(arguments: failures) func `a failed module command prints its error in one line, also with --json`(
        _ row: (words: [String], exitCode: Int32, code: String, says: String)
    ) throws {
        try TemporaryFolder.with { folder in
            for format in [[], ["--json"]] {
                let host = try ChildProcess.run(
                    BuildProducts.path("switchboard"), row.words + format,
                    environment: ["XDG_DATA_HOME": folder.path("data")])
                #expect(host.exitCode == row.exitCode)
                #expect(host.output.isEmpty)
                #expect(host.errorLines.count == 1)
                #expect(host.errors.contains(row.says), "\(host.errors)")
                #expect(host.errors.contains(#""code":"\#(row.code)""#) == !format.isEmpty)
            }
        }
    }

    @Test func `module install fails without a home folder and does not create one`() throws {
        let library = try Samples.first.get()
        let nowhere = try ChildProcess.run(BuildProducts.path("switchboard"), ["module", "install", library])
        #expect(nowhere.exitCode == 1)
        #expect(nowhere.errors.contains("HOME is not set, or is not a path from the root; set HOME"))
        let missing = try HostProcess.run("module", "install", library)
        #expect(missing.exitCode == 1)
        #expect(missing.errors.contains("No such file or directory"))
        #expect(!FileManager.default.fileExists(atPath: TemporaryFolder.absent))
    }
}
