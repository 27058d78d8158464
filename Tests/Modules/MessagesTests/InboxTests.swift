import ModuleKit
import Testing

@testable import Messages

struct InboxTests {
    /// What the account module's own type would be, as far as this module is concerned.
    struct AccountSession: Encodable {
        let user: [String: String]?
    }

    @Test(arguments: [
        (["app://account/session": Stub.value(AccountSession(user: ["id": "lin", "name": "林晓"]))], "Hello, 林晓"),
        (["app://account/session": .value(["guest": [String: String]()])], "Hello, guest"),
        ([:], "Hello, guest"),
        (["app://account/session": .failure(.call, MessageError.nothingToSend)], "Hello, guest"),
        (["app://account/session": .value("not a session")], "Hello, guest"),
        (["app://account/session": .answer(Page("Session") {})], "Hello, guest"),
    ])
    func `the inbox greets the user of the session, and a guest without one`(
        stubs: [String: Stub], greeting: String
    ) async throws {
        let messages = try await ModuleHarness.messages(stubs: stubs)
        try await messages.open("app://messages/inbox", origin: .external)
        #expect(messages.page?.elements.first == .heading(Heading(greeting)))
    }

    @Test func `the inbox asks for the session in its own name`() async throws {
        let session = Stub.handler(.call) { request in
            .value(Payload(AccountSession(user: ["name": "\(request.origin)"])))
        }
        let messages = try await ModuleHarness.messages(stubs: ["app://account/session": session])
        try await messages.open("app://messages/inbox")
        #expect(messages.page?.elements.first == .heading(Heading("Hello, module Messages")))
    }

    @Test func `each conversation has a dot until it is read`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/inbox")
        #expect(messages.page?.links.map(\.title) == ["● wang", "● li"])
        #expect(try await messages.call("app://messages/unread", as: Int.self) == 2)
        try await messages.choose("● wang")
        #expect(messages.page?.title == "wang")
        await messages.perform(.back(1))
        #expect(messages.page?.links.map(\.title) == ["wang", "● li"])
        #expect(try await messages.call("app://messages/unread", as: Int.self) == 1)
    }

    @Test func `a text that is written in a conversation is shown there, and in the inbox`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/inbox")
        try await messages.open("app://messages/conversation/li")
        try await messages.choose("Write", filling: ["text": "See you on Saturday"])
        try await messages.wait(for: "You: See you on Saturday")
        await messages.perform(.back(1))
        try await messages.wait(for: "You: See you on Saturday")
    }

    @Test func `a recipient who never wrote has a conversation, too`() async throws {
        let messages = try await ModuleHarness.messages()
        _ = try await messages.call("app://messages/send", Draft(to: "陈 & co", text: "Hello"), as: Receipt.self)
        try await messages.open("app://messages/inbox")
        try await messages.choose("陈 & co")
        #expect(messages.page?.title == "陈 & co")
    }

    static let failures: [ResolverError] = [
        .status(resolver: "messages", code: 401, excerpt: ""), .status(resolver: "messages", code: 500, excerpt: ""),
        .timedOut(resolver: "messages", seconds: 3), .unavailable(resolver: "messages", reason: "no connection"),
    ]

    @Test(arguments: failures) func `a failure of the service is shown in the inbox, which keeps its conversations`(
        error: ResolverError
    ) async throws {
        let messages = try await ModuleHarness.messages(service: try MessagesWebService(failing: ["inbox": error]))
        _ = try await messages.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Receipt.self)
        try await messages.open("app://messages/inbox")
        #expect(messages.page?.links.map(\.title) == ["wang"])
        try await messages.wait(for: "Ask again")
    }

    @Test(arguments: ["{}", #"[{"id":1}]"#, #"[{"id":"x","sender":"a","text":"b"}]"#, "null"])
    func `an inbox of another form is a failure`(json: String) async throws {
        let service = try MessagesWebService(answers: ["inbox": json])
        let messages = try await ModuleHarness.messages(service: service)
        try await messages.open("app://messages/inbox")
        try await messages.wait(for: "Ask again")
    }
}
