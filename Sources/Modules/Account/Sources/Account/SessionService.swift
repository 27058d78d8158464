import ModuleKit

/// The service that keeps the user logged in across restarts. The storage keeps the session as a setting, and the
/// token, which authenticates calls in the user's name, as a secret. Without a storage, the session and the token end
/// with the host.
actor SessionService {
    private static let tokenName = "token"

    private let context: ModuleContext
    /// The session; `nil` until it has been read from the storage.
    private var kept: Live<Session>?
    /// The token of the session, if the session began in this run.
    private var newToken: Secret?
    /// The user whose log-in waits for the service; a log-out or another log-in replaces this value.
    private var entering: String?

    init(context: ModuleContext) { self.context = context }

    /// The session, which is read from the storage at the first use; pages follow its changes.
    var session: Live<Session> {
        get async {
            if let kept { return kept }
            var read = Live(Session.guest)
            do {
                read = try await context.storage.settings.value("session", default: Session.guest)
            } catch {
                note(error, "the session is not kept; log in again after a restart")
            }
            // Another caller may have read the session in the meantime.
            kept = kept ?? read
            return kept ?? read
        }
    }

    /// Returns the text that authenticates the user in calls to web services.
    func token() async throws -> Secret {
        let session = await session
        let isStored = newToken == nil && session.value != .guest
        let stored = isStored ? try await context.storage.secrets.read(Self.tokenName) : nil
        // A guest has no token, even if the storage failed to remove an earlier user's token.
        guard session.value != .guest, let token = newToken ?? stored else { throw AccountError.guest }
        return token
    }

    /// Logs a user in, which replaces the current user; a refused log-in changes nothing.
    func logIn(_ credentials: Credentials) async throws -> Session {
        let user = credentials.user
        guard user.contains(where: { $0.isLetter || $0.isNumber }) else { throw AccountError.unknownUser(user) }
        guard !credentials.password.isEmpty else { throw AccountError.wrongPassword(user: user) }
        entering = user
        let answer = try await context.login(credentials)
        let session = await session
        guard entering == user else { throw AccountError.loggedOut(user: user) }
        let new = Session.user(id: user, name: answer.name)
        await begin(new, with: Secret(answer.token), in: session)
        return new
    }

    /// Ends the session and removes its token.
    func logOut() async { await begin(.guest, with: nil, in: await session) }

    /// Begins a session with its token in one step, and then stores the token for later runs of the host.
    private func begin(_ new: Session, with token: Secret?, in session: Live<Session>) async {
        (entering, newToken) = (nil, token)
        session.value = new
        do {
            var written: Secret?
            // Another session may begin while the token is written.
            repeat {
                written = newToken
                // The earlier token is removed first, so that a failed write does not leave it to another user.
                try await context.storage.secrets.remove(Self.tokenName)
                if let written { try await context.storage.secrets.write(written, to: Self.tokenName) }
            } while written != newToken
        } catch {
            note(error, "the storage has no token, or an earlier user's token; log in and out again")
        }
        // Another session may have begun during the write. The event carries the session of this moment, because
        // subscribers must not receive an earlier session last.
        await context.publish(.session, session.value)
    }

    /// Logs that the storage failed; the session then ends with the host.
    private func note(_ error: any Error, _ message: String) {
        let level = (error as? StorageError)?.code == .unavailable ? LogLevel.info : LogLevel.warning
        context.log(level, message, ["reason": "\(error)"])
    }
}

extension ModuleContext {
    /// Logs a user in at the service, and converts the service's refusals to this module's errors.
    fileprivate func login(_ credentials: Credentials) async throws -> Login {
        do {
            return try await send(AccountAPI.login(credentials))
        } catch {
            switch error.status {
            case 404?: throw AccountError.unknownUser(credentials.user)
            case (401...403)?: throw AccountError.wrongPassword(user: credentials.user)
            default: throw error
            }
        }
    }
}
