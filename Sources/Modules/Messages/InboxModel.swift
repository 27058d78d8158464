import ModuleKit

/// The list of conversations, with a dot where a message is unread.
final class InboxModel: ViewModel {
    enum Event: Codable {
        /// Asks the service again.
        case refresh
    }

    private let session: Session
    private let mail: MailboxContent
    private weak let mailbox: Mailbox?

    init(session: Session, mailbox: Mailbox) {
        self.session = session
        mail = mailbox.mail
        self.mailbox = mailbox
    }

    var content: [PageElement] {
        Heading("Hello, \(session.user?.name ?? "guest")")
        let (sent, received, unread) = (mail.sent.value, mail.received.value, mail.unread)
        List(mail.partners) { partner in
            let last = sent.last { $0.recipient == partner }.map { "You: \($0.line)" }
            return List.Item(
                unread.contains(partner) ? "● \(partner)" : partner,
                to: "app://messages/conversation/\(partner.queryEncoded)"
            )
            .then { $0.detail = last ?? received.last { $0.sender == partner }?.text }
        }
        if let failure = mail.failure.value {
            Container("service") {}.failed(failure, retry: Action("Ask again", throwing: Event.refresh))
        }
    }

    func receive(_ event: Event) async {
        switch event {
        case .refresh: await mailbox?.refresh()
        }
    }
}

/// The messages from and to a partner, and a form for a new text.
final class ConversationModel: ViewModel {
    enum Event: Codable {
        /// Sends a text.
        case write(text: String)
    }

    private let partner: String
    private let mail: MailboxContent
    private weak let service: (any MessageService)?

    init(with partner: String, mail: MailboxContent, service: any MessageService) {
        self.partner = partner
        self.mail = mail
        self.service = service
    }

    var content: [PageElement] {
        for message in mail.received.value where message.sender == partner { Text(message.text) }
        List(mail.sent.value.filter { $0.recipient == partner }) { message in
            List.Item("You: \(message.line)", to: "app://messages/receipt/\(message.id)")
        }
        Form("Write", throwing: "write", fields: [.messageText])
        for kind in MessageKind.media { Link.attaching(kind, to: partner) }
    }

    func receive(_ event: Event) async throws {
        switch event {
        case .write(let text):
            guard let service else { throw MessageError.stopped }
            _ = try await MessageSender(to: service).send(Draft(to: partner, text: text))
        }
    }
}
