import ModuleTesting
import Testing

@testable import Account

@Suite(.timeLimit(.minutes(2))) struct `The web service of Account` {
    static let login: RouteURL = "app://account/session/begin"
    static let lin = Session.user(id: "lin", name: "林晓")

    @Test func `a log-in calls the service, and neither traces nor the log have password or token`() async throws {
        let account = try await ModuleHarness.account()
        let session: Session = try await account.call(Self.login, Credentials(user: "lin", password: "hush-hush"))
        #expect(session == Self.lin)
        #expect(account.requests.map(\.url) == ["https://accounts.test/login/lin"])
        for text in ["hush-hush", "demonstration-lin"] {
            #expect(!"\(account.traces)".contains(text))
            #expect(!"\(account.log)".contains(text))
        }
    }

    static let refusals: [(service: Stub, refusal: AccountError)] = [
        (.status(401), .wrongPassword(user: "lin")), (.status(403), .wrongPassword(user: "lin")),
        (.status(404), .unknownUser("lin")),
    ]

    @Test(arguments: refusals) func `a refusal of the service becomes an error about the password or the user`(
        _ row: (service: Stub, refusal: AccountError)
    ) async throws {
        let account = try await ModuleHarness.account(service: row.service)
        await #expect(throws: row.refusal) {
            try await account.call(Self.login, Credentials(user: "lin", password: "hush"), as: Session.self)
        }
        #expect(try await account.call("app://account/session") == Session.guest)
    }

    static let failures: [Stub] = [
        .status(500, "oops"), .late, .unavailable,
        .failure(.call, ResolverError.timedOut(resolver: "accounts", seconds: 10)),
        .failure(.call, ResolverError.invalidAnswer(resolver: "accounts", reason: "it is not JSON")),
    ]

    @Test(arguments: failures) func `a log-in fails if the service fails, and the session stays a guest session`(
        service: Stub
    ) async throws {
        let account = try await ModuleHarness.account(service: service)
        let found = await #expect(throws: RequestError.self) {
            try await account.call(Self.login, Credentials(user: "lin", password: "hush"), as: Session.self)
        }
        #expect("\(try #require(found))".contains("accounts"))
        #expect(try await account.call("app://account/session") == Session.guest)
    }

    @Test(arguments: [#"{"token":"t"}"#, #"{"name":1,"token":"t"}"#, "[]", "null", #""text""#])
    func `an answer of the wrong form is an unreadableValue error`(json: String) async throws {
        let answer = try Payload(json: Array(json.utf8))
        let account = try await ModuleHarness.account(service: .value(answer))
        let error = await #expect(throws: RequestError.self) { try await account.logIn("lin") }
        #expect(error?.code == .unreadableValue)
        #expect(try await account.call("app://account/session") == Session.guest)
    }

    @Test func `an empty password does not reach the service`() async throws {
        let account = try await ModuleHarness.account()
        await #expect(throws: AccountError.wrongPassword(user: "lin")) {
            try await account.call(Self.login, Credentials(user: "lin", password: ""), as: Session.self)
        }
        #expect(account.requests.isEmpty)
    }
}
