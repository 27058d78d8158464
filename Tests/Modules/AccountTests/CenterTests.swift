import ModuleKit
import Testing

@testable import Account

struct CenterTests {
    static let others: [String: Stub] = [
        "app://rent/list": .answer(Page("Homes") {}),
        "app://messages/inbox": .answer(Page("Messages") {}),
        "app://coupons/list": .answer(Page("Coupons") {}),
    ]

    @Test func `the first entry of the centre leads into another module`() async throws {
        let account = try await ModuleHarness(AccountModule.self, stubs: Self.others)
        try await account.open("app://account/center", origin: .external)
        let link = try #require(account.page?.links.first)
        #expect(link.url == "app://rent/list")
        try await account.open(link.url)
        #expect(account.page?.title == "Homes")
    }

    @Test func `a guest is offered the log-in`() async throws {
        let account = try await ModuleHarness(AccountModule.self, stubs: Self.others)
        try await account.open("app://account/center")
        let page = try #require(account.page)
        #expect(page.elements.first == .heading(Heading("Hello, guest")))
        #expect(page.links.map(\.title) == ["Homes to let", "Messages", "Coupons", "Your profile", "Log in"])
    }

    @Test func `a user is greeted by name and offered the log-out`() async throws {
        let account = try await ModuleHarness(AccountModule.self, stubs: Self.others)
        try await account.open("app://account/login")
        try await account.open("app://account/login/lin")
        try await account.open("app://account/center")
        let page = try #require(account.page)
        #expect(page.elements.first == .heading(Heading("Hello, 林晓")))
        #expect(page.links.map(\.title) == ["Homes to let", "Messages", "Coupons", "Your profile", "Log out"])
    }

    @Test func `entries of modules that are not there are seen, but are no links`() async throws {
        let account = try await ModuleHarness(AccountModule.self)
        try await account.open("app://account/center")
        let page = try #require(account.page)
        #expect(page.links.map(\.title) == ["Your profile", "Log in"])
        for title in ["Homes to let", "Messages", "Coupons"] {
            #expect(page.elements.contains(.text(Text("\(title) (not installed)"))))
        }
    }

    @Test(arguments: [
        ("app://rent/list", true), ("app://account/login", true), ("app://account/nothing", false), ("no url", false),
        ("", false),
    ])
    func `an entry is installed where its URL would be answered`(url: String, expected: Bool) async throws {
        let account = try await ModuleHarness(AccountModule.self, stubs: Self.others)
        #expect(account.module.isInstalled(CenterEntry("Entry", to: RouteReference(url))) == expected)
    }

    @Test(arguments: [
        (CenterEntry.Audience.everyone, true, true), (.guests, true, false), (.users, false, true),
    ])
    func `an entry is for its audience`(audience: CenterEntry.Audience, guest: Bool, user: Bool) {
        let entry = CenterEntry("Entry", to: RouteReference("app://entry"), for: audience)
        #expect(entry.isFor(.guest) == guest)
        #expect(entry.isFor(.user(id: "lin", name: "林晓")) == user)
    }
}
