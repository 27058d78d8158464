import ModuleKit

/// The list of conversations in the order of their first messages, with a dot if a message is unread.
final class InboxModel: ViewModel {
    enum Message: Codable { case refresh }

    private let mailbox: Mailbox
    private let messages: Live<[Messages.Message]>

    init(_ mailbox: Mailbox, _ messages: Live<[Messages.Message]>) {
        (self.mailbox, self.messages) = (mailbox, messages)
    }

    var content: [PageElement] {
        let own = messages.value.filter { $0.user == mailbox.user.value }
        if own.isEmpty { Text("No message yet; write to a landlord.").makeLayout(.centered) }
        List(own.reduce(into: [String]()) { if !$0.contains($1.partner) { $0.append($1.partner) } }) { partner in
            let conversation = own.filter { $0.partner == partner }
            let title = conversation.allSatisfy(\.isRead) ? partner : "● \(partner)"
            return List.Item(title, to: MessagesModule.url(with: partner))
                .then { $0.detail = conversation.last?.line }
        }
        if let failure = mailbox.failure.value {
            let (service, retry) = (Container("service") {}, Action("Ask again", sending: .refresh))
            if ((failure as? RequestError)?.cause as? ResolverError)?.code == .unavailable {
                service.offline(retry: retry)
            } else {
                service.failed("there may be newer messages", retry: retry)
            }
        }
    }

    func receive(_ message: Message) async throws { try await mailbox.refresh() }
}

/// The messages from and to a partner, a form for a new text, a form for a file, and the progress of the last file.
final class ConversationModel: ViewModel {
    enum Message: Codable {
        case write(text: String)
        case attach(kind: MessageKind, file: String)
        /// Sends the last draft again after a failure.
        case again
    }

    private let partner: String
    private let mailbox: Mailbox
    private let messages: Live<[Messages.Message]>
    /// Whether the form may name a file: the module can read files that a caller may not read, so only this host's user
    /// may name a file.
    private let mayReadFiles: Bool
    private let step = Live<DeliveryStep?>(nil)
    private let isFailed = Live(false)
    /// The fault of the last input; an input with a fault is not sent.
    private let advice = Live<String?>(nil)
    private let draft = Live<Draft?>(nil)

    init(_ mailbox: Mailbox, with partner: String, _ messages: Live<[Messages.Message]>, mayReadFiles: Bool) {
        (self.mailbox, self.partner, self.messages, self.mayReadFiles) = (mailbox, partner, messages, mayReadFiles)
    }

    var content: [PageElement] {
        let shown = messages.value.filter { $0.user == mailbox.user.value && $0.partner == partner }
        for message in shown { message.content }
        if shown.isEmpty {
            for text in ["Hello, is the home still free?", "May I come and see it on Saturday?", "你好，请问可以养猫吗？"] {
                Action(
                    text, calling: "app://messages/send?to=\(partner)&text=\(text)",
                    then: .open(url: MessagesModule.url(with: partner)))
            }
        }
        switch step.value {
        case .applying: Container("delivery") {}.loading()
        case .uploading(let fraction): ProgressBar("Upload", fraction: fraction)
        case .sending: ProgressBar("Upload", fraction: 1)
        case nil: if isFailed.value { Container("delivery") {}.failed("it was not sent", retry: Self.retry) }
        }
        if let advice = advice.value { Text("Not sent: \(advice)").with(style: .warning) }
        Form("Write", sending: "write") { TextField("text", "Text").required().length(1...500) }
        if mayReadFiles {
            Form("Send a file", sending: "attach") {
                ChoiceField("kind", "Kind", ["image", "voice", "video"].map { Form.Choice($0) }).required()
                TextField("file", "File").required()
            }
        } else {
            Text("Files cannot be sent from here: \(MessageError.noFiles).")
        }
        Link("All messages", to: "app://messages/inbox")
    }

    private static let retry = Action("Send again", sending: .again)

    func receive(_ message: Message) async {
        do throws(MessageError) {
            switch message {
            case .write(let text): draft.value = try checked(Draft(to: partner, text: text))
            case .attach(let kind, let file):
                guard mayReadFiles else { throw .noFiles }
                draft.value = try checked(Draft(to: partner, kind: kind, file: try Attachment(file: file)))
            case .again: break
            }
            advice.value = nil
        } catch {
            advice.value = error.description
            return
        }
        if let draft = draft.value { await send(draft) }
    }

    /// Returns the draft if it can be sent; the form itself checks each field, but not the fields together.
    private func checked(_ draft: Draft) throws(MessageError) -> Draft {
        try draft.checked()
        return draft
    }

    private func send(_ draft: Draft) async {
        isFailed.value = false
        do {
            try await mailbox.send(draft) { step.value = $0 }
        } catch {
            isFailed.value = true
            mailbox.note(error, "a message to \(partner) was not sent")
        }
        step.value = nil
    }
}

extension Message {
    /// The message on a page; the user's own messages are indented.
    fileprivate var content: Container {
        Container {
            switch (kind, url) {
            case (.image, let url?): Image(line, at: RouteURL(url))
            case (_, let url?): Link(line, to: RouteURL(url))
            default: line
            }
        }
        .makeLayout(.indented(by: number == nil ? 4 : 0))
    }
}
