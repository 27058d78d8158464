import ModuleKit

/// A step in the delivery of a message.
enum DeliveryStep: Sendable, Equatable {
    case applying
    /// The share that was uploaded, from 0 to 1.
    case uploading(Double)
    case sending
}

/// A strategy for the delivery of one kind of message.
protocol DeliveryStrategy: Sendable {
    /// Refuses a draft that cannot be sent, before any step.
    func check(_ draft: Draft) throws(MessageError)

    /// Prepares the message of a draft for sending, and reports each step.
    func message(
        of draft: Draft, from user: String, in mailbox: Mailbox, report: (DeliveryStep) -> Void
    ) async throws -> Message
}

extension MessageKind {
    /// The strategies, keyed by kind of message; a new kind needs only a new line here, and no caller changes.
    static let strategies: [MessageKind: any DeliveryStrategy] = [
        .text: TextStrategy(), .image: MediaStrategy(kind: .image, limit: 1 << 20),
        .voice: MediaStrategy(kind: .voice, limit: 2 << 20), .video: MediaStrategy(kind: .video, limit: 8 << 20),
    ]
}

extension Draft {
    /// Checks that the draft can be sent, and returns its strategy.
    @discardableResult
    func checked() throws(MessageError) -> any DeliveryStrategy {
        _ = try recipient
        let kind = kind ?? .text
        guard let strategy = MessageKind.strategies[kind] else {
            throw MessageError("no \(kind) can be sent; send a text")
        }
        try strategy.check(self)
        return strategy
    }
}

extension Mailbox {
    /// Sends a draft of any kind, with the strategy for its kind.
    @discardableResult
    nonisolated func send(_ draft: Draft, report: (DeliveryStep) -> Void = { _ in }) async throws -> Message {
        let (user, strategy) = (try await identify(), try draft.checked())
        let message = try await strategy.message(of: draft, from: user, in: self, report: report)
        report(.sending)
        return try await send(message)
    }
}

/// The strategy for text, which is sent immediately.
struct TextStrategy: DeliveryStrategy {
    func check(_ draft: Draft) throws(MessageError) {
        if (draft.text ?? "").allSatisfy(\.isWhitespace) {
            throw MessageError("there is no text to send; give the message one")
        }
    }

    func message(of draft: Draft, from user: String, in mailbox: Mailbox, report: (DeliveryStep) -> Void) -> Message {
        Message(user: user, partner: draft.to, kind: .text, text: draft.text ?? "")
    }
}

/// The strategy for files: it requests a resource, uploads the file to this resource, and reports the progress.
struct MediaStrategy: DeliveryStrategy {
    let kind: MessageKind
    /// The maximum size of a file, in bytes.
    let limit: Int

    func check(_ draft: Draft) throws(MessageError) {
        guard let file = draft.file else { throw MessageError("there is no \(kind) to send; give the message one") }
        let size = file.bytes.count
        guard size > 0, size <= limit else {
            throw MessageError("\(file.name) has \(size) bytes; send a file of 1 to \(limit)")
        }
    }

    func message(
        of draft: Draft, from user: String, in mailbox: Mailbox, report: (DeliveryStep) -> Void
    ) async throws -> Message {
        guard let file = draft.file else { throw MessageError("there is no \(kind) to send; give the message one") }
        report(.applying)
        let resource = try await mailbox.answer(to: .resource(for: file, kind))["id"] ?? ""
        report(.uploading(0))
        let (parts, progress) = AsyncStream.makeStream(of: UploadProgress.self)
        async let upload = mailbox.answer(to: .upload(file, to: resource), within: .seconds(60), progress: progress)
        for await part in parts { report(.uploading(part.fraction)) }
        return Message(user: user, partner: draft.to, kind: kind, text: file.name, url: try await upload["url"])
    }
}
