import ModuleKit
import TestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(2))) struct `The inbox` {
    @Test func `each conversation has a dot until it is read`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/inbox")
        #expect(messages.page?.links.map(\.title) == ["● wang", "● li"])
        try await messages.choose("● wang")
        #expect(messages.page?.title == "wang")
        await messages.perform(.back(1))
        #expect(messages.page?.links.map(\.title) == ["wang", "● li"])
    }

    @Test func `a text that is written in a conversation is shown there, and in the inbox`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/inbox")
        try await messages.open("app://messages/write?to=li")
        try await messages.choose("Write", filling: ["text": "See you on Saturday"])
        try await messages.wait(for: "You: See you on Saturday")
        await messages.perform(.back(1))
        try await messages.wait(for: "You: See you on Saturday")
    }

    @Test(arguments: ["wang", "王阿姨", "陈 & co", "a b&c=d", "50%+1", "x#y?z/../w"])
    func `a recipient who never wrote has a conversation, too`(partner: String) async throws {
        let messages = try await ModuleHarness.messages(of: nil)
        _ = try await messages.call("app://messages/send", Draft(to: partner, text: "Hello"), as: Message.self)
        try await messages.open("app://messages/inbox")
        try await messages.choose(partner)
        #expect(messages.page?.title == partner)
    }

    @Test func `another user sees conversations of their own, also on pages that are open`() async throws {
        let account = AccountStub("lin")
        let messages = try await ModuleHarness.messages(stubs: account.stubs)
        try await messages.open("app://messages/inbox")
        account.logIn("maria")
        try await messages.wait { messages.text(width: 80)?.contains("Saturday at ten is fine.") == true }
        #expect(messages.page?.links.map(\.title) == ["● li", "● wang"])
        account.logIn("lin")
        try await messages.wait { messages.text(width: 80)?.contains("The keys are") == true }
        #expect(messages.page?.links.map(\.title) == ["● wang", "● li"])
    }

    @Test func `a call to the service carries the token of the user`() async throws {
        let service = try MessagesWebService()
        let account = AccountStub("chen")
        let messages = try await ModuleHarness.messages(stubs: account.stubs, service: service)
        try await messages.open("app://messages/inbox")
        #expect(service.paths == ["inbox/chen"])
        #expect(service.headers == [["Authorization": "Bearer token-chen"]])
        #expect(!"\(messages.traces) \(messages.log)".contains("token-chen"))
    }

    @Test func `without an account module the user is a guest, of whom the service is not asked`() async throws {
        let service = try MessagesWebService()
        let messages = try await ModuleHarness.messages(stubs: [:], service: service)
        try await messages.open("app://messages/inbox")
        try await messages.wait(for: "No message yet")
        #expect(service.paths.isEmpty)
    }

    @Test(arguments: [Stub.failure(.call, MessageError.stopped), .value("not a session")])
    func `a session that cannot be read makes nobody a guest`(session: Stub) async throws {
        let messages = try await ModuleHarness.messages(stubs: ["app://account/session": session])
        await #expect(throws: (any Error).self) { try await messages.open("app://messages/inbox") }
        await #expect(throws: (any Error).self) {
            try await messages.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Message.self)
        }
        #expect(try await messages.storage.records(Message.self).count() == 0)
    }

    @Test func `a session whose changes have ended is followed again`() async throws {
        let asked = Observable(0)
        var stubs = AccountStub("lin").stubs
        stubs["app://account/session/changes"] = .handler(.call) { _ in
            asked.update { $0 += 1 }
            return .value(Payload(stream: AsyncStream<AccountStub.Session> { $0.finish() }))
        }
        let messages = try await ModuleHarness.messages(stubs: stubs)
        for _ in 0..<10_000 where asked.value < 2 { try await messages.module.mailbox.identify() }
        #expect(asked.value >= 2)
    }

    static let failures: [ResolverError] = [
        .status(resolver: "messages", code: 401, excerpt: ""), .status(resolver: "messages", code: 500, excerpt: ""),
        .timedOut(resolver: "messages", seconds: 3), .unavailable(resolver: "messages", reason: "no connection"),
    ]

    @Test(arguments: failures) func `a failure of the service is shown in the inbox, which keeps its conversations`(
        error: ResolverError
    ) async throws {
        let service = try MessagesWebService(failing: ["inbox/lin": error])
        let messages = try await ModuleHarness.messages(service: service)
        _ = try await messages.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Message.self)
        try await messages.open("app://messages/inbox")
        #expect(messages.page?.links.map(\.title) == ["wang"])
        try await messages.wait(for: "Ask again")
        let isOffline = if case .unavailable = error { true } else { false }
        #expect(messages.text()?.contains("Offline: there is no network") == isOffline)
    }

    @Test(arguments: ["{}", #"[{"id":1}]"#, #"[{"id":"x","sender":"a","text":"b"}]"#, "null"])
    func `an inbox of another form is a failure`(json: String) async throws {
        let messages = try await ModuleHarness.messages(service: MessagesWebService(answers: ["inbox/lin": json]))
        try await messages.open("app://messages/inbox")
        try await messages.wait(for: "Ask again")
    }

    @Test func `a service without an address is shown in words`() async throws {
        let messages = try await ModuleHarness(MessagesModule.self, stubs: AccountStub("lin").stubs)
        try await messages.open("app://messages/inbox")
        try await messages.wait(for: "Ask again")
    }

    @Test func `a restart keeps what was sent, received and read`() async throws {
        let first = try await ModuleHarness.messages()
        _ = try await first.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Message.self)
        try await first.open("app://messages/write?to=li")

        let down = try MessagesWebService(failing: ["inbox/lin": .unavailable(resolver: "messages", reason: "down")])
        let second = try await ModuleHarness.messages(service: down, storage: first.storage)
        try await second.open("app://messages/inbox")
        #expect(second.page?.links.map(\.title) == ["● wang", "li"])
        let next: Message = try await second.call("app://messages/send", Draft(to: "wang", text: "Again"))
        #expect(next.id == 4)
        #expect(second.log.isEmpty)
    }

    @Test func `the models of the pages follow the rules of view models`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/inbox")
        let mailbox = messages.module.mailbox
        let all = try await mailbox.messages()
        #expect(ViewModelCheck.faults { InboxModel(mailbox, all) } == [])
        #expect(ViewModelCheck.faults { ConversationModel(mailbox, with: "wang", all) } == [])
    }
}
