/// The mediator: modules register routes, and anybody reaches them by URL without knowing the module.
///
/// Use it from any task. A request keeps the route table that it began with; reading the table takes no lock.
public final class Switchboard: Sendable {
    private let table: Published<RouteTable>
    private let navigator: any Navigator
    private let resolvers: [any Resolver]

    /// Puts a mediator together.
    ///
    /// - Parameters:
    ///   - resolvers: who is asked, in order, for what no module answers.
    ///   - ownHosts: the web hosts whose `http` and `https` URLs patterns without a scheme answer too.
    public init(navigator: any Navigator, resolvers: [any Resolver] = [], ownHosts: Set<String> = []) {
        table = Published(RouteTable(ownHosts: ownHosts))
        self.navigator = navigator
        self.resolvers = resolvers
    }

    /// Goes to a URL: its page is shown, or its command performed, and the navigator's feedback comes back.
    ///
    /// A refusal of the navigator is feedback, not an error. The handler runs where the caller runs.
    public func open(_ url: String, origin: Origin) async throws(RequestError) -> Feedback {
        let answer = try await mediate(url, verb: .open, body: nil, origin: origin)
        switch answer.response {
        case .page(let page): return await navigator.perform(.push(page), for: answer.request)
        case .command(let command): return await navigator.perform(command, for: answer.request)
        case .done: return Feedback(.done, stack: await navigator.stack())
        case .value, .redirect, .declined: throw answer.unexpected
        }
    }

    /// Asks a URL for its value, without navigation; JSON `null` where the handler had nothing to say.
    public func call(_ url: String, body: Payload? = nil, origin: Origin) async throws(RequestError) -> Payload {
        let answer = try await mediate(url, verb: .call, body: body, origin: origin)
        switch answer.response {
        case .value(let value): return value
        case .done: return Payload(String?.none)
        case .page, .command, .redirect, .declined: throw answer.unexpected
        }
    }

    /// Asks a URL for its value, as a value of the caller's own type.
    ///
    /// The value itself comes where the types are the same; otherwise it is decoded from the JSON of the answer.
    public func call<Value: Decodable>(
        _ url: String, body: Payload? = nil, as type: Value.Type, origin: Origin
    ) async throws(RequestError) -> Value {
        let payload = try await call(url, body: body, origin: origin)
        do {
            return try payload.decode(as: type)
        } catch {
            throw .unreadableValue(url: url, reason: error)
        }
    }

    /// Whether `open`, or another verb, would find somebody to answer; runs no handler and asks no remote.
    public func canOpen(
        _ url: String, for verb: Verb = .open, origin: Origin
    ) throws(RequestError) -> Availability {
        let parsed = try Mediation.parse(url, after: [])
        if let match = table.current.match(parsed) {
            let route = match.entry.route
            return route.verb == verb && route.access.allows(origin, owner: match.entry.owner) ? .yes : .no
        }
        let answers = resolvers.map { $0.canResolve(parsed) }
        // What a resolver answers is never a value, but it may redirect to one.
        if verb == .open, answers.contains(.yes) { return .yes }
        return answers.allSatisfy { $0 == .no } ? .no : .undecided
    }

    /// Why a URL goes where it goes, without running anything. Linear in the number of routes.
    @_spi(Host) public func explain(_ url: String) throws(RequestError) -> RouteExplanation {
        table.current.explain(try Mediation.parse(url, after: []))
    }

    /// The registered routes in order of registration.
    public var routes: [RouteDescription] { table.current.entries.map(RouteDescription.init) }

    /// Registers a module's routes, all at once or, with an error, not at all.
    @_spi(Host) public func register(
        _ routes: [Route], owner: String, types: [ParameterType] = []
    ) throws(RegistrationError) {
        try table.update { (current) throws(RegistrationError) in
            guard !current.entries.contains(where: { $0.owner == owner }) else {
                throw .alreadyRegistered(owner: owner)
            }
            return try current.adding(routes, owner: owner, types: types)
        }
    }

    /// Takes back all that a module registered, in one step.
    @_spi(Host) public func unregister(owner: String) {
        table.update { $0.removing(owner: owner) }
    }

    private func mediate(
        _ url: String, verb: Verb, body: Payload?, origin: Origin
    ) async throws(RequestError) -> Answer {
        let mediation = Mediation(table: table.current, resolvers: resolvers)
        return try await RequestFrame.answering(url) { () async throws(RequestError) in
            try await mediation.answer(url, verb: verb, body: body, origin: origin)
        }
    }
}
