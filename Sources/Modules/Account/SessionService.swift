import ModuleKit

/// The user, who stays logged in over restarts until the log-out.
///
/// The storage keeps the session as a setting, and its token, which acts in the user's name, as a secret. Both are in
/// memory, too, and change there in one step; without a storage they end with the host.
actor SessionService {
    private static let tokenName = "token"

    private let context: ModuleContext
    /// The session, once it was read.
    private var kept: Live<Session>?
    /// The token of the session, once it was read or the session has changed.
    private var heldToken: Secret?
    private var isTokenKnown = false
    /// The number of log-outs, by which a log-in that waits finds that one came meanwhile.
    private var logOutCount = 0

    init(context: ModuleContext) { self.context = context }

    /// The session, which is read when it is first needed; pages follow it.
    var session: Live<Session> {
        get async {
            if let kept { return kept }
            var read = Live(Session.guest)
            do {
                read = try await context.storage.settings.value("session", default: Session.guest)
            } catch {
                note(error, "the session is not kept; log in again after a restart")
            }
            // Another caller may have read it meanwhile.
            let session = kept ?? read
            kept = session
            return session
        }
    }

    /// The present session, and each later one; a slow reader receives the newest only.
    var changes: AsyncStream<Session> {
        get async { await session.values }
    }

    /// Returns the text that stands for the user in calls to web services.
    func token() async throws -> Secret {
        let session = await session
        // A guest has none, also where the storage did not remove that of an earlier user.
        if !isTokenKnown, session.value != .guest {
            let stored = try await context.storage.secrets.read(Self.tokenName)
            // A session may have begun meanwhile.
            if !isTokenKnown { (heldToken, isTokenKnown) = (stored, true) }
        }
        guard let token = heldToken else { throw AccountError.guest }
        return token
    }

    /// Logs a user in, in place of the present one; a refused user changes nothing.
    func logIn(_ credentials: Credentials) async throws -> Session {
        let (user, logOuts) = (credentials.user, logOutCount)
        guard user.contains(where: { $0.isLetter || $0.isNumber }) else { throw AccountError.unknownUser(user) }
        guard !credentials.password.isEmpty else { throw AccountError.wrongPassword(user: user) }
        let answer: Credentials.Answer
        do {
            answer = try await context.send(credentials)
        } catch {
            switch error.status {
            case 404?: throw AccountError.unknownUser(user)
            case (401...403)?: throw AccountError.wrongPassword(user: user)
            default: throw error
            }
        }
        let session = await session
        guard logOuts == logOutCount else { throw AccountError.loggedOut(user: user) }
        let (new, newToken) = (Session.user(id: user, name: answer.name), Secret(answer.token))
        await keep(newToken)
        // A log-out may have come while the storage was written, too.
        guard logOuts == logOutCount else {
            if heldToken == nil { await keep(nil) }
            throw AccountError.loggedOut(user: user)
        }
        begin(new, newToken, in: session)
        return new
    }

    /// Ends the session and removes its token.
    func logOut() async {
        let session = await session
        logOutCount += 1
        // At once: the removal must not end a log-in that comes after it.
        begin(.guest, nil, in: session)
        await keep(nil)
    }

    /// Begins a session with its token, which pages that follow the session may need at once.
    private func begin(_ new: Session, _ newToken: Secret?, in session: Live<Session>) {
        (heldToken, isTokenKnown) = (newToken, true)
        session.value = new
    }

    /// Keeps a token over restarts; the earlier one goes first, since a failure must not leave it to another user.
    private func keep(_ newToken: Secret?) async {
        do {
            try await context.storage.secrets.remove(Self.tokenName)
            if let newToken { try await context.storage.secrets.write(newToken, to: Self.tokenName) }
        } catch {
            note(
                error,
                newToken == nil
                    ? "the token may be in the storage still; log in and out again"
                    : "the session is not kept; log in again after a restart")
        }
    }

    /// Notes that the storage failed; the session lasts as long as the host.
    private func note(_ error: any Error, _ message: String) {
        let level = (error as? StorageError)?.code == .unavailable ? LogLevel.info : LogLevel.warning
        context.log(level, message, ["reason": "\(error)"])
    }
}
