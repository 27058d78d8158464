@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Pages in a harness` {
    private typealias City = ShopModule.City

    @Test func `a harness dismisses a page with the value of the chosen action`() async throws {
        let shop = try await ModuleHarness(ShopModule.self, stubs: ["/bank/pay": .value(true)])
        async let isPaid = shop.call("app://shop/buy", as: Bool.self)
        try await shop.wait { shop.page?.title == "Which city?" }
        try await shop.choose("Hangzhou")
        #expect(try await isPaid)
        #expect(await shop.navigator.stack().isEmpty)
    }

    @Test func `a harness returns the value with which a page was dismissed`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        async let city = shop.open("app://shop/city", awaiting: City.self)
        try await shop.wait(for: "[1] Hangzhou")
        try await shop.choose("Other", filling: ["name": "Suzhou"])
        #expect(try await city == City(name: "Suzhou"))
    }

    @Test func `a harness completes a choice as the page declares`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        try await shop.open("app://shop/city")
        #expect(try await shop.choose("Ask")?.decode() == City(name: "Hangzhou"))
        #expect(shop.page?.title == "Which city?")
        #expect(try await shop.choose("Close") == nil)
        #expect(shop.page?.title == "Your basket")
        #expect(shop.log == [LogRecord(.notice, "closed", from: "Shop")])
    }

    @Test func `a harness cannot choose on a page that another page covers`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        try await shop.open("app://shop/city")
        try await shop.open("app://shop/basket")
        await #expect(throws: HarnessError.nothingToChoose(title: "Hangzhou", choices: ["Add one"])) {
            try await shop.choose("Hangzhou")
        }
        #expect(await shop.navigator.stack().count == 2)
    }

    @Test func `a harness without a page has nothing to choose`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        let error = await #expect(throws: HarnessError.self) { try await shop.choose("Hangzhou") }
        #expect("\(try #require(error))".hasSuffix("; open a page with links, actions or forms"))
    }

    @Test func `a choice fails if the navigator refuses its command`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        try await shop.open("app://shop/city")
        let error = await #expect(throws: HarnessError.self) { try await shop.choose("Back to the shop") }
        #expect("\(try #require(error))".contains("no open page has the URL app://nowhere"))
    }

    @Test func `a harness prints a page as the shell does`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        #expect(shop.text() == nil)
        try await shop.open("app://shop/basket")
        #expect(
            shop.text(width: 40) == """
                Your basket
                ───────────
                  In the basket: 0
                  [1] Add one

                """)
        try await shop.choose("Add one")
        #expect(shop.text()?.contains("In the basket: 1") == true)
    }

    @Test(arguments: [-1, 0, 20, 10_001, .max]) func `a harness prints a page at any width`(_ width: Int) async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        try await shop.open("app://shop/basket")
        #expect(shop.text(width: width)?.hasPrefix("Your basket\n") == true)
    }

    @Test func `a harness waits until a page shows a change of its view model`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        try await shop.open("app://shop/basket")
        let basket = shop.module.basket
        Task { for _ in 1...100 { basket.count.update { $0 += 1 } } }
        try await shop.wait(for: "In the basket: 100")
        try await shop.wait { basket.count.value == 100 }
    }

    @Test func `a wait ends at the deadline, and its error prints the page`() async throws {
        // The page has to open within the deadline, too, on a loaded machine.
        let shop = try await ModuleHarness(ShopModule.self, deadline: .seconds(1))
        let empty = await #expect(throws: HarnessError.self) { try await shop.wait(for: "anything") }
        #expect(
            "\(try #require(empty))"
                == "no page showed \"anything\" within 1.0 seconds; correct it or the module. No page is open.")
        try await shop.open("app://shop/basket")
        let error = await #expect(throws: HarnessError.self) { try await shop.wait { false } }
        #expect("\(try #require(error))".contains("the condition was not true within 1.0 seconds"))
        #expect("\(try #require(error))".hasSuffix("  In the basket: 0\n  [1] Add one\n"))
    }

    @Test func `a request ends at the deadline if its page is not answered`() async throws {
        let shop = try await ModuleHarness(ShopModule.self, deadline: .milliseconds(500))
        for url in ["app://shop/city", "app://shop/buy"] {
            let error = await #expect(throws: RequestError.self) {
                if url.hasSuffix("buy") { return try await shop.call(RouteURL(url), as: Bool.self) }
                return try await shop.open(RouteURL(url), awaiting: City.self) == nil
            }
            #expect("\(try #require(error))".contains("the page was not answered within 0.5 s; dismiss it"))
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `Requests in a harness` {
    @Test func `a harness receives streams and objects`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        var prices: [Int] = []
        for try await price in try await shop.stream("app://shop/prices", of: Int.self) { prices.append(price) }
        #expect(prices == [1, 2, 3])
        let basket = try await shop.call("app://shop/model", as: ShopModule.Basket.self)
        #expect(basket === shop.module.basket)
    }

    @Test func `a harness passes request options`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        let options = RequestOptions(context: "SPRING")
        #expect(try await shop.call("app://shop/coupon", as: String.self, options: options) == "SPRING")
        let error = await #expect(throws: RequestError.self) {
            let options = RequestOptions(deadline: .milliseconds(20))
            return try await shop.call("app://shop/slow", as: Bool.self, options: options)
        }
        guard case .deadline("app://shop/slow", _, .milliseconds(20)) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test func `a harness runs several modules and records the requests of the tested module`() async throws {
        let shop = try await ModuleHarness(ShopModule.self, with: [BankModule.self])
        async let isPaid = shop.call("app://shop/buy", as: Bool.self)
        try await shop.wait(for: "Which city?")
        await shop.perform(.dismiss(value: nil))
        #expect(try await isPaid)
        #expect(shop.requests.map(\.url) == ["app://shop/city", "app://bank/pay"])
        #expect(try shop.requests.last?.body?.decode() == ShopModule.Payment(amount: 42))
        #expect(shop.requests.last?.origin == .module("Shop"))
        #expect(shop.traces.map(\.url) == ["app://shop/city", "app://bank/pay", "app://shop/buy"])
        #expect(shop.traces.last?.steps.last?.stage == .handler(route: "/shop/buy", module: "Shop"))
    }

    @Test func `a harness uses a look-up table instead of a remote`() async throws {
        let table = try LookupTable([
            "app://old/:id": .redirect(to: "app://shop/basket"), "app://gone": .gone(reason: nil),
        ])
        let shop = try await ModuleHarness(ShopModule.self, resolvers: [table])
        try await shop.open("app://old/42")
        #expect(shop.page?.title == "Your basket")
        await #expect(throws: RequestError.self) { try await shop.open("app://gone") }
        #expect(throws: LookupTableError.self) { try LookupTable(["/a/:": .gone(reason: nil)]) }
    }

    @Test func `a harness stops its modules as a host does`() async throws {
        let shop = try await ModuleHarness(ShopModule.self, with: [BankModule.self])
        try await shop.stop()
        #expect(shop.log.last == LogRecord(.info, "the shop closes", from: "Shop"))
        #expect(shop.availability(of: "app://shop/basket") == .no)
        #expect(shop.availability(of: "app://bank/pay", for: .call) == .no)
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The log of a module` {
    @Test func `a module's log has its messages with their values`() async throws {
        let shop = try await ModuleHarness(ShopModule.self, with: [BankModule.self])
        async let isPaid = shop.call("app://shop/buy", as: Bool.self)
        try await shop.wait(for: "Which city?")
        try await shop.choose("Hangzhou")
        #expect(try await isPaid)
        #expect(
            shop.log == [
                LogRecord(.notice, "a person buys", ["city": "Hangzhou", "count": 0], from: "Shop"),
                LogRecord(.debug, "paid", ["amount": 42], from: "Bank"),
            ])
    }

    @Test func `a module's log hides the values of sensitive parameters`() async throws {
        let shop = try await ModuleHarness(ShopModule.self)
        try await shop.open("app://shop/secret/hush42")
        let shown = "app://shop/secret/***"
        #expect(
            shop.log == [
                LogRecord(
                    .warning, "opened \(shown) with ***", ["code": "***", "list": ["***"], "url": shown],
                    from: "Shop")
            ])
    }

    @Test func `a module's log takes any Encodable value, and reports a value that cannot be encoded`() async throws {
        struct Odd: Encodable, Sendable {
            func encode(to encoder: any Encoder) throws { throw ShopModule.ShopError.closed }
        }
        let shop = try await ModuleHarness(LoggingModule.self) { context in
            LoggingModule(
                context: context, values: ["odd": Odd(), "city": ShopModule.City(name: "a"), "none": Int?.none])
        }
        let values = try #require(shop.log.first).values
        #expect(values["city"] == Payload(["name": "a"]))
        #expect(values["none"] == Payload(Int?.none))
        let odd: String? = try values["odd"]?.decode()
        #expect(odd?.contains("cannot be encoded as JSON") == true)
    }

    private struct LoggingModule: Module {
        static let info = ModuleInfo("Logging", "1.0", "Logs")
        let context: ModuleContext
        let values: [String: any Encodable & Sendable]

        init(context: ModuleContext) { self.init(context: context, values: [:]) }
        init(context: ModuleContext, values: [String: any Encodable & Sendable]) {
            self.context = context
            self.values = values
        }

        var routes: [Route] {}

        func start() async throws { context.log(.error, "started", values) }
    }

    private final class Reader: MediationObserver {
        let logLevel: LogLevel?
        let records = Live<[LogRecord]>([])

        init(_ level: LogLevel?) { logLevel = level }

        var wantsTraces: Bool { false }
        func requestEnded(_ trace: Trace) {}
        func noticed(_ note: MediationNote) {}
        func logged(_ record: LogRecord) { records.update { $0.append(record) } }
    }

    @Test(arguments: [nil] + LogLevel.allCases) func `the log builds only the messages that the host wants`(
        _ least: LogLevel?
    ) {
        let reader = Reader(least)
        let mediator = Switchboard(navigator: RecordingNavigator(), observer: reader)
        let context = ModuleContext(name: "Some", mediator: mediator)
        var made = 0
        func message() -> String {
            made += 1
            return "made"
        }
        for level in LogLevel.allCases { context.log(level, message()) }
        let wanted = LogLevel.allCases.filter { level in least.map { level >= $0 } ?? false }
        #expect(made == wanted.count)
        #expect(reader.records.value.map(\.level) == wanted)
    }
}
