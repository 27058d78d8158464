/// Text is sent at once.
struct TextStrategy: MessageStrategy {
    let outbox: any Outbox

    var kind: MessageKind { .text }

    func applies(to draft: Draft) -> Bool { draft.text?.isBlank == false }

    func send(_ draft: Draft) async throws(MessageError) -> Message {
        guard let text = draft.text else { throw .nothingToSend }
        return try await outbox.send(.text(text), to: draft.to)
    }
}
