import ModuleTesting
import Testing

@testable import Account

struct LoginTests {
    let lin = Session.user(id: "lin", name: "林晓")

    @Test func `the log-in is presented as a form`() async throws {
        let account = try await ModuleHarness.account()
        let feedback = try await account.open("app://account/login", origin: .external)
        #expect(feedback.stack.map(\.style) == [.presented])
        let form = try #require(account.page?.form)
        #expect(form.fields.map(\.name) == ["user", "password"])
        #expect(form.completion == .dismiss)
    }

    @Test func `filling in the log-in form starts the session`() async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/centre")
        try await account.open("app://account/login")
        #expect(try await account.choose("Log in", filling: ["user": "lin", "password": "hush"])?.decode() == lin)
        #expect(account.page?.title == "User centre")
        #expect(try await account.call("app://account/session") == lin)
    }

    static let refusals: [(user: String, password: String, error: AccountError)] = [
        ("nobody", "hush", .unknownUser("nobody")), ("Lin", "hush", .unknownUser("Lin")),
        ("..", "hush", .unknownUser("..")), ("lin", "", .wrongPassword(user: "lin")),
    ]

    @Test(arguments: refusals) func `a refused log-in keeps the current user and the log-in page`(
        _ row: (user: String, password: String, error: AccountError)
    ) async throws {
        let account = try await ModuleHarness.account()
        try await account.logIn("lin")
        try await account.open("app://account/login")
        await #expect(throws: row.error) { try await account.logIn(row.user, password: row.password) }
        #expect(account.page?.title == "Log in")
        #expect(try await account.call("app://account/session") == lin)
    }

    @Test func `the log-in page names the current user, whom a later log-in replaces`() async throws {
        let account = try await ModuleHarness.account()
        try await account.logIn("lin")
        try await account.open("app://account/login")
        #expect(account.page?.elements.first == .text(Text("林晓 is logged in until another user logs in.")))
        try await account.logIn("maria")
        #expect(try await account.call("app://account/session") == Session.user(id: "maria", name: "María Gómez"))
    }

    @Test func `an external caller cannot log a user out`() async throws {
        let url = "app://account/logout"
        let account = try await ModuleHarness.account()
        try await account.logIn("maria")
        let error = await #expect(throws: RequestError.self) {
            try await account.open(RouteURL(url), origin: .external)
        }
        #expect(error?.code == .accessDenied)
        #expect(error?.url == url)
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
