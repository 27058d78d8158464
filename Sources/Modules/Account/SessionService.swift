import ModuleKit

/// The user, who stays logged in over restarts until the log-out.
///
/// The storage keeps the session as a setting, and its token, which acts in the user's name, as a secret. Without a storage
/// the session ends with the host.
struct SessionService: Sendable {
    private static let token = "token"

    let context: ModuleContext
    let storage: Storage
    private let fallback = Observable(Session.guest)
    /// The number of log-outs, by which a log-in that waits for the service finds that one came meanwhile.
    private let logOutCount = Observable(0)

    init(context: ModuleContext, storage: Storage) {
        self.context = context
        self.storage = storage
    }

    /// The session, which is read when it is first needed; pages follow it.
    var session: Observable<Session> {
        get async {
            var session: Observable<Session>?
            await store { session = try await $0.settings.value("session", default: Session.guest) }
            return session ?? fallback
        }
    }

    /// The present session, and each later one; a slow reader receives the newest only.
    var changes: AsyncStream<Session> {
        get async {
            let session = await session
            return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                let binding = session.bind { continuation.yield($0) }
                continuation.onTermination = { _ in withExtendedLifetime(binding) {} }
            }
        }
    }

    /// Returns the text that stands for the user in calls to web services.
    func token() async throws -> Secret {
        guard let token = try await storage.secrets.read(Self.token) else { throw AccountError.guest }
        return token
    }

    /// Logs a user in, in place of the present one; a refused user changes nothing.
    func logIn(_ credentials: Credentials) async throws -> Session {
        let (user, logOuts) = (credentials.user, logOutCount.value)
        guard !credentials.password.isEmpty else { throw AccountError.wrongPassword(user: user) }
        let answer: Credentials.Answer
        do {
            answer = try await context.send(credentials)
        } catch {
            switch error {
            case .remote(_, .status(_, 404, _)), .callNotSent(_, .path): throw AccountError.unknownUser(user)
            case .remote(_, .status(_, 401...403, _)): throw AccountError.wrongPassword(user: user)
            default: throw error
            }
        }
        guard logOuts == logOutCount.value else { throw AccountError.loggedOut(user: user) }
        let new = Session.user(id: user, name: answer.name)
        await begin(new, token: Secret(answer.token))
        return new
    }

    /// Ends the session and removes its token.
    func logOut() async {
        logOutCount.update { $0 += 1 }
        await begin(.guest, token: nil)
    }

    /// Begins a session after its token is kept, since pages that follow the session may need it at once.
    private func begin(_ new: Session, token: Secret?) async {
        await store { storage in
            if let token { return try await storage.secrets.write(token, to: Self.token) }
            try await storage.secrets.remove(Self.token)
        }
        await session.value = new
    }

    /// Uses the storage; a failure is logged, and the session lasts as long as the host.
    private func store(_ body: (Storage) async throws -> Void) async {
        do {
            try await body(storage)
        } catch {
            let level = if case StorageError.unavailable = error { LogLevel.info } else { LogLevel.warning }
            context.log(level, "the session is not kept; log in again after a restart", ["reason": "\(error)"])
        }
    }
}
