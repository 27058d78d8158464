/// The labels by which the modules of the app find one another's routes.
public enum AppLabel {
    /// An entry of the user centre: a link, or an action if the route is called.
    public static let centre = "account.centre"
    /// An entry of the user centre only for guests, or only for logged-in users.
    public static let centreOfGuest = "account.centre.guest", centreOfUser = "account.centre.user"
    /// A stream of numbers for the badge of the entry whose URL is the label's text; 0 hides the badge.
    public static let centreBadge = "account.centre.badge"
    /// A call that returns the homes of a business as `[Annotation]`; the label's text names the business.
    public static let homesOnMap = "map.homes"
    /// A route for logged-in users; a guest must log in first.
    public static let needsLogin = "needs-login"
}
