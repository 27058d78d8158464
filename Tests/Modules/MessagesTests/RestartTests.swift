import ModuleKit
import Testing

@testable import Messages

/// A record of another form in the table of sent messages.
private struct OtherMessage: Record {
    static let table = "Message"
    let id: Int
}

@Suite struct `A restart of Messages` {
    @Test func `a restart keeps what was sent, received and read`() async throws {
        let first = try await ModuleHarness.messages()
        _ = try await first.call("app://messages/send", Draft(to: "wang", text: "Hello"), as: Receipt.self)
        _ = try await first.call("app://messages/send", Draft(to: "li", video: .sized(3)), as: Receipt.self)
        try await first.open("app://messages/inbox")
        try await first.open("app://messages/conversation/li")

        let down = try MessagesWebService(failing: ["inbox": .unavailable(resolver: "messages", reason: "down")])
        let second = try await ModuleHarness(MessagesModule.self, resolvers: [down]) { context in
            MessagesModule(context: context, storage: first.storage)
        }
        try await second.open("app://messages/inbox")
        #expect(second.page?.links.map(\.title) == ["● wang", "li"])
        try await second.open("app://messages/receipt/2")
        #expect(second.page?.elements.first == .field(Field("To", "li")))
        let receipt: Receipt = try await second.call("app://messages/send", Draft(to: "wang", text: "Again"))
        #expect(receipt.id == 3)
        #expect(second.log.isEmpty)
    }

    @Test func `a message that another host of the user sent keeps its number`() async throws {
        let first = try await ModuleHarness.messages()
        _ = try await first.call("app://messages/send", Draft(to: "wang", text: "One"), as: Receipt.self)
        try await first.storage.records(Message.self).insert(Message(id: 2, recipient: "li", content: .text("Two")))
        let receipt: Receipt = try await first.call("app://messages/send", Draft(to: "wang", text: "Three"))
        #expect(receipt.id == 3)
    }

    @Test func `a storage that cannot be read at first keeps its read marks, and is read later`() async throws {
        let first = try await ModuleHarness.messages()
        try await first.open("app://messages/inbox")
        try await first.open("app://messages/conversation/li")
        // A table that does not fit stands for a file that cannot be read.
        try await first.storage.migrate([Migration(1) { try await $0.rename("Message", to: "Kept") }])
        try await first.storage.records(OtherMessage.self).insert(OtherMessage(id: 1))
        let second = try await ModuleHarness(MessagesModule.self, resolvers: [try MessagesWebService()]) { context in
            MessagesModule(context: context, storage: first.storage)
        }
        #expect(try await second.call("app://messages/unread", as: Int.self) == 2)
        #expect(second.log.contains { $0.level == .warning })
        try await first.storage.migrate([
            Migration(1) { _ in }, Migration(2) { try await $0.drop("Message") },
        ])
        try await second.open("app://messages/inbox")
        #expect(second.page?.links.map(\.title) == ["● wang", "li"])
    }
}
