/// An image is uploaded first: a resource is asked for, the image goes there, and the message carries its URL.
struct ImageStrategy: MessageStrategy {
    let broker: any ResourceBroker
    let uploader: any Uploader
    let outbox: any Outbox

    var kind: MessageKind { .image }

    func applies(to draft: Draft) -> Bool { draft.image != nil }

    func send(_ draft: Draft) async throws(MessageError) -> Message {
        guard let image = draft.image else { throw .nothingToSend }
        let resource = try await broker.resource(for: image)
        let url = try await uploader.upload(image, to: resource)
        return try await outbox.send(.image(url: url), to: draft.to)
    }
}
