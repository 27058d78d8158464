/// A sender of drafts of any kind: the caller says "send", and the one strategy for the draft does the rest.
struct MessageSender: Sendable {
    /// A step on a message's way.
    enum Step: Sendable, Equatable {
        case applying
        /// The part that was uploaded, from 0 to 1.
        case uploading(Double)
        case sending
    }

    /// Receives each step when it begins.
    typealias Report = @Sendable (Step) -> Void

    private let strategies: [any MessageStrategy]

    init(strategies: [any MessageStrategy]) { self.strategies = strategies }

    /// Creates a sender with a strategy for each kind.
    init(to service: any MessageService) {
        self.init(
            strategies: [TextStrategy(service: service)]
                + MessageKind.media.map { kind in
                    MediaStrategy(kind: kind, service: service)
                })
    }

    func send(_ draft: Draft, report: Report = { _ in }) async throws -> Receipt {
        guard !draft.to.isBlank else { throw MessageError.noRecipient }
        let fitting = strategies.filter { $0.applies(to: draft) }
        guard let strategy = fitting.first else { throw MessageError.nothingToSend }
        guard fitting.count == 1 else { throw MessageError.severalKinds(fitting.map(\.kind)) }
        return try await strategy.send(draft, report: report).receipt
    }
}

/// A way to send one kind of message; a new kind is a new strategy, and neither callers nor the sender change.
protocol MessageStrategy: Sendable {
    /// The kind of message that it sends.
    var kind: MessageKind { get }

    /// Returns whether the draft has content of this kind.
    func applies(to draft: Draft) -> Bool

    /// Sends the draft's content of this kind.
    func send(_ draft: Draft, report: MessageSender.Report) async throws -> Message
}

/// Text is sent at once.
struct TextStrategy: MessageStrategy {
    let service: any MessageService

    var kind: MessageKind { .text }

    func applies(to draft: Draft) -> Bool { draft.text?.isBlank == false }

    func send(_ draft: Draft, report: MessageSender.Report) async throws -> Message {
        guard let text = draft.text else { throw MessageError.nothingToSend }
        report(.sending)
        return try await service.send(.text(text), to: draft.to)
    }
}

/// An attachment is uploaded first: the strategy applies for a resource, uploads the parts there, and sends the URL.
struct MediaStrategy: MessageStrategy {
    /// The bytes of a part.
    static let partSize = 1 << 16

    let kind: MessageKind
    let service: any MessageService

    func applies(to draft: Draft) -> Bool { draft.attachment(kind) != nil }

    func send(_ draft: Draft, report: MessageSender.Report) async throws -> Message {
        guard let attachment = draft.attachment(kind) else { throw MessageError.nothingToSend }
        let size = attachment.bytes.count
        try check(attachment)
        report(.applying)
        let resource = try await service.resource(for: attachment, kind)
        var url = ""
        for start in stride(from: 0, to: size, by: Self.partSize) {
            report(.uploading(Double(start) / Double(size)))
            let part = start..<min(start + Self.partSize, size)
            url = try await service.upload(part, of: attachment, to: resource)
        }
        report(.uploading(1))
        report(.sending)
        return try await service.send(.media(kind, name: attachment.name, size: size, url: url), to: draft.to)
    }

    private func check(_ attachment: Attachment) throws(MessageError) {
        let (name, size) = (attachment.name, attachment.bytes.count)
        guard size > 0 else { throw .empty(kind, name: name) }
        guard size <= kind.limit else { throw .tooLarge(kind, name: name, found: size, limit: kind.limit) }
    }
}

/// The steps that strategies are made of.
protocol MessageService: AnyObject, Sendable {
    /// Applies for a resource for one upload.
    func resource(for attachment: Attachment, _ kind: MessageKind) async throws -> MediaResource

    /// Uploads a part of an attachment, and returns the URL of the upload.
    func upload(_ part: Range<Int>, of attachment: Attachment, to resource: MediaResource) async throws -> String

    /// Sends a message with complete content and returns it with its number.
    func send(_ content: Message.Content, to recipient: String) async throws -> Message
}
