import ModuleTesting
import Testing

@testable import Account

@Suite(.timeLimit(.minutes(2))) struct `A restart of Account` {
    @Test func `a restart keeps the session`() async throws {
        let first = try await ModuleHarness.account()
        try await first.logIn("lin")
        let second = try await first.restart()
        #expect(try await second.call("app://account/session") == Session.user(id: "lin", name: "林晓"))
        try await second.open("app://account/profile")
        #expect(second.page?.elements.first == .field(Field("Name", "林晓")))
        #expect(try await second.call("app://account/token", as: Secret.self) == Secret("demonstration-lin"))
        #expect(second.requests.isEmpty)
    }

    @Test func `a log-out removes the token, and a restart begins as a guest`() async throws {
        let first = try await ModuleHarness.account()
        try await first.logIn("lin")
        _ = try await first.call("app://account/logout", as: Session.self)
        #expect(try await first.storage.secrets.read("token") == nil)
        #expect(try await first.restart().call("app://account/session") == Session.guest)
    }

    @Test func `an unreadable session becomes a guest session with a warning in the log`() async throws {
        let first = try await ModuleHarness.account()
        // A setting of another type cannot be read as a session.
        _ = try await first.storage.settings.value("session", default: 1)
        let second = try await first.restart()
        #expect(try await second.call("app://account/session") == Session.guest)
        #expect(second.log.map(\.level) == [.warning])
        try await second.logIn("chen")
        #expect(try await second.call("app://account/session") == Session.user(id: "chen", name: "陈一鸣"))
    }

    @Test func `a token that cannot be stored is still used, and the earlier token is removed`() async throws {
        let first = try await ModuleHarness.account()
        try await first.logIn("lin")
        // It is longer than a secret may be.
        let token = String(repeating: "x", count: 70_000)
        let answer = Stub.value(["name": "María Gómez", "token": token])
        let second = try await first.restart(stubs: [AccountService.pattern: answer])
        try await second.logIn("maria")
        #expect(try await second.call("app://account/session") == Session.user(id: "maria", name: "María Gómez"))
        #expect(try await second.call("app://account/token", as: Secret.self) == Secret(token))
        #expect(second.log.map(\.level) == [.warning])
        #expect(try await first.storage.secrets.read("token") == nil)
    }

    @Test func `a guest cannot read a token that is left in the storage`() async throws {
        let account = try await ModuleHarness.account()
        try await account.storage.secrets.write(Secret("left"), to: "token")
        await #expect(throws: AccountError.guest) { try await account.call("app://account/token", as: Secret.self) }
    }

    @Test func `modules receive the token only as a Secret object`() async throws {
        let account = try await ModuleHarness.account()
        await #expect(throws: AccountError.guest) { try await account.call("app://account/token", as: Secret.self) }
        try await account.logIn("lin")
        #expect(try await account.call("app://account/token", as: Secret.self) == Secret("demonstration-lin"))
        await #expect(throws: RequestError.self) { try await account.call("app://account/token", as: String.self) }
        await #expect(throws: RequestError.self) {
            try await account.call("app://account/token", as: Secret.self, origin: .external)
        }
    }

    @Test func `opening the home writes nothing to the log`() async throws {
        let account = try await ModuleHarness.account()
        try await account.open("app://account/home")
        #expect(account.log.isEmpty)
    }
}
