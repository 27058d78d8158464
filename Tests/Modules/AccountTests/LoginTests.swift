import ModuleKit
import Testing

@testable import Account

struct LoginTests {
    let lin = Session.user(id: "lin", name: "林晓")

    @Test func `the log-in is presented, with a choice of users`() async throws {
        let account = try await ModuleHarness.account()
        let feedback = try await account.open("app://account/login", origin: .external)
        #expect(feedback.stack.map(\.style) == [.presented])
        let form = try #require(account.page?.form)
        #expect(form.fields.flatMap(\.choices).map(\.value) == User.demonstration.map(\.id))
        #expect(form.completion == .dismiss)
    }

    @Test func `filling in the log-in begins the session`() async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/center")
        try await account.open("app://account/login")
        #expect(try await account.choose("Log in", filling: ["user": "lin", "password": "hush"])?.decode() == lin)
        #expect(account.page?.title == "User centre")
        #expect(try await account.call("app://account/session") == lin)
    }

    @Test func `a link to a user dismisses the log-in with the session`() async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/center")
        try await account.open("app://account/login")
        let feedback = try await account.open("app://account/login/lin")
        #expect(feedback.outcome == .dismissed(value: Payload(lin)))
        #expect(feedback.stack.map(\.url) == ["app://account/center"])
    }

    static let refusals: [(user: String, password: String?, error: AccountError)] = [
        ("nobody", nil, .unknownUser("nobody", known: ["lin", "chen", "maria"])),
        ("Lin", nil, .unknownUser("Lin", known: ["lin", "chen", "maria"])),
        ("..", nil, .unknownUser("..", known: ["lin", "chen", "maria"])),
        ("lin", "", .noPassword(user: "lin")),
    ]

    @Test(arguments: refusals) func `a refused user takes no other user's place, and the log-in stays`(
        _ row: (user: String, password: String?, error: AccountError)
    ) async throws {
        let account = try await ModuleHarness.account()
        _ = try await account.call(
            "app://account/session/begin", Credentials(user: "lin", password: "hush"), as: Session.self)
        try await account.open("app://account/login")
        await #expect(throws: row.error) {
            try await account.call(
                "app://account/session/begin", Credentials(user: row.user, password: row.password), as: Session.self)
        }
        #expect(account.page?.title == "Log in")
        #expect(try await account.call("app://account/session") == lin)
    }

    @Test func `the refusal names those who can log in`() {
        let text = AccountError.unknownUser("nobody", known: ["lin", "chen"]).description
        #expect(text == "there is no user \"nobody\"; log in as one of: lin, chen")
    }

    @Test func `a later log-in takes over, and the page tells so`() async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/login/lin")
        try await account.open("app://account/login")
        #expect(account.page?.elements.first == .text(Text("林晓 is logged in; the user that you choose takes over.")))
        try await account.open("app://account/login/maria")
        #expect(try await account.call("app://account/session") == Session.user(id: "maria", name: "María Gómez"))
    }

    @Test(arguments: ["app://account/login/lin", "app://account/logout"])
    func `no outsider changes who is logged in`(url: String) async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/login/maria")
        let error = await #expect(throws: RequestError.self) { try await account.open(url, origin: .external) }
        guard case .accessDenied(url, _, "Account", .modules, .external) = error else {
            Issue.record("expected accessDenied, found \(String(describing: error))")
            return
        }
        #expect(try await account.call("app://account/session") == Session.user(id: "maria", name: "María Gómez"))
    }
}

extension Page {
    /// The first form of the page.
    fileprivate var form: Form? {
        for case .form(let form) in elements { return form }
        return nil
    }
}
