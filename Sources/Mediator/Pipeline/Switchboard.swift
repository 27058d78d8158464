import Synchronization

/// The mediator: modules register what they bring, and anybody reaches them by URL without knowing the module.
///
/// Use it from any task. A request keeps the registry that it began with, and never waits for one that is being built.
public final class Switchboard: Sendable {
    /// Held for as long as the reference takes to copy.
    private let snapshot: Mutex<Registry>
    /// Held by one writer at a time, for as long as it builds the next registry.
    private let writing = Mutex(())
    let navigator: any Navigator
    /// Who is asked, in order, for what no module answers.
    @_spi(Host) public let resolvers: [any Resolver]
    let observer: (any MediationObserver)?
    let duplicates = DuplicateFilter()
    let redaction: Redaction
    let counter = RequestCounter()
    /// What resolvers are told of the host.
    let host = Mutex(HostDescription())
    let installer = Mutex<(any ModuleInstaller)?>(nil)

    /// Puts a mediator together.
    ///
    /// - Parameters:
    ///   - resolvers: who is asked, in order, for what no module answers.
    ///   - ownHosts: the web hosts whose `http` and `https` URLs patterns without a scheme answer too.
    ///   - observer: is told of traces and of what goes wrong unseen.
    public init(
        navigator: any Navigator, resolvers: [any Resolver] = [], ownHosts: Set<String> = [],
        observer: (any MediationObserver)? = nil
    ) {
        snapshot = Mutex(Registry(ownHosts: ownHosts))
        redaction = Redaction(ownHosts: ownHosts)
        self.navigator = navigator
        self.resolvers = resolvers
        self.observer = observer
        redaction.consult { [weak self] in self?.registry }
    }

    /// The newest registry.
    var registry: Registry { snapshot.withLock { $0 } }

    /// Replaces the registry by what the closure makes of it; where it throws, nothing changes.
    func update<Failure: Error>(_ change: (Registry) throws(Failure) -> Registry) throws(Failure) {
        let former = try writing.withLock { (_) throws(Failure) -> Registry in
            var next = try change(registry)
            snapshot.withLock { swap(&$0, &next) }
            return next
        }
        // The registry before is let go of outside the locks, for its end may run code of modules.
        withExtendedLifetime(former) {}
    }

    /// Goes to a URL: its page is shown, or its command performed, and the navigator's feedback comes back.
    ///
    /// A refusal of the navigator is feedback, not an error. Cancelling the task cancels the stage that runs; one that does
    /// not heed it is left behind at the deadline.
    public func open(
        _ url: String, origin: Origin, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        let conclusion = try await conclude(url, verb: .open, body: nil, origin: origin, options: options)
        guard case .feedback(let feedback) = conclusion else { preconditionFailure("an open ends with feedback") }
        return feedback
    }

    /// Goes to a URL for the value that its page is dismissed with; `nil` where it is left without one.
    ///
    /// The clock of the request stands still while the page waits for a person. Where nobody is there to answer, and where
    /// the navigator does not show the page, the request is refused.
    public func open<Value: Decodable>(
        _ url: String, awaiting type: Value.Type, origin: Origin, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        guard let payload = try await result(of: url, origin: origin, options: options) else { return nil }
        return try read((payload, .page(url: shown(url))), of: url) { (payload) throws(PayloadError) in
            try payload.decode(as: type)
        }
    }

    /// Asks a URL for its value, without navigation; JSON `null` where the handler had nothing to say.
    public func call(
        _ url: String, body: Payload? = nil, origin: Origin, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Payload {
        try await value(of: url, body: body, origin: origin, options: options).payload
    }

    /// Asks a URL for its value, as a value of the caller's own type.
    ///
    /// The value itself comes where the types are the same; otherwise it is decoded from the JSON of the answer. A call for a
    /// `Page` may go to an `Open` route, too: the answer is the page that an `open` would show, and nothing is shown.
    public func call<Value: Decodable>(
        _ url: String, body: Payload? = nil, as type: Value.Type, origin: Origin,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        let answer = try await value(
            of: url, body: body, origin: origin, options: options, isPage: type == Page.self)
        return try read(answer, of: url) { (payload) throws(PayloadError) in try payload.decode(as: type) }
    }

    /// Asks a URL for an object of the process, which is handed over as it is.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: String, body: Payload? = nil, as type: Object.Type, origin: Origin,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        let answer = try await value(of: url, body: body, origin: origin, options: options)
        return try read(answer, of: url) { (payload) throws(PayloadError) in try payload.object(as: type) }
    }

    /// Asks a URL for values that come one after the other.
    public func stream<Value: Decodable & Sendable>(
        _ url: String, body: Payload? = nil, of type: Value.Type, origin: Origin,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        let answer = try await value(of: url, body: body, origin: origin, options: options)
        return try read(answer, of: url) { (payload) throws(PayloadError) in try payload.stream(of: type) }
    }

    /// The payload that a call is answered with, and the stage that answered.
    @_spi(Host) public func value(
        of url: String, body: Payload? = nil, origin: Origin, options: RequestOptions, isPage: Bool = false
    ) async throws(RequestError) -> (payload: Payload, from: Stage) {
        let conclusion = try await conclude(
            url, verb: .call, body: body, origin: origin, options: options, wantsPage: isPage)
        guard case .value(let value, let stage) = conclusion else { preconditionFailure("a call ends with a value") }
        return (value, stage)
    }

    /// Reads an answer, or says whose it is.
    private func read<Value>(
        _ answer: (payload: Payload, from: Stage), of url: String, _ body: (Payload) throws(PayloadError) -> Value
    ) throws(RequestError) -> Value {
        do {
            return try body(answer.payload)
        } catch {
            throw .unreadableValue(url: shown(url), answeredBy: answer.from, reason: error)
        }
    }

    /// The payload that the page of a URL is dismissed with.
    func result(
        of url: String, origin: Origin, options: RequestOptions
    ) async throws(RequestError) -> Payload? {
        let conclusion = try await conclude(
            url, verb: .open, body: nil, origin: origin, options: options, awaitsResult: true)
        guard case .result(let value) = conclusion else { preconditionFailure("such an open ends with a result") }
        return value
    }
}
