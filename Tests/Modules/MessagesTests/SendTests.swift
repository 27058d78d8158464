import ModuleKit
import Testing

@testable import Messages

struct SendTests {
    let url = "app://messages/send"

    @Test func `text is sent at once`() async throws {
        let messages = try await ModuleHarness.messages()
        let body = try Payload(json: Array(#"{"to":"wang","text":"你好"}"#.utf8))
        let receipt: Receipt = try await messages.call(url, body, origin: .module("Rent"))
        #expect(receipt == Receipt(id: 1, kind: .text, url: nil))
        #expect(messages.commands.isEmpty)
    }

    @Test func `an image is sent by the URL that its upload gave`() async throws {
        let messages = try await ModuleHarness.messages()
        let body = try Payload(json: Array(#"{"to":"wang","image":{"name":"cat.png","bytes":"iVBORw=="}}"#.utf8))
        let receipt: Receipt = try await messages.call(url, body)
        #expect(receipt == Receipt(id: 1, kind: .image, url: "https://media.example.com/messages/upload"))
        try await messages.open("app://messages/receipt/1")
        #expect(
            messages.page?.elements.dropFirst().prefix(2) == [
                .image(Image("cat.png", at: "https://media.example.com/messages/upload")),
                .field(Field("Size", "4 bytes")),
            ])
    }

    @Test func `messages are numbered in the order in which they are sent`() async throws {
        let messages = try await ModuleHarness.messages()
        for number in 1...3 {
            let receipt: Receipt = try await messages.call(url, Draft(to: "wang", text: "Hello"))
            #expect(receipt.id == number)
        }
    }

    @Test(arguments: [
        (Draft(to: "wang"), MessageError.nothingToSend),
        (Draft(to: "wang", text: " \n"), .nothingToSend),
        (Draft(to: "", text: "Hello"), .noRecipient),
        (Draft(to: "  ", text: "Hello"), .noRecipient),
        (Draft(to: "wang", text: "Hello", image: .sized(1)), .severalKinds([.text, .image])),
        (Draft(to: "wang", image: .sized(0)), .empty(.image, name: "cat.png")),
        (
            Draft(to: "wang", image: .sized(1_048_577)),
            .tooLarge(.image, name: "cat.png", found: 1_048_577, limit: 1_048_576)
        ),
    ])
    func `a draft that cannot be sent is refused, and nothing is sent`(
        draft: Draft, expected: MessageError
    ) async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: expected) { try await messages.call(url, draft, as: Receipt.self) }
        await #expect(throws: MessageError.unknownMessage(1)) { try await messages.open("app://messages/receipt/1") }
    }

    @Test(arguments: [
        #"{"text":"Hello"}"#, #"{"to":1,"text":"Hello"}"#, #"{"to":"wang","text":1}"#, #"{"to":"wang","image":"x"}"#,
        #"{"to":"wang","image":{"name":"cat.png"}}"#, #"{"to":"wang","image":{"name":"cat.png","bytes":"%%%"}}"#,
        "[]", "null",
    ])
    func `a body of another shape is refused`(json: String) async throws {
        let messages = try await ModuleHarness.messages()
        let body = try Payload(json: Array(json.utf8))
        await #expect(throws: ParametersError.self) { try await messages.call(url, body, as: Receipt.self) }
    }

    @Test func `a call without a body is refused`() async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: ParametersError([.missing(name: "to", expected: "String")])) {
            try await messages.call(url, as: Receipt.self)
        }
    }

    @Test func `no outsider sends a message`() async throws {
        let messages = try await ModuleHarness.messages()
        let error = await #expect(throws: RequestError.self) {
            try await messages.call(url, Draft(to: "wang", text: "Hello"), as: Receipt.self, origin: .external)
        }
        guard case .accessDenied = error else {
            Issue.record("expected accessDenied, found \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        (MessageError.severalKinds([.text, .image]), "text and image; send each in a message of its own"),
        (.tooLarge(.image, name: "cat.png", found: 3, limit: 2), "\"cat.png\" has 3 bytes, the limit is 2"),
        (.noRecipient, "name one in \"to\""),
        (.unknownMessage(7), "there is no message 7"),
    ])
    func `a refusal tells its cause and the remedy`(error: MessageError, words: String) {
        #expect(error.description.contains(words))
    }
}
