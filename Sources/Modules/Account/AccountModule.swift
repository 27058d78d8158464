import ModuleKit

/// The user of the app, and the user centre, whose entries are the routes of all modules with a label for it.
struct AccountModule: Module {
    static let info = ModuleInfo(name: "Account", version: Version(1), summary: "User centre, log-in and session")

    private let context: ModuleContext
    private let sessions = SessionService()

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/account/center") { Page.center(sessions.current, entries: entries(for: sessions.current)) }

        Open("/account/login") { NavigationCommand.present(.login(sessions.current, users: sessions.users)) }
            .labelled("account.centre.guest", "Log in")

        Open("/account/profile") { Page.profile(sessions.current) }
            .labelled("account.centre", "Your profile")
            .labelled("needs-login")

        // Neither the log-in nor the log-out is public: a link from outside must not change the user.
        Open("/account/login/:user", access: .modules) { request in
            let session = try sessions.logIn(try request.parameters.value("user"))
            return NavigationCommand.dismiss(value: Payload(session))
        }

        Open("/account/logout", access: .modules) {
            sessions.logOut()
            return Response.redirect("app://account/center")
        }
        .labelled("account.centre.user", "Log out")

        Call("/account/session") { sessions.current }

        Call("/account/session/begin") { (credentials: Credentials) in try sessions.logIn(credentials.user) }
    }

    var interceptors: [Interceptor] {
        // A guest logs in first; then the request continues.
        Interceptor("session", onLabelled: "needs-login") { _ in
            sessions.current == .guest ? .detour(to: "app://account/login") : .pass
        }
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
