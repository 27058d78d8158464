import ModuleKit

/// The user of the app, and the user centre, whose entries are the routes of all modules with a label for it.
struct AccountModule: Module {
    static let info = ModuleInfo(
        name: "Account", version: Version(1), summary: "User centre, log-in and session",
        webServices: [AccountAPI.service])

    private let context: ModuleContext
    private let sessions: SessionService

    init(context: ModuleContext) { self.init(context: context, storage: context.storage) }

    /// Creates the module with a storage, as after a restart.
    init(context: ModuleContext, storage: Storage) {
        self.context = context
        sessions = SessionService(context: context, storage: storage)
    }

    var routes: [Route] {
        Open("/account/home") { NavigationCommand.tabs(tabs) }
            .summary("The app's parts as tabs")

        Open("/account/center") {
            let session = await sessions.current
            return Page.center(session, entries: entries(for: session))
        }

        Open("/account/login") {
            NavigationCommand.present(.login(await sessions.current, users: User.demonstration))
        }
        .labelled("account.centre.guest", "Log in")

        Open("/account/profile") { Page.profile(await sessions.current) }
            .labelled("account.centre", "Your profile")
            .labelled("needs-login")

        // Neither the log-in nor the log-out is public: a link from outside must not change the user.
        Open("/account/login/:user", access: .modules) { request in
            let session = try await sessions.logIn(Credentials(user: try request.parameters.value("user")))
            return NavigationCommand.dismiss(value: Payload(session))
        }

        Open("/account/logout", access: .modules) {
            await sessions.logOut()
            return Response.redirect("app://account/center")
        }
        .labelled("account.centre.user", "Log out")

        Call("/account/session") { await sessions.current }

        Call("/account/session/begin") { (credentials: Credentials) in try await sessions.logIn(credentials) }
            .sensitive("password")
    }

    var interceptors: [Interceptor] {
        // A guest logs in first; then the request continues.
        Interceptor("session", onLabelled: "needs-login") { _ in
            await sessions.current == .guest ? .detour(to: "app://account/login") : .pass
        }
    }

    /// The parts of the app whose modules run.
    private var tabs: [Tab] {
        [
            Tab("Homes", url: "app://rent/list"), Tab("Map", url: "app://map"),
            Tab("Messages", url: "app://messages/inbox"), Tab("Account", url: "app://account/center"),
        ]
        .filter { (try? context.canOpen($0.url)) == .yes }
    }

    /// Returns the entries of the user centre for everybody, then those for a guest or a user alone.
    private func entries(for session: Session) -> [LabelledRoute] {
        context.routes(labelled: "account.centre")
            + context.routes(labelled: session == .guest ? "account.centre.guest" : "account.centre.user")
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Account)
public func switchboardAccount(_ handshake: UnsafeMutableRawPointer) -> CInt {
    export(AccountModule.self, to: handshake)
}
