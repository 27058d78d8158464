@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import RemoteLookup

@Suite(.timeLimit(.minutes(2))) struct `The cached answer of a service` {
    private static let old = #"{"kind":"redirect","url":"app://old"}"#
    private static let new = #"{"kind":"redirect","url":"app://new"}"#
    private static let isOld = Outcome.resolved(.redirect(to: "app://old"))
    private static let isNew = Outcome.resolved(.redirect(to: "app://new"))

    private static func reply(_ body: String, _ control: String, _ more: [String: String] = [:]) -> HTTPReply {
        .answer(headers: more.merging(["Cache-Control": control]) { first, _ in first }, body: body)
    }

    private static func resolver(
        _ server: HTTPServer, _ clock: ManualTiming, path: String = "/lookup", folder: String? = nil,
        limits: AnswerCache.Limits = .init(),
        isOffline: Bool = false, report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> HTTPResolver {
        // A start begins after the writes of the earlier start.
        CacheWriter.shared.settle()
        var setup = ResolverSetup(endpoint: server.url(path))
        setup.cacheFolder = folder
        setup.isOffline = isOffline
        setup.report = report
        return try HTTPResolver(
            setup, retryPolicy: RetryPolicy(attempts: 1),
            network: Network(timing: clock.timing),
            limits: limits)
    }

    /// The files in a folder after all writes.
    private static func files(_ folder: String) -> [(name: String, identity: FileIdentity)] {
        CacheWriter.shared.settle()
        return CacheFolder(path: folder).files()
    }

    private static func expect(_ expected: Outcome, from resolver: HTTPResolver, url: String = "app://x") async throws {
        let outcome = try await Outcome(of: resolver, for: url)
        #expect(outcome == expected)
    }

    @Test func `a cached answer is not requested again while it is fresh`() async throws {
        try await HTTPServer.run(sequences: ["/lookup": [Self.reply(Self.old, "max-age=60"), .json(Self.new)]]) {
            server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            for _ in 1...3 { try await Self.expect(Self.isOld, from: resolver) }
            #expect(server.requests.count == 1)
            clock.advance(60)
            try await Self.expect(Self.isNew, from: resolver)
            #expect(server.requests.count == 2)
            #expect(resolver.status?.hits == 2)
            #expect(resolver.status?.misses == 2)
            #expect(resolver.status?.hitRate == 0.5)
        }
    }

    @Test func `cached answers are distinguished by the bytes of their URLs, not by string equality`() throws {
        let cache = AnswerCache(service: "service", folder: nil)
        let urls = ["app://caf\u{E9}", "app://cafe\u{301}", "app://\u{2126}", "app://\u{3A9}"]
        for url in urls {
            let headers = [HTTPHeader(name: "cache-control", value: "max-age=60")]
            let answer = HTTPAnswer(status: 200, headers: headers, body: Array(Self.old.utf8))
            let stored = try #require(
                StoredAnswer(
                    answer, to: HTTPRequest(address: "http://a", headers: []), service: "service", url: url, sent: 0,
                    received: 0))
            cache.keep(try KeptAnswer(stored), address: url)
        }
        #expect(cache.usage.answers == 4)
        for url in urls {
            let kept = try #require(cache.answer(for: url, service: "service") { url })
            #expect(kept.stored.url.utf8.elementsEqual(url.utf8))
        }
        cache.forget(urls[0], address: urls[0])
        #expect(cache.usage.answers == 3)
    }

    @Test func `a cached answer is revalidated with its validators and confirmed by 304`() async throws {
        let first = Self.reply(
            Self.old, "max-age=60", ["ETag": "\"1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
        let confirmation = HTTPReply.answer(304, headers: ["Cache-Control": "max-age=60"])
        try await HTTPServer.run(sequences: ["/lookup": [first, confirmation]]) { server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            try await Self.expect(Self.isOld, from: resolver)
            clock.advance(61)
            for _ in 1...2 { try await Self.expect(Self.isOld, from: resolver) }
            #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
            #expect(
                server.requests.map { $0.headers["if-modified-since"] } == [nil, "Sun, 06 Nov 1994 08:49:37 GMT"])
        }
    }

    @Test func `a stale answer is used while it is revalidated, and the new answer afterwards`() async throws {
        let first = Self.reply(Self.old, "max-age=60, stale-while-revalidate=60")
        try await HTTPServer.run(sequences: ["/lookup": [first, Self.reply(Self.new, "max-age=60")]]) { server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            try await Self.expect(Self.isOld, from: resolver)
            clock.advance(70)
            try await Self.expect(Self.isOld, from: resolver)
            let question = Question(RouteURL("app://x"))
            try await Condition.becomesTrue { resolver.recall(question)?.resolution == .redirect(to: "app://new") }
            try await Self.expect(Self.isNew, from: resolver)
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: [
        HTTPReply.answer(503), .dropped, .raw("nonsense"),
        .answer(headers: ["Content-Type": "text/html"], body: "<html>"),
    ])
    func `a cached answer is used if the service fails, as long as its head allows it`(failure: HTTPReply) async throws
    {
        let first = Self.reply(Self.old, "max-age=60, stale-if-error=60")
        try await HTTPServer.run(sequences: ["/lookup": [first, failure]]) { server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            try await Self.expect(Self.isOld, from: resolver)
            clock.advance(119)
            try await Self.expect(Self.isOld, from: resolver)
            #expect(resolver.status?.errors.count == 1)
            clock.advance(1)
            let outcome = try await Outcome(of: resolver, for: "app://x")
            #expect(outcome != Self.isOld)
        }
    }

    @Test(arguments: [401, 403]) func `a cached answer is not used after the service refuses the caller`(
        status: Int
    ) async throws {
        let first = Self.reply(Self.old, "max-age=60, stale-if-error=600")
        try await HTTPServer.run(sequences: ["/lookup": [first, .answer(status), .answer(503)]]) { server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            try await Self.expect(Self.isOld, from: resolver)
            clock.advance(61)
            for _ in 1...2 {
                let outcome = try await Outcome(of: resolver, for: "app://x")
                #expect(outcome != Self.isOld)
            }
        }
    }

    @Test(arguments: [["Cache-Control": "no-store"], ["Cache-Control": "max-age=600", "Vary": "*"]])
    func `a cached answer is dropped if its confirmation forbids caching`(headers: [String: String]) async throws {
        let first = Self.reply(Self.old, "max-age=60", ["ETag": "\"1\""])
        try await HTTPServer.run(
            sequences: ["/lookup": [first, .answer(304, headers: headers), Self.reply(Self.new, "max-age=60")]]
        ) { server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            try await Self.expect(Self.isOld, from: resolver)
            clock.advance(61)
            try await Self.expect(Self.isOld, from: resolver)
            #expect(resolver.status?.answers == 0)
            try await Self.expect(Self.isNew, from: resolver)
        }
    }

    @Test(arguments: [404, 410]) func `a 404 or 410 is cached for half a minute`(status: Int) async throws {
        let nothing = status == 404 ? Outcome.none : .resolved(.gone(reason: nil))
        try await HTTPServer.run(sequences: ["/lookup": [.answer(status), .json(Self.new)]]) { server in
            let clock = ManualTiming()
            let resolver = try Self.resolver(server, clock)
            try await Self.expect(nothing, from: resolver)
            clock.advance(29)
            try await Self.expect(nothing, from: resolver)
            #expect(server.requests.count == 1)
            clock.advance(1)
            try await Self.expect(Self.isNew, from: resolver)
        }
    }

    @Test(arguments: [
        HTTPReply.answer(500, headers: ["Cache-Control": "max-age=60"]),
        .answer(403, headers: ["Cache-Control": "max-age=60"]),
        .answer(302, headers: ["Cache-Control": "max-age=60", "Location": "https://a.example"]), .dropped,
        reply("<html>", "max-age=60"), reply(#"{"kind":"web","url":"app://x"}"#, "max-age=60"),
        reply(
            #"{"kind":"page","page":{"title":"","elements":[{"kind":"link","title":"","url":"no url"}]}}"#, "max-age=60"
        ),
        reply(old, "max-age=60", ["Content-Encoding": "gzip"]), reply(old, "no-store"),
        reply(old, "max-age=60", ["Vary": "*"]), reply(old, "max-age=60, x=\"y, no-store"),
    ])
    func `an answer that failed, is invalid or must not be stored is not cached`(first: HTTPReply) async throws {
        try await HTTPServer.run(sequences: ["/lookup": [first, .json(Self.new)]]) { server in
            let resolver = try Self.resolver(server, ManualTiming())
            _ = try await Outcome(of: resolver, for: "app://x")
            #expect(resolver.status?.answers == 0)
            try await Self.expect(Self.isNew, from: resolver)
        }
    }

    @Test func `a cached answer that varies by language is used only for its language`() async throws {
        let replies = [old, new].map { Self.reply($0, "max-age=60", ["Vary": "Accept-Language"]) }
        try await HTTPServer.run(sequences: ["/lookup": replies]) { server in
            let resolver = try Self.resolver(server, ManualTiming())
            let url = RouteURL("app://x")
            let ask = { (locale: String) in
                try await resolver.resolve(Question(url, host: HostDescription(locale: locale)))
            }
            #expect(try await ask("zh-CN") == .redirect(to: "app://old"))
            #expect(try await ask("zh-CN") == .redirect(to: "app://old"))
            #expect(try await ask("en") == .redirect(to: "app://new"))
            #expect(server.requests.map { $0.headers["accept-language"] } == ["zh-CN", "en"])
        }
    }

    private var old: String { Self.old }
    private var new: String { Self.new }

    @Test func `a cached answer survives a restart, and --offline uses it at any age`() async throws {
        try await TemporaryFolder.with { folder in
            try await HTTPServer.run(sequences: ["/lookup": [Self.reply(Self.old, "max-age=60"), .answer(500)]]) {
                server in
                let clock = ManualTiming()
                let path = folder.path("cache/deep/remote")
                try await Self.expect(Self.isOld, from: Self.resolver(server, clock, folder: path))
                try await Self.expect(Self.isOld, from: Self.resolver(server, clock, folder: path))
                clock.advance(1_000)
                let offline = try Self.resolver(server, clock, folder: path, isOffline: true)
                try await Self.expect(Self.isOld, from: offline)
                try await Self.expect(
                    .offline, from: offline,
                    url: "app://other")
                #expect(server.requests.count == 1)
                try offline.flush()
                #expect(try Self.resolver(server, clock, folder: path).status?.answers == 0)
            }
        }
    }

    @Test(arguments: [
        "", "x", "switchboard-answer 1 0\n{}", "switchboard-answer 2 0\n{}", String(repeating: "a", count: 3 << 20),
    ])
    func `damaged cache files are dropped with one line for all`(content: String) async throws {
        try await TemporaryFolder.with { folder in
            try await HTTPServer.run(sequences: ["/lookup": [Self.reply(Self.old, "max-age=60"), .json(Self.new)]]) {
                server in
                let clock = ManualTiming()
                for url in ["app://x", "app://y"] {
                    _ = try await Outcome(of: Self.resolver(server, clock, folder: folder.path), for: url)
                }
                for file in Self.files(folder.path) { try folder.write(content, to: file.name) }
                let (lines, line) = AsyncStream<String>.makeStream()
                let resolver = try Self.resolver(server, clock, folder: folder.path) { line.yield($0) }
                for url in ["app://x", "app://y"] { try await Self.expect(Self.isNew, from: resolver, url: url) }
                line.finish()
                var count = 0
                for await text in lines {
                    #expect(text.contains("damaged"))
                    count += 1
                }
                // A file that is too long is not from the cache, and is not read.
                #expect(count == (content.utf8.count > 1 << 20 ? 0 : 1))
            }
        }
    }

    @Test func `the cache removes answers above its limits`() async throws {
        try await TemporaryFolder.with { folder in
            try await HTTPServer.run(["/lookup": Self.reply(Self.old, "max-age=60")]) { server in
                let limits = AnswerCache.Limits(
                    memoryCount: 4, memoryBytes: 1 << 20, folderCount: 10, folderBytes: 1 << 20)
                let resolver = try Self.resolver(server, ManualTiming(), folder: folder.path, limits: limits)
                for number in 1...30 { try await Self.expect(Self.isOld, from: resolver, url: "app://x/\(number)") }
                #expect((1...10).contains(Self.files(folder.path).count))
                try await Self.expect(Self.isOld, from: resolver, url: "app://x/30")
                #expect(server.requests.count == 30)
            }
        }
    }

    @Test func `a cached answer's file has no secrets of the endpoint in its name or content`() async throws {
        try await TemporaryFolder.with { folder in
            try await HTTPServer.run(["/lookup": Self.reply(Self.old, "max-age=60")]) { server in
                var setup = ResolverSetup(
                    endpoint: server.url("/lookup?key=secret").replacing("//", with: "//user:hidden@"))
                setup.cacheFolder = folder.path("remote")
                try await Self.expect(Self.isOld, from: try HTTPResolver(setup))
                let files = Self.files(folder.path("remote"))
                #expect(files.count == 1)
                for file in files {
                    let text = try File.bytes(at: folder.path("remote") + "/" + file.name)
                    let content = file.name + String(decoding: text, as: UTF8.self)
                    #expect(!content.contains("secret") && !content.contains("hidden"))
                }
            }
        }
    }

    @Test func `each service's cached answers are counted and flushed separately`() async throws {
        try await TemporaryFolder.with { folder in
            let replies = ["/lookup": Self.reply(Self.old, "max-age=60"), "/other": Self.reply(Self.new, "max-age=60")]
            try await HTTPServer.run(replies) { server in
                let clock = ManualTiming()
                let one = try Self.resolver(server, clock, folder: folder.path)
                let paths = ["/other", "/lookup?key=other"]
                let others = try paths.map { try Self.resolver(server, clock, path: $0, folder: folder.path) }
                for url in ["app://x", "app://y"] { try await Self.expect(Self.isOld, from: one, url: url) }
                try await Self.expect(Self.isNew, from: others[0])
                try await Self.expect(Self.isOld, from: others[1])
                #expect([one.status?.answers, others[0].status?.answers, others[1].status?.answers] == [2, 1, 1])
                try one.flush()
                #expect([one.status?.answers, others[0].status?.answers, others[1].status?.answers] == [0, 1, 1])
                let again = try Self.resolver(server, clock, path: "/other", folder: folder.path)
                try await Self.expect(Self.isNew, from: again)
                #expect(server.requests.count == 4)
            }
        }
    }
}
