import ModuleTesting
import Synchronization
import Testing

@testable import Account

struct SessionTests {
    /// What another module might read of a session, with a type of its own.
    struct Reader: Decodable, Equatable {
        struct User: Decodable, Equatable {
            let name: String
        }

        let user: User?
    }

    @Test func `every session begins as a guest's`() async throws {
        let account = try await ModuleHarness.account()
        #expect(try await account.call("app://account/session") == Session.guest)
        #expect(account.commands.isEmpty)
    }

    @Test func `another module reads the session with its own type`() async throws {
        let account = try await ModuleHarness.account()
        let other = Origin.module("Messages")
        let guest: Reader = try await account.call("app://account/session", origin: other)
        try await account.logIn("lin")
        let user: Reader = try await account.call("app://account/session", origin: other)
        #expect(guest == Reader(user: nil))
        #expect(user == Reader(user: .init(name: "林晓")))
    }

    @Test(arguments: [
        (Session.guest, #"{"guest":{}}"#),
        (.user(id: "lin", name: "林晓"), #"{"user":{"id":"lin","name":"林晓"}}"#),
    ])
    func `a session's JSON has the form that other modules rely on`(session: Session, json: String) throws {
        #expect(try Payload(session).json() == Array(json.utf8))
        #expect(try Payload(json: Array(json.utf8)).decode(as: Session.self) == session)
    }

    @Test func `logging out leads to the centre of a guest`() async throws {
        let account = try await ModuleHarness.account()
        try await account.logIn("lin")
        try await account.open("app://account/profile")
        try await account.choose("Log out")
        #expect(account.page?.title == "User centre")
        #expect(account.page?.elements.first == .heading(Heading("Hello, guest")))
        #expect(try await account.call("app://account/session") == Session.guest)
    }

    @Test func `no outsider reads the session`() async throws {
        let account = try await ModuleHarness.account()
        let error = await #expect(throws: RequestError.self) {
            try await account.call("app://account/session", as: Session.self, origin: .external)
        }
        #expect(error?.code == .accessDenied)
    }

    @Test func `another module follows the session`() async throws {
        let account = try await ModuleHarness.account()
        let changes = try await account.stream("app://account/session/changes", of: Reader.self)
        var sessions = changes.makeAsyncIterator()
        #expect(try await sessions.next() == Reader(user: nil))
        try await account.logIn("lin")
        #expect(try await sessions.next() == Reader(user: .init(name: "林晓")))
        _ = try await account.call("app://account/logout", as: Session.self)
        #expect(try await sessions.next() == Reader(user: nil))
    }

    @Test func `a session is called, not opened`() async throws {
        let account = try await ModuleHarness.account()
        let error = await #expect(throws: RequestError.self) { try await account.open("app://account/session") }
        #expect(error?.code == .wrongVerb)
    }

    @Test func `a log-out while the service is asked ends the log-in, too`() async throws {
        let harness = Mutex<ModuleHarness<AccountModule>?>(nil)
        let service = Stub.handler(.call) { request in
            _ = try? await harness.withLock(\.self)?.call(
                "app://account/logout", as: Session.self, origin: .module("Account"))
            return .value(try AccountService.answer(to: request))
        }
        let account = try await ModuleHarness.account(service: service)
        harness.withLock { $0 = account }
        defer { harness.withLock { $0 = nil } }
        await #expect(throws: AccountError.loggedOut(user: "lin")) {
            try await account.logIn("lin")
        }
        #expect(try await account.call("app://account/session") == Session.guest)
        #expect(try await account.storage.secrets.read("token") == nil)
    }
}
