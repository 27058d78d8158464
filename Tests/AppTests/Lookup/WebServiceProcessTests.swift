import Foundation
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The web services of a host` {
    private static func withCaller(_ body: (_ folder: TemporaryFolder, _ modules: [String]) async throws -> Void)
        async throws
    {
        try await TemporaryFolder.with { folder in
            try PluginCompiler.swift("Caller.swift", as: "libCaller.so", in: folder.path)
            try await body(folder, ["--modules", folder.path])
        }
    }

    @Test func `the address of a web service comes from an option or a file`() async throws {
        try await Self.withCaller { folder, modules in
            try await HTTPServer.run(["/v1/search": .json(#""found""#)]) { server in
                let file = try folder.write(
                    #"{"accounts":"\#(server.url("/v1"))","bank":"http://[::1]"}"#, to: "services.json")
                let other = try folder.write(#"{"accounts":"http://127.0.0.1:1"}"#, to: "other.json")
                let option = ["--service", "accounts=\(server.url("/v1/"))"]
                for (words, file) in [(option, ""), ([], file), (option, other)] {
                    let host = try HostProcess.run(
                        modules + words + ["call", "/caller/search"], environment: ["SWITCHBOARD_SERVICES": file])
                    #expect(host.lines == ["found"], "\(host.errors)")
                }
                #expect(server.requests.map(\.target) == Array(repeating: "/v1/search?text=hidden%20words", count: 3))
                #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer t0psecret" })
            }
        }
    }

    @Test func `secrets of a call are masked in traces and errors`() async throws {
        try await Self.withCaller { folder, modules in
            let answer = HTTPReply.answer(401, body: #"{"why":"Bearer t0psecret is old","text":"hidden words"}"#)
            try await HTTPServer.run(["/search": answer]) { server in
                let trace = folder.path("trace")
                let host = try HostProcess.run(
                    modules + ["--service", "accounts=\(server.origin)", "--trace-file", trace],
                    input: "call /caller/search --trace\nremote status\nresolve \(server.url("/search")) --explain\n")
                #expect(
                    host.errors.contains(
                        #"Caller's web service accounts answered 401: {"text":"***","why":"*** is old"}; check the "#
                            + #"credentials"#
                    ))
                let steps = try String(contentsOfFile: trace, encoding: .utf8)
                #expect(steps.contains("/search?text=***"))
                #expect(host.output.contains("last error: the web service accounts answered with status 401"))
                #expect(host.output.contains("remote accounts: no answer, from a web service for the calls of modules"))
                for text in [host.output, host.errors, steps] {
                    #expect(!text.contains("t0psecret") && !text.contains("hidden"))
                }
            }
        }
    }

    @Test func `only a module that declares a web service can call it`() async throws {
        try await Self.withCaller { _, modules in
            try await HTTPServer.run(["/search": .json(#""found""#)]) { server in
                let service =
                    modules + ["--service", "accounts=\(server.origin)", "--service", "bank=\(server.origin)"]
                for origin in ["shell", "external"] {
                    // `open` shows a web page, which only a browser would load.
                    for (verb, exitCode) in [("call", Int32(2)), ("open", 0)] {
                        let host = try HostProcess.run(service + ["--origin", origin, verb, server.url("/search")])
                        #expect(host.exitCode == exitCode)
                    }
                }
                let undeclared = try HostProcess.run(service + ["call", "/caller/bank"])
                #expect(undeclared.errors.contains("the web service bank is not sent: Caller does not declare it; add"))
                let offline = try HostProcess.run(service + ["--offline", "call", "/caller/search"])
                #expect(offline.errors.contains("leave out --offline"))
                #expect(server.requests.isEmpty)
                let allowed = try HostProcess.run(service + ["--origin", "external", "call", "/caller/search"])
                #expect(allowed.exitCode == 0)
            }
        }
    }

    @Test func `a call of a web service without an address is an error with a remedy`() async throws {
        try await Self.withCaller { _, modules in
            let host = try HostProcess.run(
                modules + ["--service", "bank=https://bank.example.com", "call", "/caller/search"],
                environment: ["SWITCHBOARD_SERVICES": ""])
            #expect(host.exitCode == 3)
            #expect(host.errors.contains("only for bank; start the host with --service NAME=URL"))
        }
    }

    @Test func `a stub answers for a web service if the module runs alone`() async throws {
        try await Self.withCaller { folder, modules in
            let stubs = try folder.write(#"{"https://accounts.test/search":{"value":"stubbed"}}"#, to: "stubs.json")
            let host = try HostProcess.run(
                modules + [
                    "--only", "Caller", "--stub", stubs, "--service", "accounts=https://accounts.test", "call",
                    "/caller/search",
                ])
            #expect(host.lines == ["stubbed"], "\(host.errors)")
        }
    }

    @Test func `module info lists the web services of a module`() async throws {
        try await Self.withCaller { folder, _ in
            let file = folder.path("libCaller.so")
            #expect(try HostProcess.run("module", "info", file).lines.contains("services  accounts"))
            let json = try HostProcess.run("--json", "module", "info", file)
            #expect(json.output.contains(#""web_services":["accounts"]"#))
        }
    }

    @Test(arguments: [
        ("accounts", "it is neither NAME=URL nor NAME=FOLDER"), ("=https://a.example", "a name is a lower-case letter"),
        ("Accounts=https://a.example", "a name is"), ("a b=https://a.example", "a name is"),
        ("accounts=", "not an http or https URL"), ("accounts=ftp://a.example", "not an http or https URL"),
        ("accounts=app://a", "not an http or https URL"),
        ("accounts=\(TemporaryFolder.absent)", "neither an http or https URL nor a folder"),
        ("accounts=ann:pa55word@a.example", "nor a folder"),
        ("accounts=https://ann:pa55word@a.example", "it has"), ("accounts=https://ann@a.example", "it has"),
        ("accounts=https://a.example/?key=1", "a query or a fragment"), ("accounts=https://a.example#x", "a query"),
        ("accounts=http://a.example", "write https, or add --allow-insecure"),
    ])
    func `a web service with an invalid name or address is refused`(option: String, reason: String) throws {
        let error = #expect(throws: Failure.self) {
            _ = try LookupConfiguration(services: WebServices(options: [option]).addresses).resolvers()
        }
        let text = "\(try #require(error))"
        #expect(text.contains(reason == "it has" ? "its address has a user name" : reason))
        #expect(!text.contains("pa55word"))
    }

    @Test(arguments: ["", "[]", #"{"accounts":1}"#, #"{"accounts":"x"}"#, "missing"])
    func `an invalid file of web services is refused in one line`(content: String) throws {
        try TemporaryFolder.with { folder in
            if content != "missing" { try folder.write(content, to: "services.json") }
            let host = try HostProcess.run(
                ["routes"], environment: ["SWITCHBOARD_SERVICES": folder.path("services.json")])
            #expect(host.exitCode == 64)
            #expect(host.errorLines.count == 1)
            #expect(host.errors.contains("web service"))
        }
    }
}
