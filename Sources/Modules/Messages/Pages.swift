import ModuleKit

/// The list of conversations, those who wrote first at the top, with a dot where a message is unread.
final class InboxModel: ViewModel {
    enum Event: Codable { case refresh }

    private weak let mailbox: Mailbox?
    private let (user, failure): (Observable<String>, Observable<String?>)
    private let messages: Observable<[Message]>

    init(_ mailbox: Mailbox, _ messages: Observable<[Message]>) {
        (user, failure, self.mailbox, self.messages) = (mailbox.user, mailbox.failure, mailbox, messages)
    }

    var content: [PageElement] {
        let own = messages.value.filter { $0.user == user.value }
        if own.isEmpty { Text("No message yet; write to a landlord.") }
        List(own.reduce(into: [String]()) { if !$0.contains($1.partner) { $0.append($1.partner) } }) { partner in
            let conversation = own.filter { $0.partner == partner }
            let title = conversation.allSatisfy(\.isRead) ? partner : "● \(partner)"
            return List.Item(title, to: MessagesModule.url(with: partner))
                .then { $0.detail = conversation.last?.line }
        }
        if let failure = failure.value {
            Container("service") {}.failed(failure, retry: Action("Ask again", throwing: Event.refresh))
        }
    }

    func receive(_ event: Event) async throws { try await mailbox?.refresh() }
}

/// The messages from and to a partner, a form for a new text, one for a file, and how far the last file is.
final class ConversationModel: ViewModel {
    enum Event: Codable {
        case write(text: String)
        case attach(kind: MessageKind, file: String)
        /// Sends the file again after a failure.
        case again
    }

    private let partner: String
    private weak let mailbox: Mailbox?
    private let user: Observable<String>
    private let messages: Observable<[Message]>
    private let step = Observable<MessageSender.Step?>(nil)
    private let failure = Observable<String?>(nil)
    private let draft = Observable<Draft?>(nil)

    init(_ mailbox: Mailbox, with partner: String, _ messages: Observable<[Message]>) {
        (user, self.mailbox, self.partner, self.messages) = (mailbox.user, mailbox, partner, messages)
    }

    var content: [PageElement] {
        let shown = messages.value.filter { $0.user == user.value && $0.partner == partner }
        for message in shown {
            switch (message.kind, message.url) {
            case (.image, let url?): Image(message.line, at: url)
            case (_, let url?): Link(message.line, to: url)
            default: Text(message.line)
            }
        }
        if shown.isEmpty {
            for text in Self.exampleTexts {
                Link(text, to: MessagesModule.url("/messages/write/send", ["to": partner, "text": text]))
            }
        }
        switch step.value {
        case .applying: Text("Applying for a resource …").with(style: .secondary)
        case .uploading(let fraction): ProgressBar("Upload", fraction: fraction)
        case .sending: ProgressBar("Upload", fraction: 1)
        case nil: if let failure = failure.value { Container("delivery") {}.failed(failure, retry: Self.retry) }
        }
        Form("Write", throwing: "write", fields: [.text("text", "Text").required().length(1...500)])
        Form(
            "Send a file", throwing: "attach",
            fields: [
                .choice("kind", "Kind", [Form.Choice("image"), Form.Choice("voice"), Form.Choice("video")]).required(),
                .text("file", "File").required(),
            ])
        Link("All messages", to: "app://messages/inbox")
    }

    private static let exampleTexts = [
        "Hello, is the home still free?", "May I come and see it on Saturday?", "你好，请问可以养猫吗？",
    ]
    private static let retry = Action("Send again", throwing: Event.again)

    func receive(_ event: Event) async throws {
        guard let sender = mailbox.map(MessageSender.init(mailbox:)) else { throw MessageError.stopped }
        switch event {
        case .write(let text):
            try await sender.send(Draft(to: partner, text: text))
            return
        case .attach(let kind, let file):
            draft.value = Draft(to: partner, kind: kind, file: try Attachment(file: file))
        case .again: break
        }
        guard let draft = draft.value else { return }
        failure.value = nil
        do {
            try await sender.send(draft) { step.value = $0 }
            step.value = nil
        } catch {
            (step.value, failure.value) = (nil, "\(error)")
        }
    }
}
