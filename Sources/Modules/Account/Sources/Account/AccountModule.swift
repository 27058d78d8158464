public import ModuleKit
import ModuleRoutes

/// A module for the app's user: log-in, session and user centre, which lists all modules' routes with the user centre's
/// label.
struct AccountModule: Module {
    static let info = ModuleInfo("Account", "1.0", "User centre, log-in and session").team("team-account")
        .webServices("accounts")

    private let context: ModuleContext
    private let sessions: SessionService
    private let badges = Badges()

    init(context: ModuleContext) {
        self.context = context
        sessions = SessionService(context: context)
    }

    var routes: [Route] {
        Open("/account/home") { _ in NavigationCommand.tabs(tabs) }
            .summary("The app's parts as tabs")

        Open("/account/centre") { _ in
            let session = await sessions.session
            await badges.show(for: session.value, context)
            return Page("User centre", showing: CentreModel(session, badges, context))
        }
        .single()

        Open("/account/login") { _ in NavigationCommand.present(.login(await sessions.session.value)) }
            .labelled(AppLabel.centreOfGuest, "Log in")

        Open("/account/profile") { _ in Page.profile(await sessions.session.value) }
            .labelled(AppLabel.centre, "Your profile")
            .labelled(AppLabel.needsLogin)

        // Not public: an external link must not log the user out.
        Call("/account/logout", access: .modules) { _ in
            await sessions.logOut()
            return Session.guest
        }
        .labelled(AppLabel.centreOfUser, "Log out")

        Call("/account/session") { _ in await sessions.session.value }

        Call(stream: "/account/session/changes") { _ in await sessions.session.values }
            .summary("The session, and each later one")

        Call("/account/session/begin", taking: Credentials.self) { credentials in
            let session = try await sessions.logIn(credentials)
            if badges.areShown { context.background { await badges.show(for: session, context) } }
            return session
        }
        .sensitive("password")

        Call(object: "/account/token") { _ in try await sessions.token() }
            .summary("The token of the user for web services, as a secret for modules")
    }

    var interceptors: [Interceptor] {
        // A guest logs in first; then the request continues.
        Interceptor("session", onLabelled: AppLabel.needsLogin) { _ in
            await sessions.session.value == .guest ? .detour(to: "app://account/login") : .pass
        }
    }

    /// The tabs whose modules are available.
    private var tabs: [Tab] {
        [
            Tab("Homes", url: "app://rent/list"), Tab("Map", url: "app://map"),
            Tab("Messages", url: "app://messages/inbox"), Tab("Account", url: "app://account/centre"),
        ]
        .filter { context.availability(of: $0.url) == .yes }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Account) public func account(_ host: HostPointer) -> CInt { AccountModule.export(to: host) }
