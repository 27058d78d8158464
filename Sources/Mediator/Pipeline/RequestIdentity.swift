/// A request as its caller makes it, with its purpose.
struct RequestIdentity {
    let url: RouteURL
    let verb: Request.Verb
    let origin: Origin
    var options = RequestOptions()
    var purpose = Purpose.outcome
    var answerers = Answerers.all
    /// The planner that receives the commands instead of the navigator, if the request is only a plan.
    var planner: NavigationPlanner?
    var isTraced = false

    /// The outcome that the caller wants.
    enum Purpose {
        /// The feedback on an `open`, or the value of a `call`.
        case outcome
        /// The value that the opened page is dismissed with.
        case result
        /// The value that a detour's page is dismissed with; the outer request waits for the detour.
        case detour
        /// The page that an `open` would show.
        case page
    }

    /// The modules that may answer.
    enum Answerers {
        /// All modules and resolvers.
        case all
        /// Only these modules, which are served to another host; that host made the request and performs the answer's
        /// command.
        case served(Set<String>)

        func include(_ module: String) -> Bool {
            if case .served(let names) = self { names.contains(module) } else { true }
        }

        var areServed: Bool { if case .served = self { true } else { false } }
    }
}

extension RelayedRequest {
    /// Describes a request of this process for another process.
    init(_ identity: RequestIdentity, body: Payload?) {
        self.init(
            url: identity.url.text, verb: identity.verb, body: body, origin: identity.origin,
            options: identity.options, awaitsResult: identity.purpose == .result || identity.purpose == .detour,
            wantsPage: identity.purpose == .page)
    }

    /// Returns the identity of the request in this process.
    func identity(of origin: Origin) -> RequestIdentity {
        RequestIdentity(
            url: RouteURL(url), verb: verb, origin: origin, options: options,
            purpose: awaitsResult ? .result : wantsPage ? .page : .outcome)
    }
}
