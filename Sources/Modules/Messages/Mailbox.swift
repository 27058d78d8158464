import ModuleKit

/// The messages of the user, and which of them are unread, as the web service and the storage have them.
///
/// They are kept as records, which are read when a page needs them first. Without a storage they last as long as the module.
actor Mailbox: MessageService {
    private let context: ModuleContext
    private let storage: Storage
    /// The messages that are here.
    nonisolated let mail = MailboxContent()
    private var isLoaded = false

    init(context: ModuleContext, storage: Storage) {
        self.context = context
        self.storage = storage
    }

    /// Returns a sent message.
    func message(_ id: Int) async throws -> Message {
        await load()
        guard let message = mail.sent.value.first(where: { $0.id == id }) else {
            throw MessageError.unknownMessage(id)
        }
        return message
    }

    /// Asks the service for new messages; those that are here stay, also where it fails.
    func refresh() async {
        await load()
        do {
            let incoming = try await context.answer(to: .inbox, within: .seconds(3))
            let known = Set(mail.received.value.map(\.id))
            let new = incoming.filter { !known.contains($0.id) }
                .map { ReceivedMessage(id: $0.id, sender: $0.sender, text: $0.text, isRead: false) }
            mail.received.update { $0.append(contentsOf: new) }
            mail.failure.value = nil
            await keep(new)
        } catch {
            mail.failure.value = "\(error)"
        }
    }

    /// Marks the messages of a partner as read.
    func markRead(from partner: String) async {
        await load()
        guard mail.unread.contains(partner) else { return }
        mail.received.update { messages in
            for index in messages.indices where messages[index].sender == partner { messages[index].isRead = true }
        }
        let read = mail.received.value.filter { $0.sender == partner }
        await store { try await $0.records(ReceivedMessage.self).upsert(read) }
    }

    func resource(for attachment: Attachment, _ kind: MessageKind) async throws -> MediaResource {
        try await context.answer(to: .resource(for: attachment, kind))
    }

    func upload(_ part: Range<Int>, of attachment: Attachment, to resource: MediaResource) async throws -> String {
        try await context.answer(to: .part(part, of: attachment, to: resource)).url
    }

    func send(_ content: Message.Content, to recipient: String) async throws -> Message {
        await load()
        _ = try await context.answer(to: .send(content, to: recipient))
        let stored = await keep(content, to: recipient)
        return mail.sent.update { messages in
            let message = stored ?? Message(id: (messages.last?.id ?? 0) + 1, recipient: recipient, content: content)
            // A read of the records may have brought it already.
            if !messages.contains(message) { messages.append(message) }
            return message
        }
    }

    /// Keeps a sent message under the next number, which another host of the user may have taken meanwhile.
    private func keep(_ content: Message.Content, to recipient: String) async -> Message? {
        var kept: Message?
        await store { storage in
            kept = try await storage.transaction {
                let records = storage.records(Message.self)
                let last = try await records.sorted(by: \.id, .descending).first()?.id ?? 0
                let message = Message(id: last + 1, recipient: recipient, content: content)
                try await records.insert(message)
                return message
            }
        }
        return kept
    }

    /// Keeps new messages; a record that is there stays, since it may be marked as read.
    private func keep(_ new: [ReceivedMessage]) async {
        guard !new.isEmpty else { return }
        await store { storage in
            try await storage.transaction {
                let records = storage.records(ReceivedMessage.self)
                let known = Set(try await records.all().map(\.id))
                try await records.insert(new.filter { !known.contains($0.id) })
            }
        }
    }

    /// Reads the records, for the caller that needs them first; after an error the next caller tries again.
    private func load() async {
        guard !isLoaded else { return }
        var (sent, received) = ([Message](), [ReceivedMessage]())
        let isRead = await store { storage in
            sent = try await storage.records(Message.self).sorted(by: \.id).all()
            received = try await storage.records(ReceivedMessage.self).sorted(by: \.id).all()
        }
        // Another caller may have been faster, and may have changed them.
        guard isRead, !isLoaded else { return }
        isLoaded = true
        let (sentIDs, receivedIDs) = (Set(sent.map(\.id)), Set(received.map(\.id)))
        // Messages that came while the storage failed stay.
        mail.sent.update { [sent] in $0 = sent + $0.filter { !sentIDs.contains($0.id) } }
        mail.received.update { [received] in $0 = received + $0.filter { !receivedIDs.contains($0.id) } }
    }

    /// Uses the storage; a failure is logged, and the messages last as long as the host.
    ///
    /// - Returns: whether another attempt is of no use: it succeeded, or there is no storage.
    @discardableResult
    private func store(_ body: (Storage) async throws -> Void) async -> Bool {
        do {
            try await body(storage)
        } catch StorageError.unavailable(let reason) {
            context.log(.info, "the messages are not kept", ["reason": reason])
        } catch {
            context.log(.warning, "the messages are not kept", ["reason": "\(error)"])
            return false
        }
        return true
    }
}

/// The messages of a mailbox for pages, which follow them and keep neither the mailbox nor its context.
final class MailboxContent: Sendable {
    /// The sent messages, in order.
    let sent = Observable<[Message]>([])
    /// The messages to the user, in order.
    let received = Observable<[ReceivedMessage]>([])
    /// The reason why the service did not tell the messages to the user at last, if it did not.
    let failure = Observable<String?>(nil)

    /// The partners with unread messages.
    var unread: Set<String> { Set(received.value.filter { !$0.isRead }.map(\.sender)) }

    /// The others that the user has messages from or to, those who wrote first.
    var partners: [String] {
        var known: Set<String> = []
        return (received.value.map(\.sender) + sent.value.map(\.recipient)).filter { known.insert($0).inserted }
    }
}
