/// Who may ask for a route.
public enum Access: String, Sendable, Codable {
    /// Anyone, deep links from outside included.
    case `public`
    /// Modules and the shell.
    case modules
    /// The module that owns the route.
    case `internal`

    /// Whether an origin may ask for a route with this access that belongs to `owner`.
    public func allows(_ origin: Origin, owner: String) -> Bool {
        switch self {
        case .public: true
        case .modules:
            // Spelled out, so that a new kind of origin is not let in unseen.
            switch origin {
            case .module, .shell: true
            case .external: false
            }
        case .internal: origin == .module(owner)
        }
    }
}
