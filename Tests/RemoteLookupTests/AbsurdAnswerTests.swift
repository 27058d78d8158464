import ModuleKit
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `An absurd answer` {
    private static let body = #"{"kind":"redirect","url":"app://account/centre"}"#
    private static let resolved = Outcome.resolved(.redirect(to: "app://account/centre"))
    private static let broken = Outcome.unavailable("its answer broke off or is garbled")
    private static let notHTTP = Outcome.unavailable("its answer is not valid HTTP")
    private static let tooManyHeaders = Outcome.unavailable("its header lines are longer than 65536 bytes")
    private static let tooLong = Outcome.invalidAnswer("it is longer than 1048576 bytes")
    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

    private static func status(_ text: String) -> HTTPReply { .raw("HTTP/1.1 \(text)\r\n\r\n") }

    private static func length(_ lengths: String...) -> HTTPReply {
        .raw(head + lengths.map { "Content-Length: \($0)\r\n" }.joined() + "\r\n" + body)
    }

    static let lengths = [
        AnswerRow("the length 2⁶³ − 1", length("9223372036854775807"), tooLong),
        AnswerRow("the length 2⁶³", length("9223372036854775808"), tooLong),
        AnswerRow("a length of sixty digits", length(String(repeating: "9", count: 60)), tooLong),
        AnswerRow(
            "a length over the limit and nothing else", .raw(head + "Content-Length: 1048577\r\n\r\n").held,
            tooLong),
        AnswerRow("a negative length", length("-1"), notHTTP),
        AnswerRow("a signed length", length("+48"), notHTTP),
        AnswerRow("no length", length(""), notHTTP),
        AnswerRow("a length in letters", length("many"), notHTTP),
        AnswerRow("one length twice", length("48", "48"), resolved),
        AnswerRow("two lengths", length("48", "7"), notHTTP),
        AnswerRow("two lengths in one", length("48, 7"), notHTTP),
    ]

    static let bodies = [
        AnswerRow("a trailer", .raw(chunked + body.chunk + "0\r\nX-Trailer: 1\r\n\r\n"), resolved),
        AnswerRow(
            "a trailer and no body", .raw(chunked + "0\r\nLocation: //[::1]/x\r\n\r\n"),
            .invalidAnswer("expected JSON, found an answer without Content-Type")),
        AnswerRow("trailers without end", .endless("X-Trailer: 1\r\n", after: chunked + "0\r\n"), tooManyHeaders),
        AnswerRow("a trailer without end", .endless("a", after: chunked + "0\r\nX-Trailer: "), broken),
        AnswerRow("a chunk of 2⁶³ − 1 bytes", .raw(chunked + "7fffffffffffffff\r\n{}"), broken),
        AnswerRow("a chunk of 2⁶⁴ bytes", .raw(chunked + "10000000000000000\r\n{}"), broken),
        AnswerRow(
            "an encoding that nobody asked for", .raw(head + "Transfer-Encoding: x\r\n\r\n{}"),
            .unavailable("its answer is damaged, or its encoding is not gzip or deflate")),
        AnswerRow("a redirect's body without end", .endless(302), .unavailable("it answered with status 302")),
        AnswerRow("an error's body without end", .endless(500), .unavailable("it answered with status 500")),
    ]

    static let heads = [
        AnswerRow("fields without end", .endless("X-Field: 1\r\n", after: head), tooManyHeaders),
        AnswerRow("a field without end", .endless("a", after: head + "X-Field: "), tooManyHeaders),
        AnswerRow("a status line without end", .endless("a", after: "HTTP/1.1 200 "), tooManyHeaders),
        AnswerRow("100 without end", .endless("HTTP/1.1 100 Continue\r\n\r\n"), tooManyHeaders),
        AnswerRow("103 without end", .endless("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), tooManyHeaders),
        AnswerRow(
            "100 and then the answer", .raw("HTTP/1.1 100 Continue\r\nX: 1\r\n\r\n" + head + "\r\n" + body), resolved),
        AnswerRow(
            "100 and nothing else", status("100 Continue"), .unavailable("it closed the connection without an answer")),
        AnswerRow(
            "101",
            .endless("a", after: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
            .unavailable("it answered with status 101")),
        AnswerRow("a head that ends early", .raw("HTTP/1.1 302 Found\r\nContent-Len"), broken),
        AnswerRow(
            "a status line that ends early", .raw("HTTP/1.1 200"),
            .unavailable("it closed the connection without an answer")),
        AnswerRow("a field that goes on with nothing", .raw(head + " a\r\n\r\n"), notHTTP),
        AnswerRow("a line that is no field", .raw(head + "nonsense\r\n\r\n"), notHTTP),
        AnswerRow("a zero byte", .raw(head + "X-Field: a\0b\r\n\r\n"), notHTTP),
        AnswerRow("line feeds only", .raw("HTTP/1.1 200 OK\nContent-Length: 48\n\n" + body), resolved),
    ]

    static let noHeads = [
        AnswerRow("no head at all, as in HTTP/0.9", .raw(body), notHTTP),
        AnswerRow("zeros without end", .endless("\0"), notHTTP),
        AnswerRow("empty lines without end", .endless("\r\n"), notHTTP),
        AnswerRow("letters without end", .endless("a"), notHTTP),
        AnswerRow("bytes that are no text", .raw("\u{0}\u{1}\u{FFFD}\r\n\r\n"), notHTTP),
        AnswerRow("no status", .raw("HTTP/1.1\r\n\r\n"), notHTTP),
        AnswerRow("the status 0", status("000 None"), notHTTP),
        AnswerRow("the status −1", status("-1 None"), notHTTP),
        AnswerRow("the status 1000", status("1000 None"), notHTTP),
        AnswerRow("the status 999", status("999 None"), .unavailable("it answered with status 999")),
        AnswerRow("another version", .raw("HTTP/9.9 200 OK\r\n\r\n"), notHTTP),
    ]

    @Test(arguments: lengths + bodies + heads + noHeads)
    func `an absurd answer has an outcome and ends its transfer`(row: AnswerRow) async throws {
        try await HTTPServer.run(["/lookup": row.reply]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            let outcome = try await Outcome(of: resolver, for: "app://home")
            #expect(outcome == row.outcome)
            await server.connectionsEnded()
        }
    }

    @Test func `an absurd answer ends at the deadline if nothing else ends it`() async throws {
        try await HTTPServer.run(["/lookup": .endless("a", after: Self.chunked + "5;")]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .milliseconds(200))
            #expect(try await Outcome(of: resolver, for: "app://home") == .timedOut(seconds: 1))
            await server.connectionsEnded()
        }
    }
}
