import Testing

@testable import Messages

struct MessageSenderTests {
    private func sender(_ server: RecordingServer) -> MessageSender {
        MessageSender(strategies: [
            TextStrategy(outbox: server), ImageStrategy(broker: server, uploader: server, outbox: server),
        ])
    }

    @Test(arguments: [
        (Draft(to: "wang", text: "Hello"), ["send"], Receipt(id: 1, kind: .text, url: nil)),
        (
            Draft(to: "wang", image: .sized(1)), ["ask", "upload", "send"],
            Receipt(id: 1, kind: .image, url: "https://images.example.com/7/cat.png")
        ),
        (Draft(to: "wang", text: "", image: .sized(1)), ["ask", "upload", "send"], nil),
    ])
    func `each kind of message takes its own steps`(draft: Draft, steps: [String], expected: Receipt?) async throws {
        let server = RecordingServer()
        let receipt = try await sender(server).send(draft)
        #expect(await server.steps == steps)
        if let expected { #expect(receipt == expected) }
    }

    @Test(arguments: [
        ("ask", ["ask"]), ("upload", ["ask", "upload"]), ("send", ["ask", "upload", "send"]),
    ])
    func `a step that fails is the last one`(step: String, expected: [String]) async {
        let server = RecordingServer(failingAt: step)
        await #expect(throws: MessageError.unknownResource(7)) {
            try await sender(server).send(Draft(to: "wang", image: .sized(1)))
        }
        #expect(await server.steps == expected)
    }

    @Test(arguments: [
        Draft(to: "", text: "Hello"), Draft(to: "wang"), Draft(to: "wang", text: "Hello", image: .sized(1)),
    ])
    func `a draft that cannot be sent takes no step`(draft: Draft) async {
        let server = RecordingServer()
        await #expect(throws: MessageError.self) { try await sender(server).send(draft) }
        #expect(await server.steps.isEmpty)
    }

    @Test func `a strategy refuses a draft that it is not for`() async {
        let server = RecordingServer()
        let text = TextStrategy(outbox: server)
        let image = ImageStrategy(broker: server, uploader: server, outbox: server)
        await #expect(throws: MessageError.nothingToSend) { try await text.send(Draft(to: "wang", image: .sized(1))) }
        await #expect(throws: MessageError.nothingToSend) { try await image.send(Draft(to: "wang", text: "Hello")) }
        #expect(await server.steps.isEmpty)
    }

    @Test func `a sender without strategies sends nothing`() async {
        await #expect(throws: MessageError.nothingToSend) {
            try await MessageSender(strategies: []).send(Draft(to: "wang", text: "Hello"))
        }
    }
}
