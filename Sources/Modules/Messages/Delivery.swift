import ModuleKit

/// A step on a message's way.
enum DeliveryStep: Sendable, Equatable {
    case applying
    /// The share that was uploaded, from 0 to 1.
    case uploading(Double)
    case sending
}

/// The way of one kind of message; a new kind is a new strategy, and its callers stay as they are.
protocol DeliveryStrategy: Sendable {
    /// Makes the message of a draft ready to be sent, and reports each step.
    func message(of draft: Draft, from user: String, report: (DeliveryStep) -> Void) async throws -> Message
}

extension Mailbox {
    /// Sends a draft of any kind: the caller says "send", and the strategy for the kind does the rest.
    @discardableResult
    nonisolated func send(_ draft: Draft, report: (DeliveryStep) -> Void = { _ in }) async throws -> Message {
        _ = try draft.recipient
        let (user, kind) = (try await identify(), draft.kind ?? .text)
        let strategy: any DeliveryStrategy = kind == .text ? TextStrategy() : MediaStrategy(kind: kind, mailbox: self)
        let message = try await strategy.message(of: draft, from: user, report: report)
        report(.sending)
        return try await send(message)
    }
}

/// Text is sent at once.
struct TextStrategy: DeliveryStrategy {
    func message(of draft: Draft, from user: String, report: (DeliveryStep) -> Void) throws -> Message {
        guard let text = draft.text, !text.allSatisfy(\.isWhitespace) else {
            throw MessageError("there is no text to send; give the message one")
        }
        return Message(user: user, partner: draft.to, kind: .text, text: text)
    }
}

/// A file is uploaded first: the strategy applies for a resource, and tells the progress of the upload there.
struct MediaStrategy: DeliveryStrategy {
    /// The most bytes of a file.
    static let limits: [MessageKind: Int] = [.image: 1 << 20, .voice: 2 << 20, .video: 8 << 20]

    let kind: MessageKind
    let mailbox: Mailbox

    func message(of draft: Draft, from user: String, report: (DeliveryStep) -> Void) async throws -> Message {
        guard let file = draft.file else { throw MessageError("there is no \(kind) to send; give the message one") }
        let (size, limit) = (file.bytes.count, Self.limits[kind] ?? 0)
        guard size > 0, size <= limit else {
            throw MessageError("\(file.name) has \(size) bytes; send a file of 1 to \(limit)")
        }
        report(.applying)
        let resource = try await mailbox.answer(to: .resource(for: file, kind))["id"] ?? ""
        report(.uploading(0))
        let (parts, progress) = AsyncStream.makeStream(of: UploadProgress.self)
        async let upload = mailbox.answer(to: .upload(file, to: resource), within: .seconds(60), progress: progress)
        for await part in parts { report(.uploading(part.fraction)) }
        return Message(user: user, partner: draft.to, kind: kind, text: file.name, url: try await upload["url"])
    }
}
