import ModuleKit
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `The HTTP resolver` {
    private static let redirect = #"{"kind":"redirect","url":"app://account/centre"}"#
    private static let resolved = Outcome.resolved(.redirect(to: "app://account/centre"))
    private static let broken = Outcome.unavailable("its answer broke off or is garbled")
    private static let notHTTP = Outcome.unavailable("its answer is not valid HTTP")
    private static let tooLong = Outcome.invalidAnswer("it is longer than 1048576 bytes")
    private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let html = ["Content-Type": "text/html; charset=utf-8"]

    static let answers = [
        AnswerRow("a redirect to another route", .json(redirect), resolved),
        AnswerRow(
            "a web page", .json(#"{"kind":"web","url":"https://m.example.com/nowhere"}"#),
            .resolved(.web(url: "https://m.example.com/nowhere"))),
        AnswerRow(
            "JSON with unknown fields", .json(#"{"kind":"web","url":"https://a.example","ttl":5}"#),
            .resolved(.web(url: "https://a.example"))),
        AnswerRow(
            "JSON sent as another type", .answer(headers: ["Content-Type": "text/plain"], body: redirect), resolved),
        AnswerRow(
            "JSON in two chunks",
            .raw(chunkedHead + redirect.prefix(5).chunk + redirect.dropFirst(5).chunk + "".chunk), resolved),
        AnswerRow("JSON byte by byte", .json(redirect).dripping, resolved),
        AnswerRow("JSON of the largest size", .json(redirect.padded(to: HTTPAnswer.bodyLimit)), resolved),
        AnswerRow("404", .answer(404, headers: html, body: "<html>no such page</html>"), .none),
        AnswerRow("404 with more than the limit", .endless(404), .none),
    ]

    static let failures = [
        AnswerRow("204", .answer(204), .unavailable("it answered with status 204")),
        AnswerRow("304", .answer(304), .unavailable("it answered with status 304")),
        AnswerRow(
            "401 with a challenge", .answer(401, headers: ["WWW-Authenticate": "Basic realm=\"lookup\""]),
            .unavailable("it answered with status 401")),
        AnswerRow("403", .answer(403), .unavailable("it answered with status 403")),
        AnswerRow("500", .answer(500, body: redirect), .unavailable("it answered with status 500")),
        AnswerRow("503", .answer(503), .unavailable("it answered with status 503")),
        AnswerRow("a dropped connection", .dropped, .unavailable("it closed the connection without an answer")),
        AnswerRow("a body that ends early", .answer(headers: ["Content-Length": "1000"], body: redirect), broken),
        AnswerRow("a chunk that ends early", .raw(chunkedHead + "FF\r\n{"), broken),
        AnswerRow("a chunk without a length", .raw(chunkedHead + "length\r\n{"), broken),
        AnswerRow("another protocol", .raw("SSH-2.0-Example\r\n"), notHTTP),
        AnswerRow("a version that does not exist", .raw("HTTP/1.1 abc\r\n\r\n"), notHTTP),
    ]

    static let invalidAnswers = [
        AnswerRow(
            "HTML", .answer(headers: html, body: "<html></html>"),
            .invalidAnswer("expected JSON, found text/html")),
        AnswerRow("nothing", .answer(), .invalidAnswer("expected JSON, found an answer without Content-Type")),
        AnswerRow(
            "a Content-Length that cuts the answer", .answer(headers: ["Content-Length": "7"], body: redirect),
            .invalidAnswer("expected JSON, found an answer without Content-Type")),
        AnswerRow(
            "an unknown kind", .json(#"{"kind":"dance","url":"https://a.example"}"#),
            .invalidAnswer("\"kind\": expected one of web, redirect, page, module, gone, denied, table, found dance")),
        AnswerRow("an answer without URL", .json(#"{"kind":"web"}"#), .invalidAnswer("\"url\" is missing")),
        AnswerRow(
            "a web page that is none", .json(#"{"kind":"web","url":"app://home"}"#),
            .invalidAnswer("\"url\": a web page needs an http or https URL, found app://home")),
        AnswerRow(
            "a control character", .json(#"{"kind":"\u001B[2J\n\u202Eweb","url":"https://a.example"}"#),
            .invalidAnswer(
                "\"kind\": expected one of web, redirect, page, module, gone, denied, table, "
                    + "found \u{FFFD}[2J \u{FFFD}web")),
        AnswerRow(
            "a control character in the type", .answer(headers: ["Content-Type": "\u{1B}[2J"]),
            .invalidAnswer("expected JSON, found \u{FFFD}[2j")),
        AnswerRow("one byte over the limit", .json(redirect.padded(to: HTTPAnswer.bodyLimit + 1)), tooLong),
        AnswerRow("200 MB, as announced", .endless(headers: ["Content-Length": "200000000"]), tooLong),
        AnswerRow("a body without end", .endless(), tooLong),
    ]

    @Test(arguments: answers + failures + invalidAnswers)
    func `the HTTP resolver has an outcome for each answer`(row: AnswerRow) async throws {
        try await HTTPServer.run(["/lookup": row.reply]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            #expect(try await Outcome(of: resolver, for: "app://home") == row.outcome)
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: [
        ("https://other.example:8443/lookup?secret=1", "https://other.example:8443"),
        ("http://user:password@other.example/", "http://other.example"),
        ("http://[::1]:81/", "http://[::1]:81"),
        ("//other.example/elsewhere", "http://other.example"),
        ("//[::1]/x", "http://[::1]"),
        ("//%00/", "http://%00"),
        ("//a%2Fb/", "http://a%2Fb"),
        ("http://[::1/", "http://[::1"),
        ("http://\u{1B}[2J/", "http://\u{FFFD}[2J"),
        ("HTTPS://a@b@other.example?query", "HTTPS://other.example"),
    ])
    func `the HTTP resolver reports a redirect and does not follow it`(location: String, origin: String) async throws {
        let reply = HTTPReply.answer(302, headers: ["Location": location], body: Self.redirect)
        try await HTTPServer.run(["/lookup": reply]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            let reason =
                "it answered with status 302, a redirect to \(origin) that is not followed "
                + "(only GET redirects below \(server.url("/lookup")) are)"
            #expect(try await Outcome(of: resolver, for: "app://home") == .unavailable(reason))
        }
    }

    @Test(arguments: ["http://", "//", "///path", "http://user@/", "mailto:someone@other.example", "data:,x"])
    func `a redirect without a target host is reported without a target`(location: String) async throws {
        try await HTTPServer.run(["/lookup": .answer(302, headers: ["Location": location])]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            let outcome = try await Outcome(of: resolver, for: "app://home")
            #expect(outcome == .unavailable("it answered with status 302"))
        }
    }

    @Test func `the HTTP resolver ends a transfer above the size limit`() async throws {
        try await HTTPServer.run(["/lookup": .endless()]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            #expect(try await Outcome(of: resolver, for: "app://home") == Self.tooLong)
            await server.connectionsEnded()
        }
    }
}
