import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A watched folder` {
    @Test func `modules are loaded, reloaded and removed as their files in a watched folder change`() throws {
        try ReloadHome.with { shell in
            let drop = shell.home.folder.path("drop")
            try FileManager.default.createDirectory(atPath: drop, withIntermediateDirectories: false)
            let sample = drop + "/libSample.so"
            try shell.type("watch \(drop)", until: "watching \(drop)\r\n")
            try shell.move(try Samples.first.get(), to: sample)
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded, generation 1")
            try shell.type("call app://sample/version", until: "1.0.0")
            try shell.move(try Samples.second.get(), to: sample)
            _ = try shell.terminal.read(until: "Sample 2.0.0 was reloaded, generation 2")
            try shell.type("call app://sample/version", until: "2.0.0")
            // No other host finds it.
            #expect(try shell.home.run("can-open", "app://sample/version", "--no-remote").output == "no\n")
            try FileManager.default.removeItem(atPath: sample)
            _ = try shell.terminal.read(until: "Sample 2.0.0 was removed")
            try shell.type("call app://sample/version", until: "no route for app://sample/version")
            #expect(!FileManager.default.fileExists(atPath: shell.home.lockFile))
        }
    }

    @Test func `a folder is watched until watch off`() throws {
        try ReloadHome.with { shell in
            let drop = shell.home.folder.path("drop")
            try FileManager.default.createDirectory(atPath: drop, withIntermediateDirectories: false)
            try shell.type("watch", until: "no folder is watched; begin with `watch DIR`")
            try shell.type("watch \(drop)", until: "watching \(drop)\r\n")
            try shell.type("watch", until: "watching \(drop)\r\n")
            try shell.type("watch off", until: "> ")
            try shell.type("watch off", until: "no folder is watched; begin with `watch DIR`")
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            try shell.type("call app://sample/version", until: "no route for app://sample/version")
        }
    }

    @Test func `a page whose module is removed from a watched folder is replaced by a notice with a link`() throws {
        try ReloadHome.watching { shell, drop in
            let drop = Builds(shell.builds, in: drop)
            try drop.put(version: 1, generation: 7)
            _ = try shell.terminal.read(until: "Turnover 1.0.0 was loaded")
            try shell.type("open app://turnover/page", until: "none yet")
            try FileManager.default.removeItem(atPath: drop.plugins + "/libTurnover.so")
            let page = try shell.terminal.read(until: "Open it again")
            #expect(page.contains("Turnover was removed, and this page with it."))
        }
    }

    @Test func `the last of many fast changes in a watched folder is loaded`() throws {
        try ReloadHome.watching { shell, folder in
            let drop = Builds(shell.builds, in: folder)
            for round in 1...20 { try drop.put(version: 1 + round % 2, generation: round) }
            try drop.put(version: 2, generation: 21)
            try Condition.wait(for: "the last version") {
                let answer = try? shell.type("call app://turnover/7", until: "switchboard> ")
                return answer?.contains("version: 2") == true
            }
        }
    }

    @Test func `a renamed file in a watched folder is loaded again, and a file that is moved away is removed`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            guard rename(drop + "/libSample.so", drop + "/libOther.so") == 0 else {
                throw SystemError("rename", code: errno)
            }
            let told = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            #expect(told.contains("Sample 1.0.0 was removed"))
            try shell.type("call app://sample/version", until: "1.0.0")
            guard rename(drop + "/libOther.so", drop + "/libOther.old") == 0 else {
                throw SystemError("rename", code: errno)
            }
            _ = try shell.terminal.read(until: "Sample 1.0.0 was removed")
        }
    }

    @Test func `a module keeps running while its file in a watched folder is missing for a moment`() throws {
        try ReloadHome.watching { shell, drop in
            let drop = Builds(shell.builds, in: drop)
            let file = drop.plugins + "/libTurnover.so"
            try drop.put(version: 1, generation: 7)
            _ = try shell.terminal.read(until: "Turnover 1.0.0 was loaded, generation 1\r\n")
            // The linker removes the file before it writes it again. A round proves nothing if this process was delayed
            // for longer than a file may be missing.
            var (generation, isInTime) = (7, false)
            while !isInTime {
                generation += 1
                let removed = ContinuousClock.now
                try FileManager.default.removeItem(atPath: file)
                let answer = try? shell.type("call app://turnover/7", until: "version: ")
                try drop.put(version: 2, generation: generation)
                isInTime = .now - removed < .seconds(2)
                let told = try shell.terminal.read(until: ", generation ")
                guard isInTime else { continue }
                #expect(answer != nil)
                #expect(told.contains("Turnover 2.0.0 was reloaded"))
                #expect(!told.contains("was removed"))
            }
        }
    }

    @Test func `the modules of a watched folder are loaded before the next line of a script`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.first.get(), to: "drop/libSample.so")
            let drop = home.folder.path("drop")
            let script = try home.run("-c", "watch \(drop)", "-c", "call app://sample/version")
            #expect(script.exitCode == 0, "\(script.errors)")
            #expect(script.output.contains("Sample 1.0.0 was loaded, generation 1\n1.0.0\n"), "\(script.output)")
            try FileManager.default.removeItem(atPath: drop + "/libSample.so")
            let gone = try home.run("-c", "watch \(drop)", "-c", "can-open app://sample/version", "--no-remote")
            #expect(gone.output == "watching \(drop)\nno\n", "\(gone.output)")
        }
    }

    @Test(arguments: [true, false])
    func `a watched folder leaves the user's store and lock file unchanged after the end`(_ hasStore: Bool) throws {
        try StoreHome.with { home in
            let stumbler = try Samples.stumbler.get()
            if hasStore { try home.run("module", "install", stumbler) }
            let before = (entries: try home.entries(), lock: try? home.lock())
            try home.copy(try Samples.first.get(), to: "drop/libSample.so")
            let drop = home.folder.path("drop")
            let host = try home.run("-c", "watch \(drop)", "-c", "call app://sample/version", "-c", "quit")
            #expect(host.output.hasSuffix("1.0.0\n"), "\(host.errors)")
            #expect(try home.entries().filter { $0 != "searched.json" } == before.entries)
            #expect((try? home.lock()) == before.lock)
            #expect(try home.run("modules").lines.contains { $0.hasPrefix("Sample") } == false)
        }
    }

    @Test func `a disabled module stays disabled if its file in a watched folder is removed and added again`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            try shell.type("module disable Sample", until: "enables it again")
            try FileManager.default.removeItem(atPath: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was removed")
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "does not run: it is disabled")
            try shell.type("call app://sample/version", until: "no route for app://sample/version")
            try shell.type("module enable Sample", until: "Sample 1.0.0 is enabled")
            try shell.type("call app://sample/version", until: "1.0.0")
        }
    }

    @Test func `a failed update in a watched folder keeps the previous version, and the next change is loaded`() throws
    {
        try ReloadHome.watching(environment: ["TURNOVER": "fail 2"]) { shell, folder in
            let drop = Builds(shell.builds, in: folder)
            try drop.put(version: 1, generation: 1)
            _ = try shell.terminal.read(until: "Turnover 1.0.0 was loaded")
            try drop.put(version: 2, generation: 2)
            _ = try shell.terminal.read(until: "Trouble()")
            try shell.type("call app://turnover/7", until: "version: 1")
            // The next change is loaded as usual.
            try drop.put(version: 1, generation: 3)
            _ = try shell.terminal.read(until: "Turnover 1.0.0 was reloaded")
        }
    }

    @Test func `a module of a watched folder is not installed and cannot be uninstalled`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            try shell.type("modules", until: "watch")
            try shell.type("module uninstall Sample", until: "Sample is not installed")
            try shell.type("call app://sample/version", until: "1.0.0")
        }
    }

    @Test(arguments: [true, false]) func `the removal of a watched folder is reported`(_ isMoved: Bool) throws {
        try ReloadHome.watching { shell, drop in
            if isMoved {
                try FileManager.default.moveItem(atPath: drop, toPath: drop + "-2")
            } else {
                try FileManager.default.removeItem(atPath: drop)
            }
            _ = try shell.terminal.read(until: "\(drop) was removed or moved, and is not watched any more")
        }
    }

    @Test func `a file in a watched folder is loaded after its permissions are corrected`() throws {
        try ReloadHome.watching { shell, drop in
            let copy = try shell.home.copy(try Samples.first.get(), to: "incoming")
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: copy)
            guard rename(copy, drop + "/libSample.so") == 0 else { throw SystemError("rename", code: errno) }
            _ = try shell.terminal.read(until: "chmod")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
        }
    }

    @Test func `a rewritten file in a watched folder is not read before its writer closes it`() throws {
        try ReloadHome.watching { shell, drop in
            try shell.move(try Samples.first.get(), to: drop + "/libSample.so")
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded")
            let bytes = try Data(contentsOf: URL(filePath: try Samples.second.get()))
            let file = try FileHandle(forWritingTo: URL(filePath: drop + "/libSample.so"))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: bytes.prefix(bytes.count / 2))
            // Another writer closes the file without a change; the file is still incomplete.
            try FileHandle(forWritingTo: URL(filePath: drop + "/libSample.so")).close()
            // The host reports another file, so it has skipped the incomplete one.
            try "text".write(toFile: drop + "/libText.so", atomically: false, encoding: .utf8)
            let told = try shell.terminal.read(until: "libText.so")
            #expect(!told.contains("libSample.so"))
            try shell.type("call app://sample/version", until: "1.0.0")
            try file.write(contentsOf: bytes.dropFirst(bytes.count / 2))
            try file.close()
            _ = try shell.terminal.read(until: "Sample 2.0.0 was reloaded, generation 2")
        }
    }

    @Test func `a new watched file is not read before it is complete, and an invalid file is reported`() throws {
        try ReloadHome.with { shell in
            let drop = shell.home.folder.path("drop")
            try FileManager.default.createDirectory(atPath: drop, withIntermediateDirectories: false)
            try shell.type("watch \(drop)", until: "watching \(drop)\r\n")
            let bytes = try Data(contentsOf: URL(filePath: try Samples.first.get()))
            let path = drop + "/libSample.so"
            #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o644]))
            _ = try shell.terminal.read(until: "libSample.so")
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.write(contentsOf: bytes.prefix(bytes.count / 2))
            try "text".write(toFile: drop + "/libText.so", atomically: false, encoding: .utf8)
            let told = try shell.terminal.read(until: "libText.so")
            #expect(!told.contains("Sample 1.0.0"))
            try file.write(contentsOf: bytes.dropFirst(bytes.count / 2))
            try file.close()
            _ = try shell.terminal.read(until: "Sample 1.0.0 was loaded, generation 1")
        }
    }

    @Test func `the command watch loads the modules of a folder and ends with Ctrl-C`() throws {
        try StoreHome.with { home in
            let builds = try Builds(folder: home.folder)
            try builds.put(version: 1, generation: 0)
            let terminal = try Terminal(
                BuildProducts.path("switchboard"), ["watch", builds.plugins],
                environment: home.environment)
            _ = try terminal.read(until: "Turnover 1.0.0 was loaded, generation 1")
            try builds.put(version: 2, generation: 1)
            _ = try terminal.read(until: "Turnover 2.0.0 was reloaded, generation 2")
            try terminal.type("\u{3}")
            #expect(try terminal.exitCode() == 130)
        }
    }

    @Test func `watch fails if the folder does not exist`() throws {
        let host = try HostProcess.run("watch", TemporaryFolder.absent)
        #expect(host.exitCode == 1)
        #expect(host.errors.contains("\(TemporaryFolder.absent) cannot be watched: No such file or directory"))
    }
}
