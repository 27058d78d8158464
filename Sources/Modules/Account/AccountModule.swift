import ModuleKit

/// The user of the app, and the user centre, whose entries are routes of other modules.
struct AccountModule: Module {
    static let info = ModuleInfo(name: "Account", version: Version(1), summary: "User centre, log-in and session")

    private let context: ModuleContext
    private let sessions = SessionService()

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/account/center") { try Page.center(sessions.current, isInstalled: isInstalled) }

        Open("/account/login") { NavigationCommand.present(.login(sessions.current, users: sessions.users)) }

        Open("/account/profile") { Page.profile(sessions.current) }

        // Neither the log-in nor the log-out is public: a link from outside must not change the user.
        Open("/account/login/:user", access: .modules) { request in
            let session = try sessions.logIn(try request.parameters.value("user"))
            return NavigationCommand.dismiss(value: Payload(session))
        }

        Open("/account/logout", access: .modules) {
            sessions.logOut()
            return Response.redirect("app://account/center")
        }

        Call("/account/session") { sessions.current }

        Call("/account/session/begin") { (credentials: Credentials) in try sessions.logIn(credentials.user) }
    }

    var interceptors: [Interceptor] {
        // A guest logs in first; then the request continues.
        Interceptor("session", on: "/account/profile") { _ in
            sessions.current == .guest ? .detour(to: "app://account/login") : .pass
        }
    }

    /// Undecided counts as installed: a remote may answer, and only following the link shows whether it does.
    func isInstalled(_ entry: CenterEntry) -> Bool {
        (try? context.canOpen(entry.route)) ?? .no != .no
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Account)
public func switchboardAccount(_ handshake: UnsafeMutableRawPointer) -> CInt {
    export(AccountModule.self, to: handshake)
}
