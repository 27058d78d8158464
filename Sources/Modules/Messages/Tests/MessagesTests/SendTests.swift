import ModuleTesting
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(2))) struct `Sending a message` {
    let url = "app://messages/send"

    static let rows: [(draft: Draft, paths: [String])] = [
        (Draft(to: "wang", text: "你好"), ["send"]),
        (Draft(to: "wang", kind: .text, text: "你好"), ["send"]),
        (Draft(to: "wang", kind: .image, file: .sized(1)), ["resources", "resources/upload", "send"]),
        (Draft(to: "wang", kind: .voice, file: .sized(65_536)), ["resources", "resources/upload", "send"]),
        (Draft(to: "wang", kind: .video, file: .sized(131_073)), ["resources", "resources/upload", "send"]),
    ]

    @Test(arguments: rows) func `each kind of message has its own delivery steps`(
        _ row: (draft: Draft, paths: [String])
    ) async throws {
        let messages = try await ModuleHarness.messages()
        let sent: Message = try await messages.call(RouteURL(url), row.draft)
        #expect(messages.paths == row.paths)
        #expect(sent.id == 1 && sent.user == "lin" && sent.partner == "wang" && sent.kind == row.draft.kind ?? .text)
        #expect(sent.url == (row.draft.file == nil ? nil : "https://media.example.com/messages/upload"))
    }

    @Test func `each delivery step is reported, and an upload with its progress`() async throws {
        let messages = try await ModuleHarness.messages()
        var steps: [DeliveryStep] = []
        let draft = Draft(to: "wang", kind: .image, file: .sized(131_072))
        try await messages.module.mailbox.send(draft) { steps.append($0) }
        #expect(steps == [.applying, .uploading(0), .uploading(0.5), .uploading(1), .sending])
    }

    @Test(arguments: [Stub.unavailable, .late]) func `an upload that breaks off has reported its progress`(
        _ upload: Stub
    ) async throws {
        let messages = try await ModuleHarness.messages(service: ["resources/upload": upload])
        var steps: [DeliveryStep] = []
        let draft = Draft(to: "wang", kind: .image, file: .sized(262_144))
        await #expect(throws: RequestError.self) {
            try await messages.module.mailbox.send(draft) { steps.append($0) }
        }
        #expect(steps == [.applying, .uploading(0), .uploading(0.25), .uploading(0.5)])
        try await messages.stop()
    }

    static let refusals: [(draft: Draft, error: MessageError)] = [
        (Draft(to: "wang"), .empty(.text)), (Draft(to: "wang", text: " \n"), .empty(.text)),
        (Draft(to: "", text: "Hello"), .noRecipient), (Draft(to: "  ", text: "Hello"), .noRecipient),
        (Draft(to: "wang", kind: .voice, text: "Hello"), .empty(.voice)),
        (Draft(to: "wang", kind: .image, file: .sized(0)), .size(.sized(0), limit: 1_048_576)),
        (Draft(to: "wang", kind: .image, file: .sized(1_048_577)), .size(.sized(1_048_577), limit: 1_048_576)),
    ]

    @Test(arguments: refusals) func `an invalid draft is refused, and nothing is sent`(
        _ row: (draft: Draft, error: MessageError)
    ) async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: row.error) { try await messages.call(RouteURL(url), row.draft, as: Message.self) }
        #expect(messages.paths.isEmpty)
    }

    static let failures: [(step: String, paths: [String])] = [
        ("resources", ["resources"]), ("resources/upload", ["resources", "resources/upload"]),
        ("send", ["resources", "resources/upload", "send"]),
    ]

    @Test(arguments: failures) func `a failed step ends the delivery, and the message is not stored`(
        _ row: (step: String, paths: [String])
    ) async throws {
        let messages = try await ModuleHarness.messages(service: [row.step: .status(500)])
        await #expect(throws: RequestError.self) {
            try await messages.call(RouteURL(url), Draft(to: "wang", kind: .image, file: .sized(1)), as: Message.self)
        }
        #expect(messages.paths == row.paths)
        #expect(try await messages.storage.records(Message.self).count() == 0)
    }

    @Test func `messages are numbered in order, also after another host's message`() async throws {
        let messages = try await ModuleHarness.messages()
        for number in 1...2 {
            let sent: Message = try await messages.call(RouteURL(url), Draft(to: "wang", text: "Hello"))
            #expect(sent.id == number)
        }
        let other = Message(id: 3, user: "lin", partner: "li", kind: .text, text: "Three")
        try await messages.storage.records(Message.self).insert(other)
        let sent: Message = try await messages.call(RouteURL(url), Draft(to: "wang", text: "Hello"))
        #expect(sent.id == 4)
    }

    @Test(arguments: [
        #"{"text":"Hello"}"#, #"{"to":1,"text":"Hello"}"#, #"{"to":"wang","text":1}"#, #"{"to":"wang","kind":"x"}"#,
        #"{"to":"wang","file":{"name":"cat.png"}}"#, #"{"to":"wang","file":{"name":"cat.png","bytes":"%%%"}}"#,
        "[]", "null",
    ])
    func `a body of the wrong form is refused`(json: String) async throws {
        let messages = try await ModuleHarness.messages()
        let body = try Payload(json: Array(json.utf8))
        await #expect(throws: ParametersError.self) { try await messages.call(RouteURL(url), body, as: Message.self) }
    }

    @Test func `an external caller cannot send a message`() async throws {
        let messages = try await ModuleHarness.messages()
        let error = await #expect(throws: RequestError.self) {
            try await messages.call(
                RouteURL(url), Draft(to: "wang", text: "Hello"), as: Message.self, origin: .external)
        }
        #expect(error?.code == .accessDenied)
    }

    @Test func `routes that need a user have the label needs-login`() async throws {
        let messages = try await ModuleHarness.messages()
        #expect(
            messages.routes(labelled: "needs-login").map(\.pattern) == [
                "/messages/inbox", "/messages/send", "/messages/write",
            ])
    }
}
