import Foundation
import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `A service that takes several questions at once` {
    private typealias Asked = TestSupport.HTTPRequest

    private static let fields = ["Content-Type": "application/json", "Cache-Control": "max-age=60", "ETag": "\"1\""]

    /// A redirect to `app://new` with the question's last letter; none for `app://none…`.
    private static func answer(_ url: String) -> String {
        url.hasPrefix("app://none") ? "null" : #"{"kind":"redirect","url":"app://new/\#(url.suffix(1))"}"#
    }

    private static func urls(_ request: Asked) -> [String] {
        URLComponents(string: request.target)?.queryItems?.filter { $0.name == "url" }.compactMap(\.value) ?? []
    }

    /// Answers one question as ever, and says that it takes some; several as a batch.
    private static func reply(_ request: Asked, takes count: String, leavingOut left: String = "-") -> HTTPReply {
        let urls = urls(request)
        guard urls.count > 1 else {
            let fields = fields.merging(["Switchboard-Batch": count]) { first, _ in first }
            let answer = answer(urls.first ?? "")
            return answer == "null" ? .answer(404, headers: fields) : .answer(headers: fields, body: answer)
        }
        let answers = urls.filter { $0 != left }.map { #"{"url":"\#($0)","answer":\#(answer($0))}"# }
        return .answer(
            headers: fields, body: #"{"kind":"batch","answers":[\#(answers.joined(separator: ","))],"more":1}"#)
    }

    /// A resolver that gathers until as many questions wait as are expected.
    private static func resolver(_ server: HTTPServer, batcher count: Int) throws -> HTTPResolver {
        let reference = ResolverReference()
        var timing = Timing.system
        timing.sleep = { duration in
            guard duration == RequestBatcher.window else { return try await Task.sleep(for: duration) }
            try await Condition.becomesTrue { reference.gathered == count }
        }
        let resolver = try HTTPResolver(
            ResolverSetup(endpoint: server.url("/lookup")),
            retryPolicy: RetryPolicy(total: .seconds(600), attempt: .seconds(600)),
            network: Network(transport: CurlTransport(), timing: timing))
        reference.refer(to: resolver)
        return resolver
    }

    /// Asks for URLs at the same time.
    private static func ask(_ resolver: HTTPResolver, _ urls: [String]) async throws -> [String: Outcome] {
        try await withThrowingTaskGroup { group in
            for url in urls { group.addTask { (url, try await Outcome(of: resolver, for: url)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private static func expected(_ url: String) -> Outcome {
        url.hasPrefix("app://none") ? .none : .resolved(.redirect(url: "app://new/\(url.suffix(1))"))
    }

    @Test func `a service of several questions is asked them at once, and each answer is kept`() async throws {
        let gate = try Gate()
        let script = { @Sendable (request: Asked) in
            let reply = Self.reply(request, takes: "3")
            return Self.urls(request) == ["app://b"] ? reply.after(gate) : reply
        }
        try await HTTPServer.run(answering: script) { server in
            let resolver = try Self.resolver(server, batcher: 4)
            #expect(try await Outcome(of: resolver, for: "app://a") == Self.expected("app://a"))
            // Who comes while nobody asks goes at once.
            async let slow = Outcome(of: resolver, for: "app://b")
            try await Condition.becomesTrue { server.requests.count == 2 }
            let urls = ["app://f", "app://none", "app://d", "app://c"]
            for (url, outcome) in try await Self.ask(resolver, urls) { #expect(outcome == Self.expected(url)) }
            gate.open()
            #expect(try await slow == Self.expected("app://b"))
            let asked = server.requests.map(Self.urls)
            #expect(
                asked == [["app://a"], ["app://b"], ["app://c", "app://d", "app://f"], ["app://none"]])
            for url in urls { #expect(try await Outcome(of: resolver, for: url) == Self.expected(url)) }
            #expect(server.requests.count == 4)
            let question = Question(try RouteURL("app://c"))
            #expect(resolver.recall(question)?.freshFor ?? 0 > 50)
        }
    }

    @Test func `a service of several questions is asked a thousand at once before its first answer`() async throws {
        let gate = try Gate()
        let script = { @Sendable (request: Asked) in Self.reply(request, takes: "50").after(gate) }
        try await HTTPServer.run(answering: script) { server in
            let resolver = try Self.resolver(server, batcher: 1_000 - Network.slotCount)
            async let outcomes = Self.ask(resolver, (1...1_000).map { "app://old/\($0)" })
            try await Condition.becomesTrue { resolver.batcher.count == 1_000 - Network.slotCount }
            gate.open()
            for (url, outcome) in try await outcomes { #expect(outcome == Self.expected(url)) }
            // Eight by themselves, and the others by fifty.
            #expect(server.requests.count == 8 + 20)
            #expect(server.requests.allSatisfy { $0.target.utf8.count < 8_000 })
            #expect(server.peak <= Network.slotCount)
        }
    }

    @Test func `a service of several questions is asked by itself for each that a batch leaves out`() async throws {
        let script = { @Sendable (request: Asked) in Self.reply(request, takes: "9", leavingOut: "app://c") }
        try await Self.askTogether(script) { outcomes, asked in
            #expect(outcomes["app://c"] == Self.expected("app://c"))
            #expect(asked == [["app://b", "app://c", "app://d"], ["app://c"]])
        }
    }

    @Test(arguments: [
        HTTPReply.answer(404), .answer(414), .answer(400), .json(#"{"kind":"web","url":"https://a.example/"}"#),
        .json("<html>"), .json(#"{"kind":"batch"}"#), .answer(body: String(repeating: " ", count: 2 << 20)),
    ])
    func `a service that answers no batch is asked for each question by itself from then on`(reply: HTTPReply)
        async throws
    {
        let script = { @Sendable (request: Asked) in
            Self.urls(request).count > 1 ? reply : Self.reply(request, takes: "9")
        }
        try await Self.askTogether(script) { outcomes, asked in
            for (url, outcome) in outcomes { #expect(outcome == Self.expected(url)) }
            #expect(asked.first?.count == 3)
            // A question whose attempt takes too long on a busy machine is asked again.
            #expect(Set(asked.dropFirst()) == [["app://b"], ["app://c"], ["app://d"]])
        }
    }

    @Test func `a batch that fails fails for all of its questions`() async throws {
        let script = { @Sendable (request: Asked) in
            Self.urls(request).count > 1 ? .answer(501) : Self.reply(request, takes: "9")
        }
        try await Self.askTogether(script) { outcomes, asked in
            #expect(Set(outcomes.values.map { "\($0)" }).count == 1)
            #expect(outcomes["app://b"] == .unavailable("it answered with status 501"))
            #expect(asked.count == 1)
        }
    }

    @Test func `a batch with one nonsensical answer has that question refused`() async throws {
        let script = { @Sendable (request: Asked) in
            guard Self.urls(request).count > 1 else { return Self.reply(request, takes: "9") }
            let bad = [
                #""kind":"web","url":"app://x""#, #""kind":"batch","answers":[]"#,
                #""kind":"redirect","url":"app://new/d""#,
            ]
            let entries = zip(["b", "c", "d"], bad).map { #"{"url":"app://\#($0)","answer":{\#($1)}}"# }
            return .json(#"{"kind":"batch","answers":[\#(entries.joined(separator: ","))]}"#)
        }
        try await Self.askTogether(script) { outcomes, asked in
            #expect(asked.count == 1)
            for url in ["app://b", "app://c"] {
                guard case .invalidAnswer = outcomes[url] else {
                    Issue.record("\(url): \(String(describing: outcomes[url]))")
                    continue
                }
            }
            #expect(outcomes["app://d"] == Self.expected("app://d"))
        }
    }

    @Test func `a batch is asked on for the others where one gives up`() async throws {
        let gate = try Gate()
        let script = { @Sendable (request: Asked) in
            let reply = Self.reply(request, takes: "9")
            return Self.urls(request).count > 1 ? reply.after(gate) : reply
        }
        try await Self.askTogether(script, giveUp: gate) { outcomes, asked in
            #expect(outcomes["app://b"] == .cancelled)
            #expect(outcomes["app://d"] == Self.expected("app://d"))
            #expect(asked == [["app://b", "app://c", "app://d"]])
        }
    }

    @Test func `the document describes batches as they are read`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let text = try String(contentsOf: root.appending(path: "Documentation/RemoteLookup.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```json\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        let block = try #require(blocks.first { $0.contains(#""kind": "batch""#) })
        let batch = try #require(BatchAnswer(HTTPAnswer(status: 200, headers: [], body: Array(block.utf8))))
        #expect(batch.answer(for: "app://unknown")?.status == 404)
        let body = try #require(batch.answer(for: "app://rent/sale")?.body)
        #expect(try Resolution(json: body, from: "document") == .redirect(url: "app://rent/list"))
        #expect(batch.answer(for: "app://other") == nil)
    }

    /// Has three questions go together, while another one is under way; with their outcomes and what was asked for them.
    private static func askTogether(
        _ script: @escaping @Sendable (Asked) -> HTTPReply, giveUp: Gate? = nil,
        check: ([String: Outcome], [[String]]) throws -> Void
    ) async throws {
        let gate = try Gate()
        let held = { @Sendable (request: Asked) in
            let reply = Self.urls(request) == ["app://held"] ? Self.reply(request, takes: "9") : script(request)
            return Self.urls(request) == ["app://held"] ? reply.after(gate) : reply
        }
        try await HTTPServer.run(answering: held) { server in
            let resolver = try Self.resolver(server, batcher: 3)
            let field = HTTPHeader(name: RequestBatcher.field, value: "9")
            resolver.batcher.learn(from: HTTPAnswer(status: 404, headers: [field]))
            async let slow = Outcome(of: resolver, for: "app://held")
            try await Condition.becomesTrue { server.requests.count == 1 }
            let tasks = ["app://b", "app://c", "app://d"].map { url in
                (url, Task { try await Outcome(of: resolver, for: url) })
            }
            if let giveUp {
                try await Condition.becomesTrue { server.requests.count == 2 }
                tasks[0].1.cancel()
                _ = try await tasks[0].1.value
                giveUp.open()
            }
            var outcomes: [String: Outcome] = [:]
            for (url, task) in tasks { outcomes[url] = try await task.value }
            gate.open()
            _ = try await slow
            try check(outcomes, server.requests.dropFirst().map(Self.urls).sorted { $0.count > $1.count })
        }
    }
}

/// What a resolver that is made later gathers.
private final class ResolverReference: Sendable {
    private let resolver = Mutex<HTTPResolver?>(nil)

    var gathered: Int { resolver.withLock(\.self)?.batcher.count ?? 0 }

    func refer(to resolver: HTTPResolver) { self.resolver.withLock { $0 = resolver } }
}
