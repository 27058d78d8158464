import ModuleKit
import Testing

@testable import Messages

@Suite struct `The delivery of an attachment` {
    static let rows: [(kind: MessageKind, parts: Int, shown: String)] = [
        (.image, 5, "kitchen.jpg"), (.voice, 2, "greeting.ogg"), (.video, 31, "tour.mp4"),
    ]

    @Test(arguments: rows) func `an attachment is uploaded in parts and sent, and the page ends with its receipt`(
        _ row: (kind: MessageKind, parts: Int, shown: String)
    ) async throws {
        let service = try MessagesWebService()
        let messages = try await ModuleHarness.messages(service: service)
        try await messages.open("app://messages/write?to=wang")
        try await messages.choose("Send \(row.kind.rawValue)")
        #expect(service.paths.isEmpty)
        try await messages.choose("Send")
        try await messages.wait(for: "It was sent.")
        #expect(
            service.paths == ["resources"] + Array(repeating: "resources/upload", count: row.parts) + ["send"])
        try await messages.choose("Receipt")
        try await messages.wait(for: row.shown)
        #expect(messages.page?.title == "Message 1 was sent")
    }

    static let failures: [(path: String, error: ResolverError, says: String)] = [
        ("resources", .status(resolver: "messages", code: 401, excerpt: ""), "status 401"),
        ("resources/upload", .unavailable(resolver: "messages", reason: "cut off"), "cut off"),
        ("send", .status(resolver: "messages", code: 500, excerpt: ""), "status 500"),
        ("send", .timedOut(resolver: "messages", seconds: 10), "within 10 s"),
    ]

    @Test(arguments: failures) func `a step that fails is shown with its reason, and can be repeated`(
        _ row: (path: String, error: ResolverError, says: String)
    ) async throws {
        let service = try MessagesWebService(failing: [row.path: row.error])
        let messages = try await ModuleHarness.messages(service: service)
        try await messages.open("app://messages/attach/image?to=wang")
        try await messages.choose("Send")
        try await messages.wait { messages.text(width: 200)?.contains(row.says) == true }
        let count = service.paths.count
        try await messages.choose("Send again")
        #expect(service.paths.count > count)
        await #expect(throws: MessageError.unknownMessage(1)) { try await messages.open("app://messages/receipt/1") }
    }

    @Test(arguments: [("resources", "{}"), ("resources/upload", #"{"url":1}"#), ("resources", "[]")])
    func `an answer of another form ends the delivery with its reason`(path: String, json: String) async throws {
        let messages = try await ModuleHarness.messages(service: try MessagesWebService(answers: [path: json]))
        try await messages.open("app://messages/attach/voice?to=wang")
        try await messages.choose("Send")
        try await messages.wait(for: "Send again")
    }

    @Test(arguments: ["text", "nonsense"]) func `other kinds have no page`(kind: String) async throws {
        let messages = try await ModuleHarness.messages()
        let error = await #expect(throws: RequestError.self) {
            try await messages.open("app://messages/attach/\(kind)?to=wang")
        }
        guard case .noRoute = error else { throw try #require(error) }
    }

    @Test func `the models of the pages follow the rules of view models`() async throws {
        let messages = try await ModuleHarness.messages()
        let service = RecordingService()
        let mailbox = Mailbox(context: messages.module.context, storage: messages.storage)
        await mailbox.refresh()
        #expect(ViewModelCheck.faults { InboxModel(session: .guest, mailbox: mailbox) } == [])
        #expect(
            ViewModelCheck.faults { ConversationModel(with: "wang", mail: mailbox.mail, service: service) } == [])
        #expect(
            ViewModelCheck.faults {
                DeliveryModel(Draft(to: "wang", image: .sized(1)), title: "cat.png", service: service)
            } == [])
    }
}
