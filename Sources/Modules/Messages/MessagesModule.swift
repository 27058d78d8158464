import ModuleKit

/// Messages: an inbox, a page to write from, and one way to send any kind of message.
struct MessagesModule: Module {
    static let info = ModuleInfo(name: "Messages", version: Version(1), summary: "Inbox, and text and image messages")

    private let context: ModuleContext
    private let outbox = MemoryOutbox()
    private let images = ImageStore()
    private let sender: MessageSender

    init(context: ModuleContext) {
        self.context = context
        sender = MessageSender(strategies: [
            TextStrategy(outbox: outbox),
            ImageStrategy(broker: images, uploader: images, outbox: outbox),
        ])
    }

    var routes: [Route] {
        Open("/messages/inbox") {
            Page("Messages", showing: InboxModel(session: await session(), outbox: outbox))
        }
        .labelled("account.centre", "Messages")

        Open("/messages/write") { (addressee: Addressee) in Page.write(to: try recipient(addressee.to)) }

        // Not public: a link from outside must not send in the user's name. It redirects to the receipt, so that going
        // back to the page, or restoring it, does not send again.
        Open("/messages/write/send", access: .modules) { (letter: Letter) in
            let draft = Draft(to: try recipient(letter.to), text: letter.text)
            let receipt = try await sender.send(draft)
            return Response.redirect("app://messages/receipt/\(receipt.id)")
        }

        Open("/messages/receipt/:id") { (reference: MessageReference) in
            Page.receipt(try outbox.message(reference.id))
        }

        Open("/messages/image/:id") { (reference: MessageReference) in
            Page.image(try await images.image(reference.id))
        }

        Call("/messages/send") { (draft: Draft) in try await sender.send(draft) }
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
