import ModuleTesting
import TestSupport
import Synchronization
import Testing

@testable import Account

struct SessionTests {
    /// Another module's type for the parts of a session that it reads.
    struct Reader: Decodable, Equatable {
        struct User: Decodable, Equatable {
            let name: String
        }

        let user: User?
    }

    @Test func `a new session is a guest session`() async throws {
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

    @Test func `logging out opens the centre of a guest`() async throws {
        let account = try await ModuleHarness.account()
        try await account.logIn("lin")
        try await account.open("app://account/profile")
        try await account.choose("Log out")
        #expect(account.page?.title == "User centre")
        #expect(account.page?.elements.first == .heading(Heading("Hello, guest")))
        #expect(try await account.call("app://account/session") == Session.guest)
    }

    @Test func `an external caller cannot read the session`() async throws {
        let account = try await ModuleHarness.account()
        let error = await #expect(throws: RequestError.self) {
            try await account.call("app://account/session", as: Session.self, origin: .external)
        }
        #expect(error?.code == .accessDenied)
    }

    @Test func `another module receives the changes of the session`() async throws {
        let account = try await ModuleHarness.account()
        let changes = try await account.stream("app://account/session/changes", of: Reader.self)
        var sessions = changes.makeAsyncIterator()
        #expect(try await sessions.next() == Reader(user: nil))
        try await account.logIn("lin")
        #expect(try await sessions.next() == Reader(user: .init(name: "林晓")))
        _ = try await account.call("app://account/logout", as: Session.self)
        #expect(try await sessions.next() == Reader(user: nil))
    }

    @Test(.timeLimit(.minutes(1))) func `a later log-in ends an earlier log-in that waits`() async throws {
        let gates = ["lin": TaskGate(), "maria": TaskGate()]
        let service = Stub.handler(.call) { request in
            if let user = request.url.segments.last { await gates[user]?.pass() }
            return .value(try AccountService.answer(to: request))
        }
        let account = try await ModuleHarness.account(service: service)
        let lin = Task { try await account.logIn("lin") }
        try await account.wait { account.requests.count == 1 }
        let maria = Task { try await account.logIn("maria") }
        try await account.wait { account.requests.count == 2 }
        gates["lin"]?.open()
        await #expect(throws: AccountError.loggedOut(user: "lin")) { try await lin.value }
        gates["maria"]?.open()
        #expect(try await maria.value == .user(id: "maria", name: "María Gómez"))
        #expect(try await account.storage.secrets.read("token") == Secret("demonstration-maria"))
    }

    @Test(.timeLimit(.minutes(1))) func `a log-out immediately after a log-in publishes the last event`() async throws {
        let published = Mutex<[Session]>([])
        let account = try await ModuleHarness(
            AccountModule.self, stubs: [AccountService.pattern: AccountService.login.optional],
            subscriptions: [Subscription(to: .session) { session in published.withLock { $0.append(session) } }])
        for _ in 0..<10 {
            var sessions = try await account.stream("app://account/session/changes", of: Session.self)
                .makeAsyncIterator()
            #expect(try await sessions.next() == .guest)
            async let logIn = account.logIn("lin")
            // The token is being written, and the event is not published yet.
            #expect(try await sessions.next() != .guest)
            _ = try await account.call("app://account/logout", as: Session.self)
            _ = try await logIn
            #expect(published.withLock(\.last) == .guest)
        }
    }

    @Test func `a session can be called but not opened`() async throws {
        let account = try await ModuleHarness.account()
        let error = await #expect(throws: RequestError.self) { try await account.open("app://account/session") }
        #expect(error?.code == .wrongVerb)
    }

    @Test func `a log-out during the call to the service cancels the log-in`() async throws {
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
