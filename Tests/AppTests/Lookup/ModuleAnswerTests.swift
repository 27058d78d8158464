import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(10))) struct `A module that a remote offers` {
    /// The module that a remote offers, and the reply at its URL.
    struct Offer: Sendable {
        var name = "Sample"
        var version = "1.0.0"
        var path = "/libSample.so"
        /// The announced hash; `nil` for the hash of the file.
        var hash: String?
        /// The reply at the URL; `nil` for the sample.
        var reply: HTTPReply?

        static let sample = Result { () throws -> [UInt8] in
            Array(try Data(contentsOf: URL(filePath: try Samples.first.get())))
        }

        func json(_ origin: String) throws -> String {
            let hash = try hash ?? StoreHome.hash(try Samples.first.get())
            let url = path.hasPrefix("/") ? origin + path : path
            return #"{"kind":"module","module":{"name":"\#(name)","version":"\#(version)","#
                + #""url":"\#(url)","sha256":"\#(hash)"}}"#
        }
    }

    /// Runs the host once for each command line, with a service that answers every question with the offer.
    private static func run(
        _ offer: Offer, _ lines: [[String]], check: ([ChildProcess], StoreHome, HTTPServer) throws -> Void
    ) async throws {
        let file = try offer.reply ?? .file(Offer.sample.get())
        try await TemporaryFolder.with { folder in
            let home = try StoreHome(folder: folder)
            let script = { @Sendable (request: HTTPRequest) -> HTTPReply in
                guard request.path == "/lookup" else { return file }
                let host = request.headers["host"] ?? ""
                return (try? offer.json("http://" + host)).map(HTTPReply.json) ?? .answer(500)
            }
            try await HTTPServer.run(answering: script) { server in
                let hosts = try lines.map { words in
                    try ChildProcess.run(
                        BuildProducts.path("switchboard"), ["--remote", server.url("/lookup")] + words,
                        environment: home.environment)
                }
                try check(hosts, home, server)
            }
        }
    }

    private static func fetched(_ server: HTTPServer) -> Int { server.requests.count { $0.path != "/lookup" } }

    @Test func `an offered module is not fetched without --allow-install, which the error suggests`() async throws {
        try await Self.run(Offer(), [["call", "app://sample/version"]]) { hosts, home, server in
            #expect(hosts[0].exitCode == 3)
            for text in ["Sample 1.0.0", server.url("/libSample.so"), try Offer().json(""), "--allow-install"] {
                let told = text.hasPrefix("{") ? try StoreHome.hash(try Samples.first.get()) : text
                #expect(hosts[0].errors.contains(told), "\(hosts[0].errors)")
            }
            #expect(Self.fetched(server) == 0)
            #expect(!FileManager.default.fileExists(atPath: home.lockFile))
        }
    }

    @Test func `an offered module is installed, answers, and stays installed`() async throws {
        let call = ["call", "app://sample/version"]
        try await Self.run(
            Offer(),
            [
                ["--allow-install"] + call, call, ["--allow-install"] + call, ["module", "verify"],
                ["module", "info", "Sample"], ["module", "trust", "Sample"],
            ]
        ) { hosts, home, server in
            let hash = try StoreHome.hash(try Samples.first.get())
            #expect(hosts.prefix(3).map(\.output) == Array(repeating: "1.0.0\n", count: 3))
            #expect(
                hosts[0].errorLines == [
                    "switchboard: Sample 1.0.0 was installed from \(server.url("/libSample.so")) with SHA-256 \(hash)"
                ])
            #expect(hosts[1].errors.isEmpty)
            let module = try #require(try home.lock()["Sample"])
            #expect(
                [module.source, module.hash.text, module.trust.rawValue] == [
                    server.url("/libSample.so"), hash, "offered",
                ])
            #expect(try home.entries() == [hash])
            #expect(hosts[3].exitCode == 0)
            #expect(hosts[4].output.contains("a remote offered it"))
            #expect(hosts[5].exitCode == 3)
            #expect(hosts[5].errors.contains("was fetched from \(server.url("/libSample.so"))"))
            // The file is fetched once, and the service is not asked for URLs that the module answers.
            #expect(server.requests.count == 2)
        }
    }

    @Test func `an offered module is installed once in a shell, answers there, and is listed`() async throws {
        let lines = ["call app://sample/version", "call app://sample/version", "modules"].flatMap { ["-c", $0] }
        try await Self.run(Offer(), [["--allow-install"] + lines]) { hosts, _, server in
            #expect(hosts[0].exitCode == 0, "\(hosts[0].errors)")
            #expect(hosts[0].lines.prefix(2) == ["1.0.0", "1.0.0"])
            #expect(hosts[0].lines.contains { $0.hasPrefix("Sample") && $0.contains(" active ") })
            #expect(Self.fetched(server) == 1)
        }
    }

    /// The first installation creates the store, which the host holds from then on.
    @Test func `a host with an offered module locks the store until it ends`() async throws {
        let offer = Offer()
        let file = try HTTPReply.file(Offer.sample.get())
        try await TemporaryFolder.with { folder in
            let home = try StoreHome(folder: folder)
            try await HTTPServer.run(answering: { request in
                guard request.path == "/lookup" else { return file }
                return (try? offer.json("http://\(request.headers["host"] ?? "")")).map(HTTPReply.json) ?? .answer(500)
            }) { server in
                let shell = try Terminal(
                    BuildProducts.path("switchboard"), ["--remote", server.url("/lookup"), "--allow-install"],
                    environment: home.environment)
                try shell.type("call app://sample/version\n")
                _ = try shell.read(until: "1.0.0\r\n")
                #expect(try !Self.isUnused(home))
                try shell.type("exit\n")
                _ = try shell.exitCode()
                #expect(try Self.isUnused(home))
            }
        }
    }

    /// Whether no process holds the store of a home.
    private static func isUnused(_ home: StoreHome) throws -> Bool {
        let file = try FileHandle(forUpdating: URL(filePath: home.store + "/.in-use"))
        defer { try? file.close() }
        return flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0
    }

    @Test func `an offered module that does not answer the URL is an error, and is not fetched again`() async throws {
        let call = ["--allow-install", "call", "app://sample/nothing"]
        try await Self.run(Offer(), [call, call]) { hosts, home, server in
            for host in hosts {
                #expect(host.exitCode == 2, "\(host.errors)")
                #expect(host.errors.contains("but the running module has no route for it"))
            }
            #expect(Self.fetched(server) == 1)
            let lock = try home.lock()
            #expect(lock["Sample"] != nil)
        }
    }

    private static let page = HTTPReply.answer(headers: ["Content-Type": "text/html"], body: " <html>not here</html>")
    private static let zeros = String(repeating: "0", count: 64)

    @Test(
        arguments: [
            ("another hash", Offer(hash: zeros), 3, "is not the file that was offered: found SHA-256 "),
            ("HTML", Offer(reply: page), 3, "(22 bytes of HTML), expected "),
            ("another name", Offer(name: "Simple"), 3, "has the modules Sample, expected Simple alone"),
            ("another version", Offer(version: "1.0.1"), 3, "has Sample 1.0.0, expected 1.0.1"),
            ("nothing there", Offer(reply: .answer(404)), 4, "it answered with status 404"),
            ("part of it", Offer(reply: .file([0x7F, 0x45], length: 100)), 4, "its answer broke off"),
            (
                "too much", Offer(reply: .file([], length: 1 << 27)), 3, "the file is longer than 67108864 bytes"
            ),
            (
                "too much without a word of it", Offer(reply: .endless(bytesPerMillisecond: 1 << 20)), 3,
                "is longer than"
            ),
            (
                "another server", Offer(reply: .answer(302, headers: ["Location": "http://localhost:1/x"])), 4,
                "a redirect to http://localhost:1 that is not followed"
            ),
            ("plain http", Offer(path: "http://a.example/libSample.so"), 3, "would be asked over plain http"),
            (
                "no plugin",
                Offer(
                    hash: "9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0",
                    reply: .file(Array("aaa".utf8))), 3, "expected a shared library"
            ),
            ("a module of the host", Offer(name: "Rent"), 3, "another module Rent is at "),
        ] as [(String, Offer, Int32, String)])
    func `an offered module that is not as announced is refused and not stored`(
        what: String, offer: Offer, code: Int32, text: String
    ) async throws {
        try await Self.run(offer, [["--allow-install", "call", "app://sample/version"]]) { hosts, home, _ in
            #expect(hosts[0].exitCode == code, "\(what): \(hosts[0].errors)")
            #expect(hosts[0].errors.contains(text), "\(what): \(hosts[0].errors)")
            let entries = try home.entries()
            #expect(entries.filter { $0.utf8.count == 64 }.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: home.lockFile))
        }
    }

    @Test func `an offered module is never fetched for an external caller`() async throws {
        let lines = [["--allow-install", "--origin", "external", "call", "app://sample/version"]]
        try await Self.run(Offer(), lines) { hosts, home, server in
            #expect(hosts[0].exitCode == 3, "\(hosts[0].errors)")
            #expect(hosts[0].errors.contains("Sample 1.0.0"), "\(hosts[0].errors)")
            #expect(Self.fetched(server) == 0)
            #expect(!FileManager.default.fileExists(atPath: home.lockFile))
        }
    }

    @Test func `an offered module is not fetched with --offline or --only`() async throws {
        let lines = [
            ["call", "app://sample/version"], ["--allow-install", "--offline", "call", "app://sample/version"],
            ["--allow-install", "--only", "Rent", "modules"],
        ]
        try await Self.run(Offer(), lines) { hosts, _, server in
            #expect(hosts[0].errors.contains("--allow-install"), "\(hosts[0].errors)")
            #expect(hosts[1].exitCode == 4)
            #expect(hosts[1].errors.contains("--offline"))
            #expect(hosts[2].exitCode == 64)
            #expect(Self.fetched(server) == 0)
        }
    }

    @Test func `an offered module is refused if a module of that name is installed`() async throws {
        try await TemporaryFolder.with { folder in
            let home = try StoreHome(folder: folder)
            try home.run("module", "install", try Samples.second.get())
            let before = try home.lock()
            let script = { @Sendable (request: HTTPRequest) -> HTTPReply in
                let host = request.headers["host"] ?? ""
                return (try? Offer().json("http://" + host)).map(HTTPReply.json) ?? .answer(500)
            }
            try await HTTPServer.run(answering: script) { server in
                let host = try home.run(
                    "--remote", server.url("/lookup"), "--allow-install", "call", "app://sample/other")
                #expect(host.exitCode == 3)
                #expect(host.errors.contains("another module Sample is at "), "\(host.errors)")
                #expect(try home.lock() == before)
                #expect(server.requests.count == 1)
            }
        }
    }
}
