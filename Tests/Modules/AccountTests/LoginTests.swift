import ModuleKit
import Testing

@testable import Account

struct LoginTests {
    let lin = Session.user(id: "lin", name: "林晓")

    @Test func `the log-in is presented, with a choice of users`() async throws {
        let account = try await ModuleHarness(AccountModule.self)
        let feedback = try await account.open("app://account/login", origin: .external)
        #expect(feedback.stack.map(\.style) == [.presented])
        let form = try #require(account.page?.form)
        #expect(form.fields.flatMap(\.choices).map(\.value) == User.demonstration.map(\.id))
        #expect(form.completion == .dismiss)
    }

    @Test func `filling in the log-in begins the session`() async throws {
        let account = try await ModuleHarness(AccountModule.self)
        try await account.open("app://account/center")
        try await account.open("app://account/login")
        #expect(try await account.choose("Log in", filling: ["user": "lin"])?.decode() == lin)
        #expect(account.page?.title == "User centre")
        #expect(try await account.call("app://account/session") == lin)
    }

    @Test func `a link to a user dismisses the log-in with the session`() async throws {
        let account = try await ModuleHarness(AccountModule.self)
        try await account.open("app://account/center")
        try await account.open("app://account/login")
        let feedback = try await account.open("app://account/login/lin")
        #expect(feedback.outcome == .dismissed(value: Payload(lin)))
        #expect(feedback.stack.map(\.url) == ["app://account/center"])
    }

    @Test func `an unknown user is refused, and the log-in stays`() async throws {
        let account = try await ModuleHarness(AccountModule.self)
        try await account.open("app://account/login")
        await #expect(throws: AccountError.unknownUser("nobody", known: ["lin", "chen", "maria"])) {
            try await account.open("app://account/login/nobody")
        }
        #expect(account.page?.title == "Log in")
        #expect(try await account.call("app://account/session") == Session.guest)
    }

    @Test func `an unknown user takes no other user's place`() async throws {
        let sessions = SessionService()
        _ = try sessions.logIn("lin")
        #expect(throws: AccountError.self) { try sessions.logIn("Lin") }
        #expect(sessions.current == lin)
    }

    @Test func `the refusal names those who can log in`() {
        let text = AccountError.unknownUser("nobody", known: ["lin", "chen"]).description
        #expect(text == "there is no user \"nobody\"; log in as one of: lin, chen")
    }

    @Test func `a later log-in takes over, and the page tells so`() async throws {
        let account = try await ModuleHarness(AccountModule.self)
        try await account.open("app://account/login/lin")
        try await account.open("app://account/login")
        #expect(account.page?.elements.first == .text(Text("林晓 is logged in; the user that you choose takes over.")))
        try await account.open("app://account/login/maria")
        #expect(try await account.call("app://account/session") == Session.user(id: "maria", name: "María Gómez"))
    }

    @Test(arguments: ["app://account/login/lin", "app://account/logout"])
    func `no outsider changes who is logged in`(url: String) async throws {
        let account = try await ModuleHarness(AccountModule.self)
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
