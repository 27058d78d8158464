import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `The transport` {
    private func status(_ address: String, deadline: Duration = .seconds(60)) async throws -> Int {
        try await CurlTransport.get(address, bodyLimit: 100, deadline: deadline).status
    }

    private func expect(_ status: Int, from address: String, deadline: Duration = .seconds(60)) async throws {
        let found = try await self.status(address, deadline: deadline)
        #expect(found == status)
    }

    @Test func `the transport opens a new connection if the server closed the earlier one`() async throws {
        try await HTTPServer.run([:]) { server in
            for _ in 1...3 {
                try await expect(404, from: server.url("/lookup"))
                await server.connectionsEnded()
            }
            #expect(server.connectionCount == 3)
        }
    }

    @Test func `the transport sends fifty questions at the same time`() async throws {
        let gate = try Gate()
        try await HTTPServer.run(["/lookup": .answer(204).after(gate)]) { server in
            try await withThrowingTaskGroup { group in
                for _ in 1...50 { group.addTask { try await status(server.url("/lookup")) } }
                var arrivals = server.arrivals.makeAsyncIterator()
                for _ in 1...50 { _ = await arrivals.next() }
                #expect(server.connectionCount == 50)
                gate.open()
                for try await status in group { #expect(status == 204) }
            }
            await server.connectionsEnded()
        }
    }

    @Test func `the transport answers questions while other answers are endless`() async throws {
        let flood = HTTPReply.endless("a", after: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;")
        try await HTTPServer.run(["/flood": flood, "/drip": .endless(bytesPerMillisecond: 1)]) { server in
            try await withThrowingTaskGroup { group in
                for path in ["/flood", "/flood", "/flood", "/drip"] {
                    group.addTask {
                        await #expect(throws: TransportError.cancelled) {
                            try await CurlTransport.get(server.url(path), bodyLimit: .max, deadline: .seconds(60))
                        }
                    }
                }
                var arrivals = server.arrivals.makeAsyncIterator()
                for _ in 1...4 { _ = await arrivals.next() }
                for _ in 1...20 { try await expect(404, from: server.url("/lookup")) }
                group.cancelAll()
                try await group.waitForAll()
            }
            await server.connectionsEnded()
        }
    }

    @Test func `the transport ends all cancelled questions and stays usable`() async throws {
        try await HTTPServer.run(["/never": .never]) { server in
            try await withThrowingTaskGroup { group in
                for _ in 1...50 {
                    group.addTask {
                        await #expect(throws: TransportError.cancelled) { try await status(server.url("/never")) }
                    }
                }
                var arrivals = server.arrivals.makeAsyncIterator()
                for _ in 1...50 { _ = await arrivals.next() }
                group.cancelAll()
                try await group.waitForAll()
            }
            await server.connectionsEnded()
            try await expect(404, from: server.url("/lookup"))
        }
    }

    @Test(arguments: [Duration.milliseconds(50), .nanoseconds(1), .zero, .seconds(-1)])
    func `the transport ends a question at its deadline`(deadline: Duration) async throws {
        try await HTTPServer.run(["/never": .never]) { server in
            await #expect(throws: TransportError.timedOut) {
                try await status(server.url("/never"), deadline: deadline)
            }
            await server.connectionsEnded()
        }
    }

    @Test func `the transport accepts the longest possible deadline`() async throws {
        try await HTTPServer.run([:]) { server in
            try await expect(404, from: server.url("/lookup"), deadline: .seconds(Int64.max))
        }
    }

    @Test func `the transport keeps the fields of the last head`() async throws {
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        let answer = "HTTP/1.1 200 OK\r\nETag:  \"1\" \r\nVary: a\r\nVARY: b\r\nContent-Length: 2\r\n\r\n{}"
        try await HTTPServer.run(["/lookup": .raw(interim + answer)]) { server in
            let answer = try await CurlTransport.get(server.url("/lookup"), bodyLimit: 2, deadline: .seconds(60))
            #expect(answer.headers.map(\.name) == ["etag", "vary", "vary", "content-length"])
            #expect(answer.headers.map(\.value) == ["\"1\"", "a", "b", "2"])
            #expect(answer["vary"] == "a")
            #expect(answer.body == Array("{}".utf8))
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/hosts", "dict://127.0.0.1/"])
    func `the transport refuses schemes other than HTTP`(address: String) async throws {
        await #expect {
            try await status(address)
        } throws: { error in
            if case TransportError.failed = error { true } else { false }
        }
    }

    @Test func `the transport refuses an invalid address`() async throws {
        await #expect(throws: TransportError.failed(reason: "its address with the question is not a valid URL")) {
            try await status("http://a b/")
        }
    }
}
