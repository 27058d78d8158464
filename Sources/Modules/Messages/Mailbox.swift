import ModuleKit
import ModuleRoutes

/// The messages of all users of this machine, as records, and the user whose messages pages show.
actor Mailbox {
    /// The part of the answer of `app://account/session` that this module reads.
    private struct Session: Decodable {
        struct User: Decodable { let id: String }

        let user: User?
    }

    /// The user without an account.
    static let guest = "guest"

    private let context: ModuleContext
    private var isFollowing = false
    /// The messages that are on their way.
    private var outgoing: [Message] = []
    nonisolated let user = Live(guest)
    /// The reason why the service did not tell of new messages at last, if it did not.
    nonisolated let failure = Live<(any Error)?>(nil)

    init(context: ModuleContext) { self.context = context }

    private var storage: Storage { context.storage }

    /// All messages in order, with each later one, for pages.
    func messages() async throws -> Live<[Message]> {
        try await storage.records(Message.self).sorted(by: \.id).observed()
    }

    /// The number of the user's unread messages, after the service was asked for new ones, and each later one.
    func unread() async throws -> AsyncStream<Int> {
        try await refresh()
        let (messages, user) = (try await messages(), user)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let count: @Sendable () -> Void = {
                continuation.yield(messages.value.count { $0.user == user.value && !$0.isRead })
            }
            let bindings = [messages.bind { _ in count() }, user.bind { _ in count() }]
            continuation.onTermination = { _ in withExtendedLifetime((messages, bindings)) {} }
        }
    }

    /// Asks who the user is, a guest without an account module, and returns it; open pages follow later users.
    ///
    /// - Throws: the reason why it is unknown who the user is.
    @discardableResult
    func identify() async throws -> String {
        do throws(RequestError) {
            user.value = try await context.call(AccountRoutes.session(), as: Session.self).user?.id ?? Self.guest
        } catch {
            guard error.code == .noRoute else { throw error }
            user.value = Self.guest
        }
        if !isFollowing {
            isFollowing = true
            context.background { try? await self.follow() }
        }
        return user.value
    }

    /// Follows the user until an error; the next page that opens shows it, or follows again.
    private func follow() async throws {
        defer { isFollowing = false }
        for try await session in try await context.stream(AccountRoutes.sessionChanges(), of: Session.self) {
            if session.user?.id != user.value { try? await refresh() }
        }
    }

    /// Asks the service for new messages to the user; those that are here stay, also where it fails.
    func refresh() async throws {
        let user = try await identify()
        do {
            let incoming = user == Self.guest ? [] : try await answer(to: .inbox(of: user), within: .seconds(3))
            try await keep(incoming.map { $0.message(to: user) })
            failure.value = nil
        } catch {
            failure.value = error
            note(error, "the service did not tell of new messages")
        }
    }

    /// Logs an error, which pages show in a person's words.
    nonisolated func note(_ error: any Error, _ message: String) {
        context.log(.info, "\(message): \(error)")
    }

    /// Marks the messages of a partner as read.
    func markRead(from partner: String) async throws {
        let records = storage.records(Message.self)
        let unread = records.where(\.user == user.value && \.partner == partner && \.isRead == false)
        for var message in try await unread.all() {
            message.isRead = true
            try await records.update(message)
        }
    }

    /// Sends a message whose content is complete, once for two taps, and returns it with its number.
    func send(_ message: Message) async throws -> Message {
        guard !outgoing.contains(message) else { throw MessageError.underWay }
        outgoing.append(message)
        defer { outgoing.removeAll { $0 == message } }
        _ = try await answer(to: .send(message))
        return try await keep([message]).last ?? message
    }

    /// Sends a call in the user's name.
    func answer<Answer>(
        to call: MessagesAPI<Answer>, within deadline: Duration = RequestOptions.defaultDeadline,
        progress: AsyncStream<UploadProgress>.Continuation? = nil
    ) async throws -> Answer {
        var call = call
        if user.value != Self.guest {
            let token = try await context.call(AccountRoutes.token(), as: Secret.self)
            call.headers["Authorization"] = "Bearer \(token.text)"
        }
        let options = RequestOptions(deadline: deadline)
        return try await context.send(call, retries: 2, options: options, progress: progress)
    }

    /// Keeps new messages under the next numbers, which another host of the user may have taken meanwhile.
    @discardableResult
    private func keep(_ messages: [Message]) async throws -> [Message] {
        try await storage.transaction {
            let records = storage.records(Message.self)
            let all = try await records.sorted(by: \.id).all()
            var new = messages.filter { new in
                new.number == nil || !all.contains { $0.user == new.user && $0.number == new.number }
            }
            for index in new.indices { new[index].id = (all.last?.id ?? 0) + index + 1 }
            try await records.insert(new)
            return new
        }
    }
}
