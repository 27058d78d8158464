import ModuleKit
import Testing

@testable import Account

@Suite struct `A restart of Account` {
    /// Starts the module again with the storage of an earlier one.
    private func restarted(_ earlier: ModuleHarness<AccountModule>) async throws -> ModuleHarness<AccountModule> {
        try await ModuleHarness(AccountModule.self, resolvers: [AccountService()]) { context in
            AccountModule(context: context, storage: earlier.storage)
        }
    }

    @Test func `a restart keeps the session`() async throws {
        let first = try await ModuleHarness.account()
        try await first.logIn("lin")
        let second = try await restarted(first)
        #expect(try await second.call("app://account/session") == Session.user(id: "lin", name: "林晓"))
        try await second.open("app://account/profile")
        #expect(second.page?.elements.first == .field(Field("Name", "林晓")))
        #expect(second.requests.isEmpty)
    }

    @Test func `a restart after the log-out begins as a guest, and the token is gone`() async throws {
        let first = try await ModuleHarness.account()
        try await first.logIn("lin")
        try await first.open("app://account/logout")
        #expect(try await first.storage.secrets.read("token") == nil)
        #expect(try await restarted(first).call("app://account/session") == Session.guest)
    }

    @Test func `a session that cannot be read is a guest's, and the log says so`() async throws {
        let first = try await ModuleHarness.account()
        // A setting of another type stands for one that cannot be read.
        _ = try await first.storage.settings.value("session", default: 1)
        let second = try await restarted(first)
        #expect(try await second.call("app://account/session") == Session.guest)
        #expect(second.log.map(\.level) == [.warning])
        try await second.logIn("chen")
        #expect(try await second.call("app://account/session") == Session.user(id: "chen", name: "陈一鸣"))
    }

    @Test func `the token is a secret that reaches modules as an object only`() async throws {
        let account = try await ModuleHarness.account()
        await #expect(throws: AccountError.guest) { try await account.call("app://account/token", as: Secret.self) }
        try await account.logIn("lin")
        #expect(try await account.call("app://account/token", as: Secret.self) == Secret("demonstration-lin"))
        await #expect(throws: RequestError.self) { try await account.call("app://account/token", as: String.self) }
        await #expect(throws: RequestError.self) {
            try await account.call("app://account/token", as: Secret.self, origin: .external)
        }
    }

    @Test func `nothing is read before the session is needed`() async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/home")
        #expect(account.log.isEmpty)
    }
}
