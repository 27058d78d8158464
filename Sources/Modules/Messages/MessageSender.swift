/// A sender of drafts of any kind: the caller says "send", and the strategy for the kind does the rest.
struct MessageSender: Sendable {
    /// A step on a message's way.
    enum Step: Sendable, Equatable {
        case applying
        /// The part that was uploaded, from 0 to 1.
        case uploading(Double)
        case sending
    }

    /// The way of one kind; a new kind is a new strategy, and the sender stays as it is.
    protocol Strategy: Sendable {
        /// Makes the message of a draft ready to be sent.
        func message(of draft: Draft, from user: String, report: (Step) -> Void) async throws -> Message
    }

    let mailbox: Mailbox

    private func strategy(for kind: MessageKind) -> any Strategy {
        kind == .text ? TextStrategy() : MediaStrategy(kind: kind, mailbox: mailbox)
    }

    /// Sends a draft, and reports each step when it begins.
    @discardableResult
    func send(_ draft: Draft, report: (Step) -> Void = { _ in }) async throws -> Message {
        guard !draft.to.allSatisfy(\.isWhitespace) else { throw MessageError.noRecipient }
        let user = try await mailbox.identify()
        let strategy = strategy(for: draft.kind ?? .text)
        let message = try await strategy.message(of: draft, from: user, report: report)
        report(.sending)
        return try await mailbox.send(message)
    }
}

/// Text is sent at once.
struct TextStrategy: MessageSender.Strategy {
    func message(of draft: Draft, from user: String, report: (MessageSender.Step) -> Void) throws -> Message {
        guard let text = draft.text, !text.allSatisfy(\.isWhitespace) else { throw MessageError.empty(.text) }
        return Message(user: user, partner: draft.to, kind: .text, text: text)
    }
}

/// A file is uploaded first: the strategy applies for a resource, and uploads the parts there.
struct MediaStrategy: MessageSender.Strategy {
    /// The bytes of a part.
    static let partSize = 1 << 16
    /// The most bytes of a file.
    static let limits: [MessageKind: Int] = [.image: 1 << 20, .voice: 2 << 20, .video: 8 << 20]

    let kind: MessageKind
    let mailbox: Mailbox

    func message(of draft: Draft, from user: String, report: (MessageSender.Step) -> Void) async throws -> Message {
        guard let file = draft.file else { throw MessageError.empty(kind) }
        let (size, limit) = (file.bytes.count, Self.limits[kind] ?? 0)
        guard size > 0, size <= limit else { throw MessageError.size(file, limit: limit) }
        report(.applying)
        let resource = try await mailbox.answer(to: .resource(for: file, kind))["id"] ?? ""
        var url: String?
        for start in stride(from: 0, to: size, by: Self.partSize) {
            report(.uploading(Double(start) / Double(size)))
            let part = start..<min(start + Self.partSize, size)
            url = try await mailbox.answer(to: .part(part, of: file, to: resource))["url"]
        }
        report(.uploading(1))
        return Message(user: user, partner: draft.to, kind: kind, text: file.name, url: url)
    }
}
