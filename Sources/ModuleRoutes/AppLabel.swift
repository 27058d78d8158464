/// The labels by which the modules of the app find each other's routes.
public enum AppLabel {
    /// An entry of the user centre: a link, or an action for a route that is called.
    public static let centre = "account.centre"
    /// An entry of the user centre for guests, and for users.
    public static let centreOfGuest = "account.centre.guest", centreOfUser = "account.centre.user"
    /// A stream of numbers: the badge of the entry whose URL is the label's text, none for 0.
    public static let centreBadge = "account.centre.badge"
    /// A call that answers with the homes of a business as `[Annotation]`; the label's text names the business.
    public static let homesOnMap = "map.homes"
    /// A route for users, before which a guest logs in.
    public static let needsLogin = "needs-login"
}
