import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Cached answers of remotes` {
    private static let page = #"{"kind":"web","url":"https://m.example.com/old"}"#

    private static func reply(_ control: String) -> HTTPReply {
        .answer(headers: ["Cache-Control": control, "Content-Type": "application/json"], body: page)
    }

    /// Runs a body with a folder whose cache knows the in-tree modules.
    private static func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try HostProcess.putScans(into: folder.path("cache"))
            try await body(folder)
        }
    }

    /// Runs the host with its cache in a folder of the test.
    private static func run(
        _ folder: TemporaryFolder, _ server: HTTPServer, path: String = "/lookup?key=secret", _ words: String...
    ) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), ["--remote", server.url(path)] + words,
            environment: ["XDG_CACHE_HOME": folder.path("cache"), "PATH": "/usr/bin:/bin", "LANG": "zh_CN.UTF-8"])
    }

    private static func files(_ folder: TemporaryFolder) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("cache/switchboard/remote"))) ?? []).sorted()
    }

    @Test func `a remote's answer is cached, explained, used offline, and removed by remote flush`() async throws {
        try await Self.with { folder in
            try await HTTPServer.run(["/lookup": Self.reply("max-age=60")]) { server in
                let before = try Self.run(folder, server, "resolve", "--explain", "app://old")
                #expect(before.lines.last == "remote \(server.url("/lookup")): would be asked")
                for _ in 1...2 { #expect(try Self.run(folder, server, "open", "app://old").exitCode == 0) }
                #expect(server.requests.count == 1)
                #expect(server.requests.first?.headers["accept-language"] == "zh-CN")
                #expect(server.requests.first?.headers["switchboard-modules"]?.contains("Rent/1.0.0") == true)
                let after = try Self.run(folder, server, "resolve", "--explain", "app://old")
                let place = "remote \(server.url("/lookup")): the web page https://m.example.com/old, from its cache, "
                #expect(after.lines.last?.hasPrefix(place) == true)
                #expect(after.lines.last?.contains("s old, fresh for ") == true)
                let offline = try Self.run(folder, server, "--offline", "open", "app://old")
                #expect(offline.exitCode == 0)
                #expect(try Self.run(folder, server, "--offline", "open", "app://other").exitCode == 4)
                let status = try Self.run(folder, server, "remote", "status")
                #expect(status.lines.last?.contains("closed") == true)
                #expect(!status.output.contains("secret"))
                #expect(try Self.run(folder, server, "remote", "flush").exitCode == 0)
                #expect(Self.files(folder).isEmpty)
                #expect(try Self.run(folder, server, "--offline", "open", "app://old").exitCode == 4)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test func `a question to a remote lists the enabled modules`() async throws {
        try await Self.with { folder in
            try await HTTPServer.run(["/lookup": Self.reply("no-store")]) { server in
                let shell = try ChildProcess.run(
                    BuildProducts.path("switchboard"), ["--remote", server.url("/lookup")],
                    input: "open app://old\nmodule disable Rent\nopen app://old\n",
                    environment: ["XDG_DATA_HOME": folder.path("data"), "PATH": "/usr/bin:/bin"])
                #expect(shell.exitCode == 0, "\(shell.errors)")
                let modules = server.requests.map { $0.headers["switchboard-modules"] ?? "" }
                #expect(modules.map { $0.contains("Rent/1.0.0") } == [true, false])
                #expect(modules.allSatisfy { $0.contains("Account/1.0.0") })
            }
        }
    }

    @Test func `a damaged cached answer is dropped and reported in one line`() async throws {
        try await Self.with { folder in
            try await HTTPServer.run(["/lookup": Self.reply("max-age=60")]) { server in
                _ = try Self.run(folder, server, "open", "app://old")
                for file in Self.files(folder) { try folder.write("rubbish", to: "cache/switchboard/remote/\(file)") }
                let host = try Self.run(folder, server, "open", "app://old")
                #expect(host.exitCode == 0)
                #expect(host.errorLines.count == 1)
                #expect(host.errors.contains("damaged"))
                #expect(try Self.run(folder, server, "open", "app://old").errors.isEmpty)
                #expect(server.requests.count == 2)
            }
        }
    }

    /// `Tests/Fixtures/Killer` counts the calls that change files, and kills the host before one of them.
    @Test func `an answer is cached whole or not at all if the host is killed at any step`() async throws {
        try await Self.with { folder in
            try await HTTPServer.run(["/lookup": Self.reply("max-age=60")]) { server in
                let words = ["--remote", server.url("/lookup?key=secret"), "open", "app://old"]
                let killer = try Samples.killer.get()
                var outcomes: Set<Int> = []
                var hasPart = false
                for step in 1... {
                    try? FileManager.default.removeItem(atPath: folder.path("cache"))
                    try HostProcess.putScans(into: folder.path("cache"))
                    let killed = try ChildProcess.run(
                        "/usr/bin/env",
                        ["LD_PRELOAD=\(killer)", "KILL_BEFORE=\(step)", BuildProducts.path("switchboard")] + words,
                        environment: ["XDG_CACHE_HOME": folder.path("cache"), "PATH": "/usr/bin:/bin"])
                    if killed.exitCode == 0 {
                        #expect(step > 5)
                        break
                    }
                    try #require(killed.exitCode == 128 + 9, "\(killed.errors)")
                    hasPart = hasPart || Self.files(folder).contains { $0.hasPrefix(".new.") }
                    let kept = Self.files(folder).filter { !$0.hasPrefix(".") }.count
                    let offline = try Self.run(folder, server, "--offline", "open", "app://old")
                    #expect(offline.exitCode == (kept == 1 ? 0 : 4), "step \(step)")
                    outcomes.insert(kept)
                    let next = try Self.run(folder, server, "open", "app://old")
                    #expect(next.exitCode == 0 && next.errors.isEmpty, "step \(step): \(next.errors)")
                }
                // Some steps belong to the thread that writes the cache asynchronously.
                #expect(outcomes.contains(0) && hasPart)
            }
        }
    }

    @Test func `hosts with equal and different remotes can cache answers at the same time`() async throws {
        try await Self.with { folder in
            try await HTTPServer.run(["/lookup": Self.reply("max-age=60"), "/other": Self.reply("max-age=60")]) {
                server in
                let script = (1...100).map { "app://old/\($0)\n" }.joined()
                let hosts = [["/lookup"], ["/lookup"], ["/other"], ["/none", "/other"]]
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for paths in hosts {
                        group.addTask {
                            let remotes = paths.flatMap { ["--remote", server.url($0)] }
                            let host = try ChildProcess.run(
                                BuildProducts.path("switchboard"), remotes, input: script,
                                environment: ["XDG_CACHE_HOME": folder.path("cache"), "PATH": "/usr/bin:/bin"])
                            #expect(host.exitCode == 0 && host.errors.isEmpty, "\(host.errors)")
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(Self.files(folder).count == 300)
                let flushed = try Self.run(folder, server, path: "/other", "remote", "flush")
                #expect(flushed.exitCode == 0)
                #expect(Self.files(folder).count == 200)
            }
        }
    }

    @Test(
        arguments: [
            (#"{"kind":"gone","reason":"sold"}"#, 2), (#"{"kind":"denied","reason":"adults \u001B[2J only"}"#, 3),
            (
                #"{"kind":"page","page":{"title":"\u001B]0;x\u0007Sale","elements":[{"kind":"text","#
                    + #""text":"\u001B[2Jnow"}]}}"#,
                0
            ),
        ] as [(String, Int32)])
    func `escape characters of a remote's answer never reach the output`(body: String, code: Int32) async throws {
        try await Self.with { folder in
            try await HTTPServer.run(["/lookup": .json(body)]) { server in
                let host = try Self.run(folder, server, "open", "app://old")
                #expect(host.exitCode == code)
                #expect(!(host.output + host.errors).contains("\u{1B}"))
            }
        }
    }
}
