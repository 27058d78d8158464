import ModuleTesting
import Testing

@testable import Account

@Suite(.timeLimit(.minutes(2))) struct `The profile` {
    @Test func `a user sees the profile immediately`() async throws {
        let account = try await ModuleHarness.account()
        try await account.logIn("lin")
        try await account.open("app://account/profile")
        #expect(account.page?.elements.first == .field(Field("Name", "林晓")))
    }

    @Test func `a guest must log in before the profile is shown`() async throws {
        let account = try await ModuleHarness.account()
        let profile = Task { try await account.open("app://account/profile") }
        try await account.wait { account.page?.title == "Log in" }
        try await account.choose("Log in", filling: ["user": "chen", "password": "hush"])
        #expect(try await profile.value.outcome == .shown)
        #expect(account.page?.title == "Your profile")
        #expect(account.page?.elements.first == .field(Field("Name", "陈一鸣")))
    }

    @Test func `the profile is refused to a guest who dismisses the log-in`() async throws {
        let account = try await ModuleHarness.account()
        let profile = Task { try await account.open("app://account/profile") }
        try await account.wait { account.page?.title == "Log in" }
        account.navigator.perform(.dismiss(value: nil))
        let error = await #expect(throws: RequestError.self) { try await profile.value }
        #expect(error?.code == .refused)
        #expect(error?.url == "app://account/profile" && error?.stage == .interceptor("session", module: "Account"))
    }
}
