import ModuleKit
import ModuleRoutes

/// The messages of all users of this machine, as records, and the current user; pages show only this user's messages.
actor Mailbox {
    /// The part of the answer of `app://account/session` that this module reads.
    private struct Session: Decodable {
        struct User: Decodable { let id: String }

        let user: User?
    }

    /// The name of the user without an account.
    static let guest = "guest"

    private let context: ModuleContext
    private var isFollowing = false
    /// The messages that are being sent.
    private var outgoing: [Message] = []
    nonisolated let user = Live(guest)
    /// The error of the last request for new messages, if it failed.
    nonisolated let failure = Live<(any Error)?>(nil)

    init(context: ModuleContext) { self.context = context }

    private var storage: Storage { context.storage }

    /// Returns all messages in order, as a live value for pages.
    func messages() async throws -> Live<[Message]> {
        try await storage.records(Message.self).sorted(by: \.id).observed()
    }

    /// Requests new messages, then returns a stream of the number of the user's unread messages.
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

    /// Requests the current user, which is a guest if there is no account module; open pages follow later changes of
    /// the user.
    ///
    /// - Throws: the reason why the user is unknown.
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

    /// Follows changes of the user until an error; the next page that opens reports the error or follows again.
    private func follow() async throws {
        defer { isFollowing = false }
        for try await session in try await context.stream(AccountRoutes.sessionChanges(), of: Session.self) {
            if session.user?.id != user.value { try? await refresh() }
        }
    }

    /// Requests the user's new messages from the service; stored messages remain even if the request fails.
    func refresh() async throws {
        let user = try await identify()
        do {
            let incoming = user == Self.guest ? [] : try await answer(to: .inbox(of: user), within: .seconds(3))
            try await keep(incoming.map { $0.message(to: user) })
            failure.value = nil
        } catch {
            failure.value = error
            note(error, "new messages could not be fetched")
        }
    }

    /// Logs the details of an error, which pages describe in simple terms.
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

    /// Sends a complete message, and returns it with its number; throws if the same message is already being sent.
    func send(_ message: Message) async throws -> Message {
        guard !outgoing.contains(message) else { throw MessageError.underWay }
        outgoing.append(message)
        defer { outgoing.removeAll { $0 == message } }
        _ = try await answer(to: .send(message))
        return try await keep([message]).last ?? message
    }

    /// Sends a call with the user's token; a guest has no token.
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

    /// Stores new messages with the next numbers. The last number is read again, because another host of the user may
    /// have stored messages since the last reading.
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
