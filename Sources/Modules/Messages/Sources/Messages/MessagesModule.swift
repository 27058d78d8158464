public import ModuleKit
import ModuleRoutes

/// A module for messages: a list of conversations, a page for writing, and one call that sends any kind of message.
struct MessagesModule: Module {
    static let info = ModuleInfo("Messages", "1.0", "Inbox, and text, image, voice and video messages")
        .team("team-messages")
        // Without Account's interceptor for "needs-login", the inbox would be open to all.
        .requires("Account", "1.0"..<"2.0").webServices("messages")

    let context: ModuleContext
    let mailbox: Mailbox

    init(context: ModuleContext) { (self.context, mailbox) = (context, Mailbox(context: context)) }

    var routes: [Route] {
        Routes("/messages") {
            Open("/inbox") { _ in
                try await mailbox.refresh()
                return Page("Messages", showing: InboxModel(mailbox, try await mailbox.messages()))
            }
            .labelled(AppLabel.centre, "Messages").single()

            Open("/write", taking: Partner.self, Request.self) { partner, request in
                let partner = try Draft(to: partner.to).recipient
                try await mailbox.refresh()
                try await mailbox.markRead(from: partner)
                let (messages, isOfPerson) = (try await mailbox.messages(), request.origin == .shell)
                return Page(
                    partner,
                    showing: ConversationModel(mailbox, with: partner, messages, mayReadFiles: isOfPerson))
            }
            .single()

            // Sending is a call, so links, going back and plans cannot send in the user's name. The form on the page
            // for writing can send a text, no matter which caller opened the page.
            Call("/send", taking: Draft.self) { draft in try await mailbox.send(draft) }
        }
        .labelled(AppLabel.needsLogin)

        // The route has no label for log-in: a guest has no messages, so the number is then 0.
        Call(stream: "/messages/unread") { _ in try await mailbox.unread() }
            .labelled(AppLabel.centreBadge, "app://messages/inbox")
            .summary("The number of unread messages, and each later one")
    }

    var rewrites: [Rewrite] {
        // URLs of a conversation lead to the page for writing, which shows the conversation.
        Rewrite("/messages/conversation/:to", to: "/messages/write")
    }

    func start() { context.every(.seconds(60)) { try await mailbox.refresh() } }

    /// Returns the URL of the conversation with a partner.
    static func url(with partner: String) -> RouteURL { "app://messages/write?to=\(partner)" }
}

/// The partner of a conversation: the parameter of `/messages/write`.
struct Partner: Decodable, Sendable {
    let to: String
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Messages) public func messages(_ host: HostPointer) -> CInt { MessagesModule.export(to: host) }
