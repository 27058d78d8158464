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
        let messages = try await ModuleHarness(MessagesModule.self, stubs: stubs)
        try await messages.open("app://messages/inbox", origin: .external)
        #expect(messages.page?.elements.first == .heading(Heading(greeting)))
    }

    @Test func `the inbox asks for the session in its own name`() async throws {
        let session = Stub.handler(.call) { request in
            .value(Payload(AccountSession(user: ["name": "\(request.origin)"])))
        }
        let messages = try await ModuleHarness(MessagesModule.self, stubs: ["app://account/session": session])
        try await messages.open("app://messages/inbox")
        #expect(messages.page?.elements.first == .heading(Heading("Hello, module Messages")))
    }

    @Test func `each received message can be answered`() async throws {
        let messages = try await ModuleHarness(MessagesModule.self)
        try await messages.open("app://messages/inbox")
        let links = try #require(messages.page).links
        #expect(links.map(\.url) == ["app://messages/write?to=wang", "app://messages/write?to=li"])
        try await messages.open(links[0].url)
        #expect(messages.page?.title == "Write to wang")
    }

    @Test func `the inbox has the messages that were sent`() async throws {
        let messages = try await ModuleHarness(MessagesModule.self)
        let drafts = [
            Draft(to: "li", text: "See you on Saturday"),
            Draft(to: "wang", image: .sized(3)),
        ]
        for draft in drafts {
            _ = try await messages.call("app://messages/send", draft, as: Receipt.self)
        }
        try await messages.open("app://messages/inbox")
        let page = try #require(messages.page)
        #expect(page.elements.contains(.heading(Heading("Sent"))))
        #expect(
            page.links.suffix(2) == [
                Link("To li: See you on Saturday", to: "app://messages/receipt/1"),
                Link("To wang: an image", to: "app://messages/receipt/2"),
            ])
    }
}
