import ModuleKit
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `A question to an HTTP service` {
    @Test(arguments: [
        (HTTPReply.never, Duration.milliseconds(200), 1),
        (.endless(bytesPerMillisecond: 1), .milliseconds(200), 1),
        (.endless(404, bytesPerMillisecond: 1), .seconds(1), 1),
        (.never, .milliseconds(1001), 2),
    ])
    func `a question to an HTTP service and its transfer end at the deadline`(
        reply: HTTPReply, deadline: Duration, seconds: Int
    ) async throws {
        try await HTTPServer.run(["/lookup": reply]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: deadline)
            #expect(try await Outcome(of: resolver, for: "app://home") == .timedOut(seconds: seconds))
            await server.connectionsEnded()
        }
    }

    @Test func `a late answer of an HTTP service before the deadline is used`() async throws {
        let gate = try Gate()
        let reply = HTTPReply.json(#"{"kind":"redirect","url":"app://home"}"#).after(gate)
        try await HTTPServer.run(["/lookup": reply]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            async let outcome = Outcome(of: resolver, for: "app://old")
            for await _ in server.arrivals { break }
            gate.open()
            #expect(try await outcome == .resolved(.redirect(to: "app://home")))
        }
    }

    @Test func `a question to an HTTP service and its transfer end if the caller cancels`() async throws {
        try await HTTPServer.run(["/lookup": .never]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            let question = Task { try await Outcome(of: resolver, for: "app://home") }
            for await _ in server.arrivals { break }
            question.cancel()
            #expect(try await question.value == .cancelled)
            await server.connectionsEnded()
        }
    }

    @Test func `a question to an HTTP service is not sent if its caller is already cancelled`() async throws {
        try await HTTPServer.run(["/lookup": .never]) { server in
            let resolver = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            let question = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await Outcome(of: resolver, for: "app://home")
            }
            #expect(try await question.value == .cancelled)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `a cancelled question to an HTTP service does not end another question`() async throws {
        let gate = try Gate()
        let script = ["/never": HTTPReply.never, "/lookup": HTTPReply.answer(404).after(gate)]
        try await HTTPServer.run(script) { server in
            let first = try HTTPResolver(endpoint: server.url("/never"), deadline: .seconds(60))
            let second = try HTTPResolver(endpoint: server.url("/lookup"), deadline: .seconds(60))
            let cancelled = Task { try await Outcome(of: first, for: "app://home") }
            async let answered = Outcome(of: second, for: "app://home")
            var arrivals = server.arrivals.makeAsyncIterator()
            _ = await (arrivals.next(), arrivals.next())
            cancelled.cancel()
            #expect(try await cancelled.value == .cancelled)
            gate.open()
            #expect(try await answered == .none)
        }
    }

    @Test func `a refused connection of an HTTP service is reported`() async throws {
        try await HTTPServer.runRefusing { origin in
            let resolver = try HTTPResolver(endpoint: origin + "/lookup", deadline: .seconds(60))
            let outcome = try await Outcome(of: resolver, for: "app://home")
            #expect(outcome == .unavailable("nothing accepts connections there"))
        }
    }

    /// No label of a host name has more than 63 bytes, so no server is asked for this one.
    @Test func `an unknown host of an HTTP service is reported`() async throws {
        let host = String(repeating: "a", count: 64) + ".invalid"
        let resolver = try HTTPResolver(endpoint: "http://\(host)/lookup", deadline: .seconds(60))
        #expect(try await Outcome(of: resolver, for: "app://home") == .unavailable("its host is not known"))
    }

    @Test func `a failed question names the endpoint of the HTTP service without secrets`() async throws {
        try await HTTPServer.run(["/lookup": .answer(500)]) { server in
            let endpoint = server.url("/lookup?key=secret").replacing("//", with: "//user:password@")
            let resolver = try HTTPResolver(endpoint: endpoint, deadline: .seconds(60))
            let error = ResolverError.unavailable(
                resolver: server.url("/lookup"), reason: "it answered with status 500")
            await #expect(throws: error) { try await resolver.resolve(Question(RouteURL("app://home"))) }
        }
    }
}
