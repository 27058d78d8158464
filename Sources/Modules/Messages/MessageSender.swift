/// A sender of drafts of any kind: the caller says "send", and the one strategy for the draft does the rest.
struct MessageSender: Sendable {
    private let strategies: [any MessageStrategy]

    init(strategies: [any MessageStrategy]) { self.strategies = strategies }

    func send(_ draft: Draft) async throws(MessageError) -> Receipt {
        guard !draft.to.isBlank else { throw .noRecipient }
        let fitting = strategies.filter { $0.applies(to: draft) }
        guard let strategy = fitting.first else { throw .nothingToSend }
        guard fitting.count == 1 else { throw .severalKinds(fitting.map(\.kind)) }
        return try await strategy.send(draft).receipt
    }
}

/// A way to send one kind of message; a new kind is a new strategy, and neither callers nor the sender change.
protocol MessageStrategy: Sendable {
    /// The kind of message that it sends.
    var kind: MessageKind { get }

    /// Returns whether the draft has content of this kind.
    func applies(to draft: Draft) -> Bool

    /// Sends the draft's content of this kind.
    func send(_ draft: Draft) async throws(MessageError) -> Message
}

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

/// An image is uploaded first: the strategy asks for a resource, uploads the image there, and sends its URL.
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

/// A service that grants uploads.
protocol ResourceBroker: Sendable {
    /// Returns the number of a resource for one upload of this image.
    func resource(for image: Image) async throws(MessageError) -> Int
}

/// A service that stores images for other users.
protocol Uploader: Sendable {
    /// Uploads an image to a granted resource and returns its URL.
    func upload(_ image: Image, to resource: Int) async throws(MessageError) -> String
}

extension String {
    /// Whether the text has only white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension String {
    /// The text as the value of a query item: all characters are escaped except the unreserved ones of RFC 3986.
    var queryEncoded: String { utf8.map(Self.escaped).joined() }

    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            String(UnicodeScalar(byte))
        default:
            (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
    }
}
