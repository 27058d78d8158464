import ModuleTesting
import Testing

@testable import Account

struct CentreTests {
    static let others = [
        "app://rent/list": Stub.answer(Page("Homes")).labelled("account.centre", "Homes to let"),
        "app://favorites": .answer(Page("Favorites")).labelled("account.centre"),
        // Not links: the first has a parameter, the second is called (an action), and the third has another label.
        "app://rent/:id": .answer(Page("Home")).labelled("account.centre", "A home"),
        "app://rent/count": .value(1).labelled("account.centre", "Number of homes"),
        "app://messages/inbox": .answer(Page("Messages")).labelled("account", "Messages"),
    ].mapValues(\.optional)

    @Test func `an entry of the user centre opens another module's page`() async throws {
        let account = try await ModuleHarness.account(stubs: Self.others)
        try await account.open("app://account/centre", origin: .external)
        try await account.choose("Homes to let")
        #expect(account.page?.title == "Homes")
    }

    @Test func `the centre offers a guest the log-in`() async throws {
        let account = try await ModuleHarness.account(stubs: Self.others)
        try await account.open("app://account/centre")
        let page = try #require(account.page)
        #expect(page.elements.first == .heading(Heading("Hello, guest")))
        #expect(page.links.map(\.title) == ["Your profile", "app://favorites", "Homes to let", "Log in"])
    }

    @Test func `the centre greets a user by name and offers the log-out`() async throws {
        let account = try await ModuleHarness.account(stubs: Self.others)
        try await account.logIn("lin")
        try await account.open("app://account/centre")
        let page = try #require(account.page)
        #expect(page.elements.first == .heading(Heading("Hello, 林晓")))
        #expect(page.links.map(\.title) == ["Your profile", "app://favorites", "Homes to let"])
        let actions = page.elements.compactMap { if case .action(let action) = $0 { action.title } else { nil } }
        #expect(actions == ["Number of homes", "Log out"])
        try await account.choose("Log out")
        try await account.wait(for: "Hello, guest")
    }

    @Test(.timeLimit(.minutes(1))) func `an entry shows another module's badge and its changes`() async throws {
        let numbers = Live(2)
        let badge = Stub.handler(.call) { _ in .value(Payload(stream: numbers.values)) }
        let others = [
            "app://messages/inbox": Stub.answer(Page("Messages")).labelled("account.centre", "Messages"),
            "app://messages/unread": badge.labelled("account.centre.badge", "app://messages/inbox"),
            // Not a badge, because it is not a stream.
            "app://rent/news": .value(7).labelled("account.centre.badge", "app://rent/list"),
            "app://rent/list": .answer(Page("Homes")).labelled("account.centre", "Homes to let"),
        ].mapValues(\.optional)
        let account = try await ModuleHarness.account(stubs: others)
        try await account.open("app://account/centre")
        #expect(account.page?.links.map(\.title) == ["Your profile", "Messages", "Homes to let", "Log in"])
        try await account.logIn("lin")
        try await account.wait(for: "Messages ●2")
        try await account.open("app://account/centre")
        #expect(account.page?.links.map(\.title) == ["Your profile", "Messages ●2", "Homes to let"])
        numbers.value = 0
        try await account.wait { account.page?.links.map(\.title).contains("Messages") == true }
        numbers.value = 3
        try await account.wait(for: "Messages ●3")
        #expect(account.requests.count { $0.url == "app://messages/unread" } == 1)
    }

    @Test func `the centre is on the stack only once`() async throws {
        let account = try await ModuleHarness.account()
        try await account.logIn("lin")
        try await account.open("app://account/centre")
        try await account.choose("Your profile")
        try await account.choose("Log out")
        #expect(await account.navigator.stack().map(\.title) == ["User centre"])
        #expect(account.page?.elements.first == .heading(Heading("Hello, guest")))
    }

    @Test func `the centre without other modules has only its own entries`() async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/centre")
        #expect(account.page?.links.map(\.title) == ["Your profile", "Log in"])
    }

    @Test func `the routes that need a log-in and the centre's user routes have labels`() async throws {
        let account = try await ModuleHarness.account()
        #expect(account.routes(labelled: "needs-login").map(\.pattern) == ["/account/profile"])
        #expect(account.routes(labelled: "account.centre.user", origin: .external).isEmpty)
        #expect(account.routes(labelled: "account.centre.user").map(\.url) == ["app://account/logout"])
    }
}
