import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// Landlock keeps an isolated module's process from the user's other files; without Landlock, the host reports that.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `An isolated module and files` {
    /// What the module tries, and the system's answer; in paths, `@` stands for the folder of its data, `~` for the
    /// folder of its temporary files, and `.` for a folder of the user with its library.
    static let attempts: [(act: String, paths: [String], answer: CInt)] = [
        ("write", ["@/note"], 0), ("read", ["@/note"], 0), ("list", ["@"], 0), ("truncate", ["@/note"], 0),
        ("make", ["@/inner"], 0), ("write", ["@/inner/note"], 0), ("move", ["@/inner/note", "@/moved"], 0),
        ("link", ["@/moved", "@/linked"], 0), ("remove", ["@/linked"], 0),
        ("write", ["~/note"], 0), ("read", ["~/note"], 0), ("remove", ["~/note"], 0),
        ("read", ["/etc/passwd"], 0), ("read", ["/etc/resolv.conf"], 0), ("list", ["/usr"], 0),
        ("read", ["/proc/self/status"], 0), ("write", ["/dev/null"], 0), ("read", ["/dev/urandom"], 0),
        ("read", ["./libProwler.so"], 0),
        ("read", ["./secret"], EACCES), ("write", ["./secret"], EACCES), ("truncate", ["./secret"], EACCES),
        ("remove", ["./secret"], EACCES), ("write", ["./new"], EACCES), ("list", ["."], EACCES),
        ("list", ["/"], EACCES),
        ("write", ["./libProwler.so"], EACCES), ("remove", ["./libProwler.so"], EACCES),
        ("make", ["./folder"], EACCES), ("symlink", ["./secret", "@/way"], 0), ("read", ["@/way"], EACCES),
        ("move", ["./secret", "@/secret"], EACCES), ("link", ["./secret", "@/hard"], EXDEV),
        ("move", ["@/note", "./note"], EACCES), ("list", ["@/.."], EACCES), ("read", ["@/../Other/note"], EACCES),
        ("write", ["@/../Other/note"], EACCES), ("write", ["/etc/switchboard"], EACCES),
        ("write", ["/tmp/switchboard-prowler"], EACCES), ("write", ["/proc/self/comm"], EACCES),
        ("grow", ["@/note", "1073741824"], 0), ("grow", ["@/note", "1073741825"], EFBIG),
        ("mode", ["./secret"], EPERM), ("mode", ["@/note"], EPERM), ("open-mode", ["./libProwler.so", "0"], 0),
        ("time", ["./secret"], EPERM), ("open-time", ["@/note"], 0), ("owner", ["./secret"], EPERM),
        ("attribute", ["./secret"], EPERM),
    ]

    @Test func `an isolated module can read and write its own data, but no other file of the user`() async throws {
        try await TemporaryFolder.with { folder in
            try "a secret".write(toFile: folder.path("secret"), atomically: true, encoding: .utf8)
            let other = IsolatedStage.storage(of: "Other", in: folder)
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            try "a note".write(toFile: other + "/note", atomically: true, encoding: .utf8)
            let stage = try await IsolatedStage("Prowler", "Prowler", in: folder)
            let temporary = try await stage.call("temporary", as: String.self)
            #expect(temporary != "" && temporary != getenv("TMPDIR").map { String(cString: $0) })
            for (act, paths, answer) in Self.attempts where FileAccess.version > 0 || answer == 0 {
                let places = paths.map { path in
                    switch path.first {
                    case "@": IsolatedStage.storage(of: "Prowler", in: folder) + path.dropFirst()
                    case "~": temporary + path.dropFirst()
                    case ".": folder.path + path.dropFirst()
                    default: path
                    }
                }
                let found = try await stage.call("try/\(act)", places, as: Int.self)
                #expect(found == Int(answer), "\(act) \(paths.joined(separator: " "))")
            }
            await stage.runtime.stopAll()
            #expect(!FileManager.default.fileExists(atPath: temporary))
            #expect(try String(contentsOfFile: folder.path("secret"), encoding: .utf8) == "a secret")
            // A change of permissions without an error has no effect.
            #expect(access(folder.path("libProwler.so"), R_OK) == 0)
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path("libProwler.so"))[.posixPermissions]
            #expect(mode as? Int != 0)
        }
    }

    @Test func `an isolated module cannot reach the host's process or sockets of other programs`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Prowler", "Prowler", in: folder)
            let (host, own) = ("\(getpid())", "\(try await stage.process)")
            let rows: [(act: String, target: String, answer: CInt)] = [
                ("signal", host, EPERM), ("signal", "-\(getpgrp())", EPERM),
                ("signal", own, 0),
                ("limit", host, EPERM), ("limit", "0", 0), ("priority", host, EPERM), ("priority", own, EPERM),
                ("users", "", EPERM),
                ("datagram", "", EPERM), ("stream", "", 0), ("memory", "", EPERM), ("survive", "", EPERM),
                ("read", "/proc/\(host)/mem", EACCES), ("read", "/proc/\(host)/environ", EACCES),
                ("read", "/proc/\(host)/fd/0", EACCES), ("list", "/proc/\(host)/cwd", EACCES),
                ("read", "/proc/\(host)/maps", EACCES),
                ("read", "/proc/\(own)/environ", 0),
            ]
            for (act, target, answer) in rows where FileAccess.version > 0 || answer != EACCES {
                let found = try await stage.call("try/\(act)", [target], as: Int.self)
                #expect(found == Int(answer), "\(act) \(target)")
            }
            await stage.runtime.stopAll()
        }
    }

    @Test func `an isolated module has the network and a variable of the host only if a person names them`() throws {
        try StoreHome.with { home in
            try PluginCompiler.swift("Prowler.swift", as: "libProwler.so", in: home.folder.path)
            _ = try home.folder.write("a secret", to: "secret")
            let tries = [
                ("socket", "2 1"), ("socket", "2 3 1"), ("socket", "17 3"), ("socket", "1 1"),
                ("variable", "PROWLER_SECRET"),
            ].map { #"call app://prowler/try/\#($0) --body '["\#($1)"]'"# }
            let isolate = "module isolate Prowler"
            let open = "\(isolate) --network --env PROWLER_SECRET --env HOME"
            let host = try home.run(
                ["--modules", home.folder.path],
                input: ([open] + tries + ["module info Prowler", "\(isolate) --memory 512"] + tries
                    + ["call app://prowler/unrefused"]).joined(separator: "\n") + "\n",
                environment: ["PROWLER_SECRET": "a secret", "HOME": home.folder.path])
            let answers = host.lines.compactMap { CInt($0) }
            #expect(answers == [0, EPERM, EPERM, EPERM, 0] + [EPERM, EPERM, EPERM, EPERM, ENOENT], "\(host)")
            #expect(host.lines.last == "none", "\(host)")
            let has = "1024 MiB of memory, 1024 MiB for each file, 3600 s of processor time, 256 open files"
            let others = "the network, the host's variables PROWLER_SECRET, HOME"
            #expect(host.lines[0].contains("it cannot start others, and has \(has), \(others); "), "\(host.lines[0])")
            #expect(host.lines.contains { $0.hasPrefix("runs ") && $0.hasSuffix("with \(has), \(others)") }, "\(host)")
            #expect(host.lines.contains { $0.contains("has 512 MiB") && $0.contains("open files, no network; ") })
            let wrong = try home.run("module", "isolate", "Prowler", "--env", "A=b")
            #expect(wrong.exitCode == 64 && wrong.errors.contains("the name of a variable"), "\(wrong)")
        }
    }

    @Test func `module isolate and doctor report a system without Landlock`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Prowler.swift", as: "libProwler.so", in: folder.path)
            for isOld in [true, false] {
                var environment = ["XDG_DATA_HOME": folder.path]
                if isOld { environment["LD_PRELOAD"] = try Samples.oldKernel(version: nil) }
                let secret = folder.path("switchboard/modules.switches")
                let result = try HostProcess.run(
                    ["--no-remote", "--modules", folder.path],
                    input: """
                        module isolate Prowler
                        call app://prowler/try/read --body '["\(secret)"]'
                        doctor
                        """ + "\n", environment: environment)
                let isConfined = !isOld && FileAccess.version > 0
                let lines = result.output.split(separator: "\n")
                #expect(
                    lines.first?.contains("it can access your files: this system has no Landlock") == !isConfined,
                    "\(result.output)")
                #expect(lines.contains(isConfined ? "\(EACCES)" : "0"))
                let finding = lines.first { $0.contains("isolation: Prowler: ") }
                #expect(finding?.hasPrefix(isConfined ? "ok" : "BAD") == true, "\(result.output)")
            }
        }
    }

    /// What an older Landlock cannot forbid is forbidden by other means: truncation before version 3, signals before
    /// version 6.
    static let olderSystems: [(version: Int, emptying: CInt)] = [(2, EPERM), (5, EACCES)]

    @Test(arguments: olderSystems.filter { $0.version <= FileAccess.version })
    func `with an older Landlock, truncation and signals are still forbidden`(version: Int, emptying: CInt) throws {
        try StoreHome.with { home in
            try PluginCompiler.swift("Prowler.swift", as: "libProwler.so", in: home.folder.path)
            let host = try home.run(
                ["--modules", home.folder.path],
                input: """
                    module isolate Prowler
                    call app://prowler/try/signal --body '["host"]'
                    call app://prowler/try/truncate --body '["\(home.folder.path("libProwler.so"))"]'
                    call app://prowler/try/write --body '["\(home.data)/note"]'
                    """ + "\n",
                environment: ["LD_PRELOAD": try Samples.oldKernel(version: version)])
            #expect(host.output.split(separator: "\n").dropFirst() == ["\(EPERM)", "\(emptying)", "\(EACCES)"])
        }
    }

    @Test(arguments: [["module", "info"], ["module", "check"], ["module", "install"]])
    func `a plugin is confined while it is scanned, checked or started before its installation`(
        words: [String]
    ) throws {
        try StoreHome.with { home in
            try PluginCompiler.swift("Prowler.swift", as: "libProwler.so", defining: "PROWLING", in: home.folder.path)
            _ = try home.folder.write("a secret", to: "secret")
            let host = try home.run(
                words + [home.folder.path("libProwler.so")],
                environment: ["PROWLER_SECRET": "a secret", "HOME": home.folder.path])
            #expect(host.exitCode == 0, "\(host)")
            #expect(FileManager.default.fileExists(atPath: home.folder.path("mark")) == (FileAccess.version == 0))
        }
    }
}
