import ModuleKit

/// Messages: conversations, a page to write from, and one way to send any kind of message.
struct MessagesModule: Module {
    static let info = ModuleInfo(
        name: "Messages", version: Version(1), summary: "Inbox, and text, image, voice and video messages",
        webServices: ["messages"])

    static let parameterTypes = [ParameterType("media", alternatives: MessageKind.media.map(\.rawValue))]

    let context: ModuleContext
    private let mailbox: Mailbox
    private let sender: MessageSender

    init(context: ModuleContext) { self.init(context: context, storage: context.storage) }

    /// Creates the module with a storage, as after a restart.
    init(context: ModuleContext, storage: Storage) {
        self.context = context
        mailbox = Mailbox(context: context, storage: storage)
        sender = MessageSender(to: mailbox)
    }

    var routes: [Route] {
        Open("/messages/inbox") {
            await mailbox.refresh()
            return Page("Messages", showing: InboxModel(session: await session(), mailbox: mailbox))
        }
        .labelled("account.centre", "Messages")

        Open("/messages/conversation/:to") { (addressee: Addressee) in
            let partner = try recipient(addressee.to)
            await mailbox.markRead(from: partner)
            return Page(partner, showing: ConversationModel(with: partner, mail: mailbox.mail, service: mailbox))
        }

        Open("/messages/write") { (addressee: Addressee) in Page.write(to: try recipient(addressee.to)) }

        // Not public: a link from outside must not send in the user's name. It redirects to the receipt, so that going
        // back to the page, or restoring it, does not send again.
        Open("/messages/write/send", access: .modules) { (letter: Letter) in
            let draft = Draft(to: try recipient(letter.to), text: letter.text)
            let receipt = try await sender.send(draft)
            return Response.redirect("app://messages/receipt/\(receipt.id)")
        }

        Open("/messages/attach/:kind<media>") { (parcel: Parcel) in
            Page("Send \(parcel.kind.rawValue)", showing: try delivery(of: parcel.kind, to: parcel.to))
        }

        Open("/messages/receipt/:id") { (reference: MessageReference) in
            Page.receipt(try await mailbox.message(reference.id))
        }

        Call("/messages/unread") {
            await mailbox.refresh()
            return mailbox.mail.unread.count
        }

        Call("/messages/send") { (draft: Draft) in try await sender.send(draft) }
    }

    /// Returns a delivery of the demonstration's attachment of a kind.
    private func delivery(of kind: MessageKind, to recipient: String) throws -> DeliveryModel {
        let attachment = Attachment.demonstration(kind)
        var draft = Draft(to: try self.recipient(recipient))
        switch kind {
        case .text: throw MessageError.nothingToSend
        case .image: draft.image = attachment
        case .voice: draft.voice = attachment
        case .video: draft.video = attachment
        }
        return DeliveryModel(draft, title: "\(attachment.name), \(attachment.bytes.count) bytes", service: mailbox)
    }

    private func recipient(_ recipient: String) throws(MessageError) -> String {
        guard !recipient.isBlank else { throw .noRecipient }
        return recipient
    }

    /// Returns the session, or a guest without an account module: the inbox is useful without accounts.
    private func session() async -> Session {
        (try? await context.account.session(as: Session.self)) ?? .guest
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Messages)
public func switchboardMessages(_ handshake: UnsafeMutableRawPointer) -> CInt {
    export(MessagesModule.self, to: handshake)
}
