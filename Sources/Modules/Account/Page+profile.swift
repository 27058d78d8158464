import ModuleKit

extension Page {
    /// What is known of whoever is logged in.
    static func profile(_ session: Session) -> Page {
        Page("Your profile") {
            if case .user(let id, let name) = session {
                Field("Name", name)
                Field("User", id)
                Link("Log out", to: "app://account/logout")
            } else {
                Text("Nobody is logged in.")
            }
        }
    }
}
