import ModuleKit
import ModuleRoutes

/// The user centre: a greeting, and an entry for each route with the centre's label and without parameters.
/// An entry is a link with its badge, or an action if the route is called.
final class CentreModel: ViewModel {
    private let session: Live<Session>
    private let badges: Badges
    private let entries: (all: [LabelledRoute], guest: [LabelledRoute], user: [LabelledRoute])

    init(_ session: Live<Session>, _ badges: Badges, _ context: ModuleContext) {
        (self.session, self.badges) = (session, badges)
        entries = (
            context.routes(labelled: AppLabel.centre), context.routes(labelled: AppLabel.centreOfGuest),
            context.routes(labelled: AppLabel.centreOfUser)
        )
    }

    var content: [PageElement] {
        Heading("Hello, \(session.value.name)")
        for entry in entries.all + (session.value == .guest ? entries.guest : entries.user) {
            if let url = entry.url {
                let title = (entry.text ?? entry.pattern) + badges.text(for: url)
                if entry.verb == .open { Link(title, to: url) } else { Action(title, calling: url) }
            }
        }
    }
}

/// The badges of the user centre, which are numbers after entries' titles; routes with the badge label stream the
/// numbers.
final class Badges: Sendable {
    /// The longest wait for the first numbers; after this time, the page is shown without the missing numbers.
    private static let patience = Duration.seconds(1)

    /// The latest numbers, keyed by the URLs of their entries; `nil` until the first number arrives.
    private let numbers = Live<[String: Int?]>([:])
    private let wasShown = Live(false)

    /// Returns the badge that follows an entry's title.
    func text(for url: RouteURL) -> String {
        guard let number = numbers.value[url.text] ?? nil, number > 0 else { return "" }
        return " ●\(number)"
    }

    /// Whether the user centre was opened.
    var areShown: Bool { wasShown.value }

    /// Begins to follow new routes with the badge label, and waits for their first numbers; a guest has no badges.
    func show(for session: Session, _ context: ModuleContext) async {
        wasShown.value = true
        if session == .guest { return }
        for badge in context.routes(labelled: AppLabel.centreBadge) {
            guard let url = badge.url, let entry = badge.text else { continue }
            let isFollowed = numbers.update { numbers in
                if numbers.keys.contains(entry) { return true }
                numbers.updateValue(nil, forKey: entry)
                return false
            }
            if !isFollowed { context.background { await self.follow(url, of: entry, context) } }
        }
        guard numbers.value.values.contains(nil) else { return }
        let limit = context.background { [numbers] in
            try await context.clock.sleep(for: Self.patience)
            numbers.update { $0 = $0.mapValues { $0 ?? .some(0) } }
        }
        for await known in numbers.values { if !known.values.contains(nil) { break } }
        limit.cancel()
    }

    private func follow(_ url: RouteURL, of entry: String, _ context: ModuleContext) async {
        if let stream = try? await context.stream(url, of: Int.self) {
            do {
                for try await number in stream { numbers.update { $0[entry] = .some(number) } }
            } catch {
                context.log(.info, "\(entry) has no badge any more: \(error)")
            }
        }
        numbers.update { _ = $0.removeValue(forKey: entry) }
    }
}

extension Page {
    /// Returns the log-in page: a form whose call logs in and then dismisses the page with the session.
    static func login(_ session: Session) -> Page {
        Page("Log in") {
            if case .user(_, let name) = session { "\(name) is logged in until another user logs in." }
            Form("Log in", calling: "app://account/session/begin", then: .dismiss) {
                TextField("user", "User").required()
                SecretField("password", "Password").required()
            }
        }
    }

    static func profile(_ session: Session) -> Page {
        Page("Your profile") {
            if case .user(let id, let name) = session {
                Field("Name", name)
                Field("User", id)
                Action("Log out", calling: "app://account/logout", then: .open(url: "app://account/centre"))
            } else {
                "You are not logged in."
            }
        }
    }
}
