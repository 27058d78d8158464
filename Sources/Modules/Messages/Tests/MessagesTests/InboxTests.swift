import ModuleTesting
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

    @Test func `a written text is shown in the conversation and in the inbox`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/inbox")
        try await messages.open("app://messages/write?to=li")
        try await messages.choose("Write", filling: ["text": "See you on Saturday"])
        try await messages.wait(for: "You: See you on Saturday")
        await messages.perform(.back(1))
        try await messages.wait(for: "You: See you on Saturday")
    }

    @Test(arguments: ["wang", "王阿姨", "陈 & co", "a b&c=d", "50%+1", "x#y?z/../w"])
    func `a recipient who never wrote also has a conversation`(partner: String) async throws {
        let messages = try await ModuleHarness.messages(of: nil)
        _ = try await messages.call("app://messages/send", Draft(to: partner, text: "Hello"), as: Message.self)
        try await messages.open("app://messages/inbox")
        try await messages.choose(partner)
        #expect(messages.page?.title == partner)
    }

    @Test func `an open inbox changes to the conversations of a new user`() async throws {
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

    @Test func `the service is asked for new messages each minute`() async throws {
        let messages = try await ModuleHarness.messages()
        for round in 1...2 {
            messages.advance(by: .seconds(60))
            try await messages.wait { messages.paths == Array(repeating: "inbox/lin", count: round) }
        }
    }

    @Test func `a call to the service has the user's token, which neither traces nor the log have`() async throws {
        let fields = Live<[String: String]>([:])
        let inbox = Stub.handler(.call) { request in
            fields.value = request.context(as: WebServiceCall.self)?.headers ?? [:]
            return .value(Payload([String]()))
        }
        let account = AccountStub("chen")
        let messages = try await ModuleHarness.messages(stubs: account.stubs, service: ["inbox/chen": inbox])
        try await messages.open("app://messages/inbox")
        #expect(messages.paths == ["inbox/chen"])
        #expect(fields.value == ["Authorization": "Bearer token-chen"])
        #expect(!"\(messages.traces) \(messages.log)".contains("token-chen"))
    }

    @Test func `without an account module, the user is a guest and the service is not called`() async throws {
        let messages = try await ModuleHarness.messages(stubs: [:])
        try await messages.open("app://messages/inbox")
        try await messages.wait(for: "No message yet")
        #expect(messages.paths.isEmpty)
    }

    @Test(arguments: [Stub.failure(.call, MessageError.stopped), .value("not a session")])
    func `the inbox and sending fail if the session cannot be read`(session: Stub) async throws {
        let messages = try await ModuleHarness.messages(stubs: ["app://account/session": session])
        await #expect(throws: (any Error).self) { try await messages.open("app://messages/inbox") }
        await #expect(throws: (any Error).self) {
            try await messages.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Message.self)
        }
        #expect(try await messages.storage.records(Message.self).count() == 0)
    }

    @Test(.timeLimit(.minutes(1))) func `the inbox subscribes again if the session's changes end`() async throws {
        let asked = Live(0)
        var stubs = AccountStub("lin").stubs
        stubs["app://account/session/changes"] = .handler(.call) { _ in
            asked.update { $0 += 1 }
            return .value(Payload(stream: AsyncStream<AccountStub.Session> { $0.finish() }))
        }
        let messages = try await ModuleHarness.messages(stubs: stubs)
        while asked.value < 2 {
            try await messages.module.mailbox.identify()
            await Task.yield()
        }
    }

    static let failures: [(answer: Stub, isOffline: Bool)] = [
        (.status(401), false), (.status(500), false), (.late, false), (.unavailable, true),
    ]

    @Test(arguments: failures) func `the inbox shows the service's failure and keeps its conversations`(
        _ row: (answer: Stub, isOffline: Bool)
    ) async throws {
        let messages = try await ModuleHarness.messages(service: ["inbox/lin": row.answer])
        _ = try await messages.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Message.self)
        try await messages.open("app://messages/inbox")
        #expect(messages.page?.links.map(\.title) == ["wang"])
        try await messages.wait(for: "Ask again")
        #expect(messages.text()?.contains("Offline: there is no network") == row.isOffline)
        #expect(messages.text()?.contains("Failed: there may be newer messages") == !row.isOffline)
    }

    @Test func `the number of unread messages changes after reading and with the user`() async throws {
        let account = AccountStub("lin")
        let messages = try await ModuleHarness.messages(stubs: account.stubs)
        try await messages.open("app://messages/inbox")
        var numbers = try await messages.stream("app://messages/unread", of: Int.self).makeAsyncIterator()
        #expect(try await numbers.next() == 2)
        try await messages.choose("● wang")
        #expect(try await numbers.next() == 1)
        account.logIn(nil)
        #expect(try await numbers.next() == 0)
    }

    @Test(arguments: ["{}", #"[{"id":1}]"#, #"[{"id":"x","sender":"a","text":"b"}]"#, "null"])
    func `an inbox answer of the wrong form is a failure that can be repeated`(json: String) async throws {
        let answer = try Payload(json: Array(json.utf8))
        let messages = try await ModuleHarness.messages(service: ["inbox/lin": .value(answer)])
        try await messages.open("app://messages/inbox")
        try await messages.wait(for: "Ask again")
    }

    @Test func `a guest must log in before the inbox is shown`() async throws {
        let login = Page("Log in") {
            Action("Enter", calling: "app://account/session/begin?user=lin&password=lin", then: .dismiss)
        }
        var stubs = AccountStub("lin").stubs
        stubs["app://account/login"] = .answer(NavigationCommand.present(login))
        stubs["app://account/session/begin"] = .value(AccountStub("lin").session.value)
        let messages = try await ModuleHarness.messages(
            stubs: stubs, guards: ["needs-login": .detour(to: "app://account/login")])
        async let inbox = messages.open("app://messages/inbox")
        try await messages.wait { messages.page?.title == "Log in" }
        try await messages.choose("Enter")
        #expect(try await inbox.outcome == .shown)
        #expect(messages.page?.title == "Messages")
        try await messages.stop()
    }

    @Test(arguments: ["app://messages/inbox", "app://messages/write?to=wang"])
    func `a page that needs a user is refused if the guard refuses`(url: String) async throws {
        let messages = try await ModuleHarness.messages(guards: ["needs-login": .refuse("log in first")])
        let error = await #expect(throws: RequestError.self) { try await messages.open(RouteURL(url)) }
        #expect(error?.code == .refused)
        #expect(error?.url == url && error?.description.contains("log in first") == true)
        #expect(messages.requests.isEmpty)
    }

    @Test func `a service without an address is a failure that can be repeated`() async throws {
        let messages = try await ModuleHarness(MessagesModule.self, stubs: AccountStub("lin").stubs)
        try await messages.open("app://messages/inbox")
        try await messages.wait(for: "Ask again")
    }

    @Test func `a restart keeps sent, received and read messages`() async throws {
        let first = try await ModuleHarness.messages()
        _ = try await first.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Message.self)
        try await first.open("app://messages/write?to=li")

        let second = try await first.restart(stubs: ["https://messages.test/inbox/lin": .unavailable])
        try await second.open("app://messages/inbox")
        #expect(second.page?.links.map(\.title) == ["● wang", "li"])
        let next: Message = try await second.call("app://messages/send", Draft(to: "wang", text: "Again"))
        #expect(next.id == 4)
        #expect(second.log.map(\.level) == [.info])
    }

    @Test func `the models of the pages follow the rules of view models`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/inbox")
        let mailbox = messages.module.mailbox
        let all = try await mailbox.messages()
        #expect(ViewModelCheck.faults { InboxModel(mailbox, all) } == [])
        #expect(ViewModelCheck.faults { ConversationModel(mailbox, with: "wang", all, mayReadFiles: true) } == [])
    }
}
