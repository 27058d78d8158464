import ModuleKit

/// The user, who stays logged in over restarts until the log-out.
///
/// The session is a secret of the storage, since its token acts in the user's name. It is read when it is first needed, so
/// that a start costs nothing. Without a storage it ends with the host.
actor SessionService {
    /// The content of the secret.
    private struct Kept: Codable {
        let user: String
        let name: String
        let token: String
    }

    private static let secret = "session"

    private let context: ModuleContext
    private let storage: Storage
    private var kept: Kept?
    private var isRead = false
    /// The number of log-outs, by which a log-in that waits for the service finds that one came meanwhile.
    private var logOutCount = 0

    init(context: ModuleContext, storage: Storage) {
        self.context = context
        self.storage = storage
    }

    /// The present session.
    var current: Session {
        get async {
            if !isRead {
                let found = await read()
                // A log-in that came meanwhile is newer.
                if !isRead { (kept, isRead) = (found, true) }
            }
            return kept.map { .user(id: $0.user, name: $0.name) } ?? .guest
        }
    }

    /// Logs a user in, in place of the present one; a refused user changes nothing.
    ///
    /// - Throws: `AccountError.loggedOut` if the session was ended while the service was asked.
    func logIn(_ credentials: Credentials) async throws -> Session {
        let (user, password) = (credentials.user, credentials.password ?? Credentials.anyPassword)
        guard !password.isEmpty else { throw AccountError.noPassword(user: user) }
        let logOuts = logOutCount
        let answer: AccountAPI.Answer
        do {
            answer = try await context.answer(to: .login(userName: user, password: password))
        } catch {
            throw Self.refusal(error, of: user) ?? error
        }
        guard logOuts == logOutCount else { throw AccountError.loggedOut(user: user) }
        let new = Kept(user: user, name: answer.name, token: answer.token)
        (kept, isRead) = (new, true)
        await store { storage in
            try await storage.secrets.write(Secret(bytes: try Payload(new).json()), to: Self.secret)
        }
        return .user(id: user, name: answer.name)
    }

    /// Ends the session and removes its token.
    func logOut() async {
        logOutCount += 1
        (kept, isRead) = (nil, true)
        await store { try await $0.secrets.remove(Self.secret) }
    }

    /// Returns the error in the words of this module, if it is about the user.
    private static func refusal(_ error: RequestError, of user: String) -> AccountError? {
        switch error {
        case .remote(_, .status(_, 404, _)), .callNotSent(_, .path):
            .unknownUser(user, known: DemonstrationService.userNames)
        case .remote(_, .status(_, 401, _)), .remote(_, .status(_, 403, _)): .wrongPassword(user: user)
        default: nil
        }
    }

    private func read() async -> Kept? {
        var kept: Kept?
        await store { storage in
            guard let secret = try await storage.secrets.read(Self.secret) else { return }
            kept = try Payload(json: secret.bytes).decode()
        }
        return kept
    }

    /// Uses the storage; a failure is logged, and the session lasts as long as the host.
    private func store(_ body: (Storage) async throws -> Void) async {
        do {
            try await body(storage)
        } catch StorageError.unavailable(let reason) {
            context.log(.info, "the session ends with the host", ["reason": reason])
        } catch {
            context.log(.warning, "the session is not kept; log in again after a restart", ["reason": "\(error)"])
        }
    }
}
