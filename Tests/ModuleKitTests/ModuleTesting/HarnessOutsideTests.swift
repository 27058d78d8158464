@_spi(Host) import ModuleTesting
import Testing

/// A module whose start never ends.
private struct Sleeper: Module {
    static let info = ModuleInfo("Sleeper", "1.0", "Never starts")
    init(context: ModuleContext) {}
    var routes: [Route] {}
    func start() async throws { try await Task.sleep(for: .seconds(86_400)) }
}

/// A module that needs a web service and another module, and counts the values that it received.
private struct Newsstand: Module {
    static let info = ModuleInfo("Newsstand", "1.0", "Sells newspapers").webServices("press")

    struct Paper: APICall {
        typealias Answer = String
        var service: String { "press" }
        var path: RouteURL { "today" }
        var method: HTTPMethod { bytes.isEmpty ? .get : .put }
        var body: APIBody { bytes.isEmpty ? .none : .bytes(bytes, mediaType: "image/jpeg") }
        var bytes: [UInt8] = []
    }

    let context: ModuleContext
    let heard = Live(0)
    private let isFresh: Bool

    init(context: ModuleContext) { self.init(context: context, isFresh: true) }

    init(context: ModuleContext, isFresh: Bool) {
        self.context = context
        self.isFresh = isFresh
    }

    var routes: [Route] {
        Call("/news/today") { _ in try await context.send(Paper(), options: RequestOptions(deadline: .seconds(5))) }
        Call("/news/weather") { _ in try await context.call("app://weather/today", as: String.self) }
        Call("/news/slow") { _ in try await context.call("app://weather/slow", as: String.self) }
        Call("/news/upload") { _ in try await upload() }
        Call("/news/count") { _ in
            let count = try await context.storage.settings.value("count", default: 0)
            count.update { $0 += 1 }
            return count.value
        }
        Open("/news/page") { _ in Page("News") }.labelled("needs-login")
    }

    var subscriptions: [Subscription] {
        // The builder also takes a list of declarations.
        [
            Subscription(to: "weather.changed") { (_: Int) in
                heard.update { $0 += 1 }
                try await Task.sleep(for: .seconds(3_600))
            }
        ]
    }

    private func upload() async throws -> [Int] {
        let (parts, progress) = AsyncStream.makeStream(of: UploadProgress.self)
        let bytes = [UInt8](repeating: 1, count: 200_000)
        _ = try? await context.send(Paper(bytes: bytes), progress: progress)
        return await parts.reduce(into: []) { $0.append($1.sent) }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Stubs, guards and the clock of a harness` {
    private static let press = "https://press.test/today"

    /// A stub of the web service, and the error that a host's client would throw.
    @Test(arguments: [
        (Stub.status(401), ResolverError.status(resolver: "press", code: 401, excerpt: "")),
        (.status(503, "later"), .status(resolver: "press", code: 503, excerpt: "later")),
        (.unavailable, .unavailable(resolver: "press", reason: "nothing accepts connections there")),
        (.failure(.call, ResolverError.gone), .gone),
    ])
    func `a web service's stub fails as the service does in a host`(stub: Stub, reason: ResolverError) async throws {
        let news = try await ModuleHarness(Newsstand.self, stubs: [Self.press: stub])
        let error = await #expect(throws: RequestError.self) { try await news.call("/news/today", as: String.self) }
        #expect(error?.url == Self.press)
        #expect(error?.cause as? ResolverError == reason)
        #expect(error?.status == reason.status)
    }

    @Test(arguments: ["/news/today", "/news/weather"])
    func `a call to a late stub fails immediately with the deadline's error`(url: String) async throws {
        let stubs = [Self.press: Stub.late.optional, "app://weather/today": .late.optional]
        let news = try await ModuleHarness(Newsstand.self, stubs: stubs)
        let error = await #expect(throws: RequestError.self) { try await news.call(RouteURL(url), as: String.self) }
        guard case .deadline = error?.reason else { throw try #require(error) }
        // Only the late call has ended.
        #expect(try await news.call("/news/count", as: Int.self) == 1)
    }

    @Test(arguments: [
        (Stub.value("ok"), [65_536, 131_072, 196_608, 200_000]), (.status(500), [65_536, 131_072, 196_608, 200_000]),
        (.unavailable, [65_536, 131_072]), (.late, [65_536, 131_072]),
    ])
    func `an upload to a stub reports its progress, partially if the stub is unavailable or late`(
        stub: Stub, parts: [Int]
    ) async throws {
        let news = try await ModuleHarness(Newsstand.self, stubs: [Self.press: stub])
        #expect(try await news.call("/news/upload", as: [Int].self) == parts)
    }

    @Test func `a harness stubs another module's guard, which passes, refuses or redirects`() async throws {
        let open = try await ModuleHarness(Newsstand.self, guards: ["needs-login": .pass])
        #expect(try await open.open("app://news/page").outcome == .shown)
        let closed = try await ModuleHarness(Newsstand.self, guards: ["needs-login": .refuse("log in first")])
        let error = await #expect(throws: RequestError.self) { try await closed.open("app://news/page") }
        #expect("\(try #require(error))".contains("log in first"))
        let other = try await ModuleHarness(
            Newsstand.self, stubs: ["app://account/login": .answer(Page("Log in"))],
            guards: ["needs-login": .redirect(to: "app://account/login")])
        try await other.open("app://news/page")
        #expect(other.page?.title == "Log in")
    }

    @Test(arguments: [
        ("/news/wether", "no route for app://news/wether; did you mean app://news/weather"),
        ("/news/weather", "no route for app://weather/today; did you mean app://weather/tody?"),
    ])
    func `noRoute suggests the route or the stub with a similar URL`(path: String, text: String) async throws {
        let news = try await ModuleHarness(Newsstand.self, stubs: ["app://weather/tody": .value("sun").optional])
        let error = await #expect(throws: RequestError.self) {
            try await news.call(RouteURL(parsing: "app:/\(path)"), as: String.self)
        }
        #expect("\(try #require(error))".hasPrefix(text))
    }

