@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(30))) struct `A service with many callers` {
    private static let body = #"{"kind":"redirect","url":"app://new"}"#
    private static let resolved = Outcome.resolved(.redirect(to: "app://new"))

    /// For requests that must not end at a limit, however slow the machine is.
    static let patient = RetryPolicy(total: .seconds(600), attempt: .seconds(600))

    private static func resolver(
        _ server: HTTPServer, _ clock: ManualTiming = ManualTiming(), path: String = "/lookup",
        retryPolicy: RetryPolicy = RetryPolicy()
    ) throws -> HTTPResolver {
        try HTTPResolver(
            ResolverSetup(endpoint: server.url(path)), retryPolicy: retryPolicy,
            network: Network(timing: clock.timing))
    }

    @Test func `a thousand callers with the same question send one request`() async throws {
        let gate = try Gate()
        try await HTTPServer.run(["/lookup": .json(Self.body).after(gate)]) { server in
            // An attempt that ended before all callers have asked would be followed by another attempt.
            let resolver = try Self.resolver(server, retryPolicy: Self.patient)
            try await withThrowingTaskGroup { group in
                for _ in 1...1_000 { group.addTask { try await Outcome(of: resolver, for: "app://old") } }
                try await Condition.becomesTrue { resolver.record.status.misses == 1_000 }
                gate.open()
                for try await outcome in group { #expect(outcome == Self.resolved) }
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `a request continues if some callers cancel, and ends if all cancel`() async throws {
        let gate = try Gate()
        try await HTTPServer.run(["/lookup": .json(Self.body).after(gate)]) { server in
            let resolver = try Self.resolver(server, retryPolicy: Self.patient)
            let tasks = (1...10).map { _ in Task { try await Outcome(of: resolver, for: "app://old") } }
            for await _ in server.arrivals { break }
            try await Condition.becomesTrue { resolver.record.status.misses == 10 }
            for task in tasks.dropLast() { task.cancel() }
            for task in tasks.dropLast() { #expect(try await task.value == .cancelled) }
            gate.open()
            #expect(try await tasks[9].value == Self.resolved)
            #expect(server.requests.count == 1)
        }
        try await HTTPServer.run(["/lookup": .never]) { server in
            let resolver = try Self.resolver(server, retryPolicy: Self.patient)
            let tasks = (1...10).map { _ in Task { try await Outcome(of: resolver, for: "app://old") } }
            for await _ in server.arrivals { break }
            for task in tasks { task.cancel() }
            for task in tasks { #expect(try await task.value == .cancelled) }
            await server.connectionsEnded()
        }
    }

    /// Two thousand answers of 10 KiB are more than twice the limit of the memory.
    @Test func `thousands of questions are sent eight at a time, in bounded memory`() async throws {
        let count = 500 * Rounds.count(usual: 4)
        let text = String(repeating: "a", count: 10 << 10)
        let reply = HTTPReply.kept(
            200, headers: ["Cache-Control": "max-age=60"], body: #"{"kind":"denied","reason":"\#(text)"}"#)
        try await HTTPServer.run(["/lookup": reply]) { server in
            // The last questions wait for all others, however slow the machine is.
            let resolver = try Self.resolver(server, retryPolicy: Self.patient)
            let limits = AnswerCache.Limits()
            try await withThrowingTaskGroup { group in
                for number in 1...count {
                    group.addTask { try await Outcome(of: resolver, for: "app://old/\(number)") }
                }
                for try await outcome in group {
                    #expect(outcome == .resolved(.denied(reason: text)))
                    #expect(resolver.cache.usage.bytes <= limits.memoryBytes)
                }
            }
            #expect(server.requests.count == count)
            #expect(server.peak <= Network.slotCount)
            // Connections are used again, unless the server has just closed them.
            #expect(server.connectionCount < server.requests.count / 4)
            #expect(server.connectionPeak <= 2 * Network.slotCount)
            #expect((1...limits.memoryCount).contains(resolver.cache.usage.answers))
        }
    }

    @Test func `a service keeps its connections while another service does not answer`() async throws {
        try await HTTPServer.run(["/lookup": .never]) { silent in
            let tasks = try (0..<Network.slotCount).map { number in
                let resolver = try Self.resolver(silent, retryPolicy: Self.patient)
                return Task { try await Outcome(of: resolver, for: "app://silent/\(number)") }
            }
            try await Condition.becomesTrue { silent.requests.count == Network.slotCount }
            try await HTTPServer.run(["/lookup": .kept(200, body: Self.body)]) { server in
                let resolver = try Self.resolver(server, retryPolicy: Self.patient)
                for number in 1...40 {
                    #expect(try await Outcome(of: resolver, for: "app://old/\(number)") == Self.resolved)
                }
                #expect(server.requests.count == 40 && server.connectionCount < 10)
            }
            for task in tasks { task.cancel() }
            for task in tasks { #expect(try await task.value == .cancelled) }
        }
    }

    @Test(
        arguments: [
            ([HTTPReply.answer(503), .json(body)], resolved, 2), ([.dropped, .dropped, .json(body)], resolved, 3),
            ([.answer(503)], .unavailable("it answered with status 503"), 3),
            ([.answer(429), .answer(404)], .none, 2), ([.answer(400)], .unavailable("it answered with status 400"), 1),
            ([.answer(501)], .unavailable("it answered with status 501"), 1),
            ([.json("{}")], .invalidAnswer(#""kind" is missing"#), 1),
        ] as [([HTTPReply], Outcome, Int)])
    func `a service is asked again if a retry may help`(replies: [HTTPReply], outcome: Outcome, count: Int) async throws
    {
        try await HTTPServer.run(sequences: ["/lookup": replies]) { server in
            let clock = ManualTiming()
            let found = try await Outcome(of: Self.resolver(server, clock), for: "app://old")
            #expect(found == outcome)
            #expect(server.requests.count == count)
            #expect(clock.pauses == [.milliseconds(125), .milliseconds(250)].prefix(count - 1).map { $0 })
        }
    }

    @Test func `a service is asked again if one attempt takes too long`() async throws {
        try await HTTPServer.run(sequences: ["/lookup": [.never, .json(Self.body)]]) { server in
            let clock = ManualTiming()
            let resolver = try HTTPResolver(
                ResolverSetup(endpoint: server.url("/lookup")),
                retryPolicy: RetryPolicy(total: .seconds(60), attempt: .seconds(2)),
                network: Network(timing: clock.timing))
            #expect(try await Outcome(of: resolver, for: "app://old") == Self.resolved)
            #expect(server.requests.count == 2)
            #expect(clock.pauses == [.milliseconds(125)])
        }
    }

    @Test(arguments: [("2", [Duration.seconds(2)]), ("7", [.seconds(7)]), ("8", []), ("soon", [.milliseconds(125)])])
    func `a service is asked again after its Retry-After if the time allows it`(value: String, pauses: [Duration])
        async throws
    {
        let busy = HTTPReply.answer(503, headers: ["Retry-After": value])
        try await HTTPServer.run(sequences: ["/lookup": [busy, .json(Self.body)]]) { server in
            let clock = ManualTiming()
            let found = try await Outcome(of: Self.resolver(server, clock), for: "app://old")
            let refusal = Outcome.unavailable("it answered with status 503 and asks for a pause of 8 s")
            #expect(found == (pauses.isEmpty ? refusal : Self.resolved))
            #expect(clock.pauses == pauses)
        }
    }

    /// The reply to five questions with three attempts each, and the reason if the service then counts as down.
    @Test(
        arguments: [
            (.answer(503), "it answered with status 503"), (.dropped, "it closed the connection without an answer"),
            (.answer(500), nil), (.answer(429), nil),
        ] as [(HTTPReply, String?)])
    func `five questions that find a service down open the breaker, and one answer closes it`(
        reply: HTTPReply, cause: String?
    ) async throws {
        let replies = Array(repeating: reply, count: 15) + [.answer(404)]
        try await HTTPServer.run(sequences: ["/lookup": replies]) { server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            for number in 1...5 { _ = try await Outcome(of: resolver, for: "app://old/\(number)") }
            #expect(server.requests.count == 15)
            #expect(resolver.status?.breaker == (cause == nil ? "closed" : "open"))
            if let cause {
                let reason = "it failed too often (last: \(cause)) and is not asked for up to 30 s"
                #expect(try await Outcome(of: resolver, for: "app://old") == .unavailable(reason))
                #expect(server.requests.count == 15)
                clock.advance(30)
            }
            #expect(try await Outcome(of: resolver, for: "app://old") == .none)
            #expect(resolver.status?.breaker == "closed")
        }
    }

    @Test(
        arguments: [301, 302, 303, 307, 308],
        ["/lookup/next", "lookup/next", "//HOST/lookup/next", "http://HOST/lookup/next", "/a/../lookup/next#part"])
    func `a redirect below the service's address is followed`(status: Int, location: String) async throws {
        let endpoint = try Endpoint("http://user:word@127.0.0.1:81/lookup?key=1")
        let target = endpoint.target(
            of: location.replacing("HOST", with: "127.0.0.1:81"),
            from: endpoint.question(about: RouteURL("app://x")))
        #expect(target == "http://user:word@127.0.0.1:81/lookup/next")
        let redirect = HTTPReply.answer(status, headers: ["Location": "/lookup/next"])
        try await HTTPServer.run(["/lookup": redirect, "/lookup/next": .json(Self.body)]) { server in
            let found = try await Outcome(of: Self.resolver(server), for: "app://old")
            #expect(found == Self.resolved)
            #expect(server.requests.map(\.path) == ["/lookup", "/lookup/next"])
        }
    }

    @Test func `three redirects of a service are followed at most`() async throws {
        let paths = ["/lookup"] + (1...4).map { "/lookup/\($0)" }
        let script = zip(paths, paths.dropFirst()).map { ($0, HTTPReply.answer(302, headers: ["Location": $1])) }
        try await HTTPServer.run(Dictionary(uniqueKeysWithValues: script)) { server in
            let outcome = try await Outcome(of: Self.resolver(server), for: "app://old")
            #expect(
                outcome
                    == .unavailable(
                        "it answered with status 302, a redirect beyond the limit of 3"))
            #expect(server.requests.map(\.path) == Array(paths.dropLast()))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `credentials are not sent to another origin`(
        status: Int
    ) async throws {
        try await HTTPServer.run(["/lookup": .json(Self.body)]) { other in
            let redirect = HTTPReply.answer(status, headers: ["Location": other.url("/lookup")])
            try await HTTPServer.run(["/lookup": redirect]) { server in
                let endpoint = server.url("/lookup").replacing("//", with: "//user:password@")
                let resolver = try HTTPResolver(endpoint: endpoint)
                let reason =
                    "it answered with status \(status), a redirect to \(other.origin) that is not followed "
                    + "(only GET redirects below \(server.url("/lookup")) are)"
                #expect(try await Outcome(of: resolver, for: "app://old") == .unavailable(reason))
                #expect(server.requests.count == 1)
                #expect(other.connectionCount == 0)
            }
        }
    }

    @Test(arguments: [
        "https://127.0.0.1:81/lookup/x", "http://127.0.0.1/lookup/x", "http://127.0.0.1:82/lookup",
        "http://127.0.0.1.example:81/x",
        "http://localhost:81/lookup", "http://lookup.example.com/resolve", "//other.example/lookup",
        "file:///etc/hosts", "http://127.0.0.1:81@other.example/",
        "//[::1]/x",
        "//%00/", "http://a b/", "/\u{1B}[2J", "\\\\other.example\\x",
    ])
    func `a redirect to another origin is not followed`(location: String) throws {
        for address in ["http://127.0.0.1:81/lookup", "https://lookup.example.com/resolve"] {
            #expect(try Endpoint(address).target(of: location, from: address + "?url=x") == nil)
        }
    }
}
