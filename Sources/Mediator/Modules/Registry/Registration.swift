/// All declarations that a module makes to the mediator. They are added and removed in one step.
@_spi(Host) public struct Registration: Sendable {
    /// The module's name.
    public let owner: String
    /// The routes, including the fallbacks.
    public var routes: [Route] = []
    /// The parameter types that the module declares.
    public var types: [ParameterType] = []
    /// The interceptors.
    public var interceptors: [Interceptor] = []
    /// The rewrites.
    public var rewrites: [Rewrite] = []
    /// The services.
    public var services: [Offer] = []
    /// The subscriptions to events.
    public var subscriptions: [Subscription] = []
    /// Whether the module runs in its own process; if so, no other module may use its first segments.
    public var isIsolated = false
    /// The context that may replace interceptors and subscriptions; `nil` allows every context of the module.
    public var context: (any AnyObject & Sendable)?
    /// The lease that is released when no request can use the declarations any more.
    public var lease: Lease?
    /// Creates a lease that lasts while one of the module's pages is open.
    public var pageLease: (@Sendable () -> Lease)?

    /// Creates an empty registration.
    public init(owner: String) { self.owner = owner }
}

/// The reason why a module and all its declarations were not registered.
@_spi(Host) public enum RegistrationError: Error, Sendable, Equatable {
    /// Some declarations are invalid; every fault is listed.
    case invalid([RegistrationFault], owner: String)
    /// A module with the same name is already registered.
    case alreadyRegistered(owner: String)
    /// The host refused the declarations of an isolated module; the reason names the module.
    case refused(reason: String)
}

extension RegistrationError: CustomStringConvertible {
    /// The faults and their remedies, as text.
    public var description: String {
        switch self {
        case .invalid(let faults, let owner):
            (faults.count > 10 ? "the first 10 faults, and there are \(faults.count - 10) more: " : "")
                + faults.prefix(10).map { "\(owner)'s \($0)" }.joined(separator: "; ")
        case .alreadyRegistered(let owner):
            "a module named \(owner) is registered already; give each module its own name"
        case .refused(let reason): reason
        }
    }
}

/// A fault in one declaration of a module.
@_spi(Host) public enum RegistrationFault: Error, Sendable, Equatable {
    /// The pattern is not valid in the routing language.
    case invalidPattern(String, declared: DeclarationSite, reason: RoutePatternError)
    /// There are more declarations of a kind, such as `routes`, than a module or a remote may have.
    case tooMany(String, found: Int, limit: Int)
    /// A declaration, such as `route /:id`, is similar to so many others that it cannot be compared with all of them.
    case tooAlike(String, declared: DeclarationSite)
    /// Two patterns match the same URL, and no rule determines which one precedes the other.
    case conflict(
        pattern: String, declared: DeclarationSite, with: String, otherOwner: String, otherDeclared: DeclarationSite)
    /// A pattern of an interceptor is not valid in the routing language.
    case invalidInterceptor(String, pattern: String, declared: DeclarationSite, reason: RoutePatternError)
    /// Two interceptors of the module have the same name.
    case duplicateInterceptor(String, declared: DeclarationSite, otherDeclared: DeclarationSite)
    /// Interceptors form a cycle: each must precede the next in the list. The first name is also the last name.
    case interceptorCycle([String])
    /// A pattern of a rewrite is not valid in the routing language.
    case invalidRewrite(String, declared: DeclarationSite, reason: RoutePatternError)
    /// The target of a rewrite needs a parameter that the pattern does not have.
    case unknownParameter(String, target: String, pattern: String, declared: DeclarationSite)
    /// Two rewrites match the same URL, and no rule determines which one precedes the other.
    case rewriteConflict(
        pattern: String, declared: DeclarationSite, with: String, otherOwner: String, otherDeclared: DeclarationSite)
    /// The version of an offered service was created from a text that is not a version.
    case unreadableVersion(service: String, declared: DeclarationSite)
    /// A declaration breaks the rules that separate an isolated module from the other modules; see `FirstSegments`.
    case isolation(String, declared: DeclarationSite?, reason: String, otherOwner: String?)
    /// A label of a declaration, such as `route /rent/list`, is invalid; the reason includes the remedy.
    case invalidLabel(of: String, declared: DeclarationSite, reason: String)
}

extension RegistrationFault: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .tooMany(let kind, let found, let limit):
            "\(kind) are too many: found \(found), allowed \(limit); use patterns with parameters, or divide them"
        case .tooAlike(let declaration, let declared):
            "\(declaration) (\(declared)) shares its forms with more than \(ShapeTable.limit) others; "
                + "use fewer groups, or begin it with a unique segment"
        case .invalidPattern(let pattern, let declared, let reason):
            "route \"\(pattern)\" (\(declared)) cannot be read: \(reason)"
        case .conflict(let pattern, let declared, let other, let otherOwner, let otherDeclared):
            "route \(pattern) (\(declared)) matches the same URLs as \(otherOwner)'s \(other) (\(otherDeclared)) and "
                + "is as specific; change one of them, or give one a higher priority"
        case .invalidInterceptor(let name, let pattern, let declared, let reason):
            "interceptor \(name) (\(declared)) is on \"\(pattern)\", which cannot be read: \(reason)"
        case .duplicateInterceptor(let name, let declared, let other):
            "interceptor \(name) (\(declared)) has the name of another (\(other)); give each its own name"
        case .interceptorCycle(let names):
            "interceptors precede one another in a circle, "
                + names.prefix(10).joined(separator: " → ")
                + (names.count > 10 ? " → … (\(names.count - 10) more)" : "")
                + "; remove one `before` or `after`"
        case .invalidRewrite(let pattern, let declared, let reason):
            "rewrite \"\(pattern)\" (\(declared)) cannot be read: \(reason)"
        case .unknownParameter(let name, let target, let pattern, let declared):
            "rewrite to \(target) (\(declared)) needs the parameter \"\(name)\", which \(pattern) does not have; "
                + "name it in both"
        case .rewriteConflict(let pattern, let declared, let other, let otherOwner, let otherDeclared):
            "rewrite \(pattern) (\(declared)) matches the same URLs as \(otherOwner)'s \(other) (\(otherDeclared)); "
                + "change one of them"
        case .unreadableVersion(let name, let declared):
            "service \(name) (\(declared)) has a version that cannot be read; write one such as \"1.2\""
        case .isolation(let declaration, let declared, let reason, _):
            "\(declaration)\(declared.map { " (\($0))" } ?? "") \(reason), but a module in its own process has "
                + "exclusive first segments, no priority above 0 and no page events; remove it, or begin it with a "
                + "segment that no other module uses"
        case .invalidLabel(let declaration, let declared, let reason):
            "\(declaration) (\(declared)) has \(reason)"
        }
    }
}

extension RegistrationFault {
    /// Returns the fault of a route that conflicts with another one; if `other` is `nil`, too many routes are similar.
    static func clash(of route: Route, with other: (route: Route, owner: String)?) -> RegistrationFault {
        guard let other else { return .tooAlike("route \(route.pattern)", declared: route.place) }
        return .conflict(
            pattern: route.pattern, declared: route.place, with: other.route.pattern, otherOwner: other.owner,
            otherDeclared: other.route.place)
    }
}