    @Test func `a harness refuses a guard for an unknown label`() async {
        await #expect(throws: HarnessError.unknownLabels(["need-login"])) {
            try await ModuleHarness(Newsstand.self, guards: ["need-login": .pass, "needs-login": .pass])
        }
    }

    @Test func `a harness abandons a start that hangs, as a host does`() async {
        await #expect(throws: HarnessError.noStart(module: "Sleeper", .seconds(10))) {
            try await ModuleHarness(Sleeper.self, deadline: .zero)
        }
    }

    @Test(arguments: ["/news/page", "app://news/page"])
    func `a stub for a route of the module under test is refused with the line of the test`(_ url: String) async throws
    {
        let error = await #expect(throws: RegistrationError.self) {
            try await ModuleHarness(Newsstand.self, stubs: [url: .answer(Page("Mine")).optional])
        }
        #expect("\(try #require(error))".contains("(ModuleKitTests/HarnessOutsideTests.swift:"))
    }

    @Test func `a restarted module keeps its storage and gets new stubs`() async throws {
        let first = try await ModuleHarness(Newsstand.self, stubs: [Self.press: .value("old")])
        #expect(try await first.call("/news/today", as: String.self) == "old")
        #expect(try await first.call("/news/count", as: Int.self) == 1)
        try await first.open("app://news/page")
        let second = try await first.restart(stubs: [Self.press: .value("new")])
        #expect(second.requests.isEmpty && second.page == nil)
        #expect(try await second.call("/news/today", as: String.self) == "new")
        #expect(try await second.call("/news/count", as: Int.self) == 2)
        await #expect(throws: RequestError.self) { try await first.module.context.send(Newsstand.Paper()) }
        #expect(try await second.restart().call("/news/count", as: Int.self) == 3)
    }

    @Test func `a harness can advance its clock to a request's deadline`() async throws {
        let asked = Live(false)
        let slow = Stub.handler(.call) { _ in
            asked.value = true
            try await Task.sleep(for: .seconds(3_600))
            return .declined
        }
        let news = try await ModuleHarness(Newsstand.self, stubs: ["app://weather/slow": slow])
        let weather = Task { try await news.call("/news/slow", as: String.self) }
        try await news.wait { asked.value }
        news.advance(by: .seconds(9))
        #expect(news.traces.isEmpty)
        news.advance(by: .seconds(1))
        let error = await #expect(throws: RequestError.self) { try await weather.value }
        guard case .deadline("app://weather/slow", _, .seconds(10)) = error?.reason else { throw try #require(error) }
    }

    @Test func `a harness can advance its clock to a subscriber's deadline`() async throws {
        let news = try await ModuleHarness(Newsstand.self)
        async let delivery = news.publish("weather.changed", 1)
        try await news.wait { news.module.heard.value == 1 }
        news.advance(by: .seconds(10))
        #expect(await delivery.failures.map(\.module) == ["Newsstand"])
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .seconds(Int64.max)])
    func `a module answers after any advance of its clock, also by a negative time`(time: Duration) async throws {
        let news = try await ModuleHarness(Newsstand.self)
        for _ in 1...100 { news.advance(by: time) }
        #expect(try await news.call("/news/count", as: Int.self) == 1)
    }

    @Test func `a harness names its unused stubs`() async throws {
        let news = try await ModuleHarness(
            Newsstand.self,
            stubs: [
                Self.press: .value("today"), "https://press.test/tomorow": .value("mistyped"),
                "app://weather/today": .value("sun").optional,
            ])
        #expect(news.unusedStubs == [Self.press, "https://press.test/tomorow"])
        _ = try await news.call("/news/today", as: String.self)
        let error = await #expect(throws: HarnessError.unusedStubs(["https://press.test/tomorow"])) {
            try await news.stop()
        }
        #expect("\(try #require(error))".contains("nothing asked for the stubs https://press.test/tomorow; correct"))
        let again = try await news.restart(stubs: ["https://press.test/tomorow": .value("").optional])
        try await again.stop()
    }
}

extension ResolverError {
    fileprivate static let gone = ResolverError.invalidAnswer(resolver: "press", reason: "it is no JSON")
}
