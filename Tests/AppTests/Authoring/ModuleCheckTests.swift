import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The check of a module` {
    private static let order = [
        "file", "format", "entry", "contract", "SDK", "toolchain", "load", "handshake", "make", "start", "routes",
        "origin", "stop", "rules",
    ]

    /// The step at which the module stumbles, the check that fails for it, and a part of the message.
    static let rows: [(stumble: String, check: String?, says: String)] = [
        ("nowhere", nil, ""),
        ("make", "make", "Trouble()"),
        ("make crash", "make", "it crashed with SIG"),
        ("start", "start", "Trouble()"),
        ("start crash", "start", "stumbled"),
        ("start exit", "start", "it ended the process with code 9"),
        ("wait", "start", "it was not done within 5 seconds"),
        ("routes", "routes", "matches the same URLs"),
        ("trip crash", "origin", "it crashed with SIG"),
        ("stop crash", "stop", "it crashed with SIG"),
    ]

    /// The use that a module's public routes make of a URL that they are given, the verdict, and a part of the message.
    static let shares: [(stumble: String, verdict: String, says: String)] = [
        ("share", "warning", "/stumbler/share/:count<int> requests a caller's URL with its module's rights"),
        ("look", "warning", "/stumbler/look requests a caller's URL with its module's rights"),
        ("share on behalf", "pass", "4 of 4 public routes were given a URL"),
        ("share again", "pass", "4 of 4 public routes were given a URL"),
        ("share privately", "pass", "3 of 3 public routes were given a URL"),
        ("share a rest", "warning", "/stumbler/rest/:id<uuid>/*url requests a caller's URL with its module's rights"),
        ("share elsewhere", "warning", "4 of 5 public routes were given a URL, and none used its module's rights; "),
    ]

    @Test(arguments: shares) func `module check warns if a public route asks for a URL from its input as its module`(
        _ row: (stumble: String, verdict: String, says: String)
    ) throws {
        let results = try run(try Samples.stumbler(at: row.stumble), exitCode: 0)
        let origin = try #require(results.first { $0.check == "origin" })
        #expect(origin.verdict == row.verdict)
        #expect(origin.detail.contains(row.says), "\(origin.detail)")
        // The routes fail with errors of the module, which are not faults.
        #expect(results.last?.verdict == (row.stumble == "share elsewhere" ? "pass" : "warning"))
    }

    @Test(arguments: rows) func `module check takes a module through its life and names the step that fails`(
        _ row: (stumble: String, check: String?, says: String)
    ) throws {
        let results = try check(try Samples.stumbler(at: row.stumble), row.check)
        let detail = results.first { $0.check == row.check }?.detail ?? ""
        #expect(row.check == nil || detail.contains(row.says), "\(detail)")
    }

    @Test(arguments: [
        ("weigh", "the error Trouble \"Trouble()\" for `call app://stumbler/weigh/example`; expected an error as a"),
        ("weigh crash", "fix it and build it again, at `call app://stumbler/weigh/example`"),
    ])
    func `module check names the request at which a module breaks a rule or crashes`(
        _ row: (stumble: String, says: String)
    ) throws {
        let results = try run(try Samples.stumbler(at: row.stumble), exitCode: 1)
        let rules = try #require(results.first { $0.check == "rules" })
        #expect(rules.verdict == "fail")
        #expect(rules.detail.contains(row.says), "\(rules.detail)")
        #expect(rules.fault?.rule == (row.stumble == "weigh" ? "words" : nil))
        #expect(results.allSatisfy { $0.check == "rules" || $0.verdict == "pass" })
    }

    @Test func `module check names the forms and actions whose messages do not have a receiver`() throws {
        let results = try run(try Samples.stumbler(at: "send"), exitCode: 1)
        let failed = results.filter { $0.verdict == "fail" }.map(\.detail)
        #expect(failed.count == 2, "\(failed)")
        for (detail, title) in zip(failed, ["Search", "Clear"]) {
            let text = "route /stumbler/send: found \"\(title)\", whose message is lost; expected a receiver; put it"
            #expect(detail.hasPrefix(text), "\(detail)")
        }
    }

    @Test func `module check fails if the storage that the module uses cannot be opened`() throws {
        let results = try run(
            BuildProducts.path("libAccount.so"), ["SWITCHBOARD_STORAGE": "/nowhere/libStorage.so"], exitCode: 1)
        let rules = try #require(results.first { $0.check == "rules" })
        #expect(rules.fault?.rule == "storage", "\(rules.detail)")
        #expect(rules.detail.contains("found the storage is unavailable: /nowhere/libStorage.so"), "\(rules.detail)")
        #expect(rules.detail.contains("set SWITCHBOARD_STORAGE to the output of `switchboard sdk path --storage`"))
        let whole = try run(BuildProducts.path("libAccount.so"), exitCode: 0)
        #expect(whole.allSatisfy { $0.verdict == ($0.check == "rules" ? "warning" : "pass") })
        #expect(whole.last?.detail.hasSuffix("no user is logged in; open app://account/login first") == true)
    }

    /// A library in C, the check that fails for it, and later checks that are still meaningful and fail.
    static let files: [(flag: String, library: String, needsSDK: Bool, failed: [String])] = [
        ("FUTURE", "libFuture.so", true, ["contract"]),
        ("NOTHING", "libNothing.so", false, ["entry", "SDK"]),
        ("NEWER", "libNewer.so", true, ["SDK"]),
        ("OWN_SDK", "libOwnSDK.so", true, ["SDK"]),
        ("UNDEFINED", "libUndefined.so", true, ["load"]),
        ("CRASHING", "libCrashing.so", true, ["load"]),
        ("STRANGE", "libStrange.so", true, ["handshake"]),
    ]

    @Test(arguments: files) func `module check names each fault of a file`(
        _ row: (flag: String, library: String, needsSDK: Bool, failed: [String])
    ) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.c(defining: row.flag, as: row.library, needsSDK: row.needsSDK, in: folder.path)
            let results = try run(folder.path(row.library), exitCode: 3)
            #expect(results.filter { $0.verdict == "fail" }.map(\.check) == row.failed)
            #expect(results.last?.verdict == "not reached")
        }
    }

    @Test func `module check reports a library that does not name its toolchain`() throws {
        try TemporaryFolder.with { folder in
            var sample = try LibrarySample()
            sample.replace(".comment", with: ".remarks")
            let file = folder.path("libRent.so")
            try Data(sample.bytes).write(to: URL(filePath: file))
            let results = try run(file, exitCode: 0)
            #expect(results.first { $0.check == "toolchain" }?.detail.hasPrefix("the file does not name it") == true)
            let named = try run(BuildProducts.path("libRent.so"), exitCode: 0)
            #expect(named.first { $0.check == "toolchain" }?.detail == "the one that this host was built with")
        }
    }

    @Test func `module check refuses a file that is not a library, and prints each check on a line`() throws {
        try TemporaryFolder.with { folder in
            let file = try folder.write("no library", to: "libX.so")
            let host = try HostProcess.run("module", "check", file)
            #expect(host.exitCode == 3)
            #expect(host.lines.count == Self.order.count + 1)
            #expect(host.lines[2].contains("fail"))
            #expect(host.lines[2].contains("found a file that begins with \"no library\""))
            #expect(try run(folder.path("none.so"), exitCode: 3)[0].detail.contains("found no such file"))
        }
    }

    @Test func `module check counts the routes that answer, with stubs and web services`() throws {
        let rent = BuildProducts.path("libRent.so")
        func details(_ options: String...) throws -> [String] {
            let host = try HostProcess.run(
                ["--json", "module", "check", rent] + options, environment: ["SWITCHBOARD_SERVICES": ""])
            #expect(host.exitCode == 0, "\(host.errors)")
            let results = try JSONDecoder().decode(Answer.self, from: Data(host.output.utf8)).checks
            let rules = results.filter { $0.check == "rules" }
            #expect(rules.dropFirst().allSatisfy { $0.verdict == "warning" })
            return rules.map(\.detail)
        }
        let count = "routes answered a good request; known bad requests were refused"
        let alone = try details()
        #expect(alone.first == "0 of 4 \(count)")
        #expect(alone.count == 5)
        #expect(
            alone.contains(
                "route /rent/list could not be tried: its web service rent is unavailable; give --service or --stub, "
                    + "or stubs "
                    + "in a test"))
        try TemporaryFolder.with { folder in
            _ = try folder.write("[]", to: "homes.json")
            let served = try details("--service", "rent=\(folder.path)")
            #expect(served.first == "3 of 4 \(count)")
            let stubs = try folder.write(#"{"https://rent.test/homes":{"value":[]}}"#, to: "stubs.json")
            #expect(try details("--stub", stubs).first == "3 of 4 \(count)")
            let wrong = try HostProcess.run("module", "check", rent, "--stub", folder.path("none.json"))
            #expect(wrong.exitCode == 64)
            #expect(wrong.errors.contains("none.json cannot be read"))
        }
    }

    @Test func `module check asks a web service that --service names by its URL, and ignores the settings`()
        async throws
    {
        let homes = HTTPReply.json("[]")
        try await HTTPServer.run(["/homes": homes]) { server in
            func answered(_ options: [String], _ environment: [String: String] = [:]) throws -> String? {
                let host = try HostProcess.run(
                    ["--json", "module", "check", BuildProducts.path("libRent.so")] + options,
                    environment: environment)
                let results = try JSONDecoder().decode(Answer.self, from: Data(host.output.utf8)).checks
                return results.first { $0.check == "rules" }.map { String($0.detail.prefix(6)) }
            }
            #expect(try answered(["--service", "rent=\(server.origin)", "--allow-insecure"]) == "3 of 4")
            #expect(server.requests.contains { $0.path == "/homes" })
            let count = server.requests.count
            try TemporaryFolder.with { folder in
                let settings = try folder.write(#"{"rent":"\#(server.origin)"}"#, to: "services.json")
                #expect(try answered([], ["SWITCHBOARD_SERVICES": settings]) == "0 of 4")
            }
            #expect(server.requests.count == count)
        }
    }

    /// Expects that all checks before one pass, that this one fails, and that later ones are not reached.
    private func check(_ file: String, _ failed: String?) throws -> [Result] {
        let results = try run(file, exitCode: failed == nil ? 0 : 3)
        let place = failed.flatMap(Self.order.firstIndex) ?? Self.order.count
        let expected = Self.order.indices.map { $0 < place ? "pass" : $0 == place ? "fail" : "not reached" }
        #expect(results.map(\.verdict) == expected, "\(file)")
        return results
    }

    private func run(_ file: String, _ environment: [String: String] = [:], exitCode: Int32) throws -> [Result] {
        let host = try HostProcess.run("--json", "module", "check", file, environment: environment)
        #expect(host.exitCode == exitCode)
        #expect(host.errors.isEmpty)
        let results = try JSONDecoder().decode(Answer.self, from: Data(host.output.utf8)).checks
        // A check has a separate result for each fault and warning.
        let checks = results.map(\.check)
        #expect(checks.indices.filter { $0 == 0 || checks[$0] != checks[$0 - 1] }.map { checks[$0] } == Self.order)
        return results
    }

    private struct Result: Decodable {
        let check: String
        let verdict: String
        let detail: String
        let fault: Fault?
    }

    private struct Fault: Decodable { let rule: String }

    private struct Answer: Decodable { let checks: [Result] }
}
