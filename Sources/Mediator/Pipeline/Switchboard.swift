import Synchronization

/// The mediator: modules register routes and services, and callers use them by URL or key without knowing the module.
///
/// It can be used from any task. A request uses the registry that was current when the request began, and does not
/// wait for registrations.
@_spi(Host) public final class Switchboard: Sendable {
    /// The current registry; locked only while the reference is copied.
    private let snapshot: Mutex<Registry>
    /// Locked by one writer at a time, while it builds the next registry.
    private let writing = Mutex(())
    let navigator: any Navigator
    /// The resolvers of URLs that no module answers, in the order of their calls.
    @_spi(Host) public let resolvers: [any Resolver]
    let observer: (any MediationObserver)?
    /// The table of notes about running module code.
    let activities: ActivityTable?
    let duplicates = DuplicateFilter()
    let detours = Detours()
    /// The clock for deadlines, and for the windows in which requests are duplicates.
    @_spi(Host) public let deadlines = Deadlines()
    let redaction: Redaction
    private let lastRequest = Atomic<UInt64>(0)
    let host = Mutex(HostDescription())
    let installer = Mutex<(any ModuleInstaller)?>(nil)
    /// The connection to the host's mediator, in the process of an isolated module; `nil` in the host.
    let relay: (any MediatorRelay)?
    /// The closure, if any, that sends events to the fleet's other hosts; it is in an array because `withLock` would
    /// wrap a bare closure in another closure.
    let broadcast = Mutex<[@Sendable (String, Payload) -> Void]>([])
    /// The number of changes of the offered services; a page that reads services updates itself after each change.
    let serviceChanges = Live(0)
    /// Pairs of a service and a type, for each service that could not be used as the type; emptied when the offered
    /// services change.
    let failedServices = Mutex<Set<[ObjectIdentifier]>>([])
    /// The rules for modules, from the resolvers' tables, keyed by name; the version counts how often they were set.
    let rules = Mutex<(byName: [String: [Payload]], version: Int)>(([:], 0))

    /// Creates a mediator.
    ///
    /// - Parameters:
    ///   - resolvers: the resolvers of URLs that no module answers, in the order of their calls.
    ///   - ownHosts: the web hosts whose `http` and `https` URLs also match patterns without a scheme.
    ///   - observer: the observer of traces and warnings.
    public init(
        navigator: any Navigator, resolvers: [any Resolver] = [], ownHosts: Set<String> = [],
        observer: (any MediationObserver)? = nil, notingIn activities: ActivityTable? = nil,
        relay: (any MediatorRelay)? = nil
    ) {
        snapshot = Mutex(Registry(ownHosts: ownHosts))
        redaction = Redaction(ownHosts: ownHosts)
        self.navigator = navigator
        self.resolvers = resolvers
        self.observer = observer
        self.activities = activities
        self.relay = relay
        redaction.consult { [weak self] in self?.registry }
    }

    var registry: Registry { snapshot.withLock { $0 } }

    /// Replaces the registry with the result of the closure; if the closure throws, nothing changes.
    func update<Failure: Error>(_ change: (Registry) throws(Failure) -> Registry) throws(Failure) {
        let (former, present) = try writing.withLock { (_) throws(Failure) -> (Registry, Registry) in
            let next = try change(registry)
            var former = next
            snapshot.withLock { swap(&$0, &former) }
            return (former, next)
        }
        let (services, others) = (present.services.services, former.services.services)
        if services.count != others.count || !services.elementsEqual(others, by: ===) {
            failedServices.withLock { $0 = [] }
            serviceChanges.update { $0 += 1 }
        }
        // The previous registry is released outside of the locks, because its deinitialisation may run code of modules.
        withExtendedLifetime(former) {}
    }

    /// Opens a URL: the navigator displays its page or performs its command, and returns feedback.
    ///
    /// A navigator's refusal is feedback, not an error. A stage that ignores cancellation is abandoned at the deadline.
    /// - Throws: `RequestError`; its `code` is the kind of the error, and its `cause` is the error of a handler.
    public func open(
        _ url: RouteURL, origin: Origin, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        let identity = RequestIdentity(url: url, verb: .open, origin: origin, options: options)
        guard case .feedback(let feedback) = try await run(identity) else { RequestOutcome.isImpossible() }
        return feedback
    }

    /// Opens a URL, and returns the value that its page is dismissed with, or `nil` if the user leaves without a value.
    ///
    /// The clock of the request is paused while the page waits for the user.
    /// - Throws: `RequestError`, such as `refused` without a page or a user, or `unreadableValue` for another type.
    public func open<Value: Decodable>(
        _ url: RouteURL, awaiting type: Value.Type, origin: Origin, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        guard let payload = try await result(of: url, origin: origin, options: options) else { return nil }
        return try read((payload, .page(url: shown(url.text))), of: url) { (payload) throws(PayloadError) in
            try payload.decode(as: type)
        }
    }

    /// Requests the value of a URL, without navigation; the value is JSON `null` if the handler returns no value.
    /// - Throws: `RequestError`; its `code` is the kind of the error, and its `cause` is the error of a handler.
    public func call(
        _ url: RouteURL, body: Payload? = nil, origin: Origin, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Payload {
        try await value(of: url, body: body, origin: origin, options: options).payload
    }

    /// Requests the value of a URL as a value of the caller's type.
    ///
    /// If the answer already has the caller's type, it is returned unchanged; otherwise it is decoded from the answer's
    /// JSON. If the type is `Page`, an `Open` route can also answer: the value is the page that an `open` would show.
    /// - Throws: `RequestError`, such as `unreadableValue` for a value of another type.
    public func call<Value: Decodable>(
        _ url: RouteURL, body: Payload? = nil, as type: Value.Type, origin: Origin,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        let answer = try await value(of: url, body: body, origin: origin, options: options, isPage: type == Page.self)
        return try read(answer, of: url) { (payload) throws(PayloadError) in try payload.decode(as: type) }
    }

    /// Requests an object from a URL; the object is passed within the process, without conversion.
    /// - Throws: `RequestError`, such as `unreadableValue` for an object of another type.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: RouteURL, body: Payload? = nil, as type: Object.Type, origin: Origin,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        let answer = try await value(of: url, body: body, origin: origin, options: options)
        return try read(answer, of: url) { (payload) throws(PayloadError) in try payload.object(as: type) }
    }

    /// Requests a stream of values from a URL.
    /// - Throws: `RequestError`, such as `unreadableValue` if the answer is not a stream.
    public func stream<Value: Decodable & Sendable>(
        _ url: RouteURL, body: Payload? = nil, of type: Value.Type, origin: Origin,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        let answer = try await value(of: url, body: body, origin: origin, options: options)
        return try read(answer, of: url) { (payload) throws(PayloadError) in try payload.stream(of: type) }
    }

    /// Returns the payload of a call's answer, and the stage that answered.
    /// - Throws: `RequestError`, like `call`.
    @_spi(Host) public func value(
        of url: RouteURL, body: Payload? = nil, origin: Origin, options: RequestOptions, isPage: Bool = false
    ) async throws(RequestError) -> (payload: Payload, from: Request.Stage) {
        let identity = RequestIdentity(
            url: url, verb: .call, origin: origin, options: options, purpose: isPage ? .page : .outcome)
        guard case .value(let value, let stage) = try await run(identity, body: body) else {
            RequestOutcome.isImpossible()
        }
        return (value, stage)
    }

    /// Decodes an answer, or throws an error that names the stage that answered.
    ///
    /// Inlining would move generic values into the async frame.
    @inline(never)
    private func read<Value>(
        _ answer: (payload: Payload, from: Request.Stage), of url: RouteURL,
        _ body: (Payload) throws(PayloadError) -> Value
    ) throws(RequestError) -> Value {
        do {
            return try body(answer.payload)
        } catch {
            throw RequestError(.unreadableValue(url: shown(url.text), answeredBy: answer.from, reason: error))
        }
    }

    /// Opens a URL, and returns the payload that its page is dismissed with.
    func result(
        of url: RouteURL, origin: Origin, options: RequestOptions = RequestOptions(),
        purpose: RequestIdentity.Purpose = .result
    ) async throws(RequestError) -> Payload? {
        let identity = RequestIdentity(url: url, verb: .open, origin: origin, options: options, purpose: purpose)
        guard case .result(let value) = try await run(identity) else { RequestOutcome.isImpossible() }
        return value
    }

    /// Runs a request from its URL to its outcome, in the caller's task; for an isolated module, the host runs it.
    func run(_ identity: consuming RequestIdentity, body: Payload? = nil) async throws(RequestError) -> RequestOutcome {
        if let relay { return try await relay.relay(RelayedRequest(identity, body: body)) }
        return try await run(active(identity), body: body).get()
    }

    func active(_ identity: consuming RequestIdentity) -> ActiveRequest {
        ActiveRequest(identity, id: RequestID(number: lastRequest.add(1, ordering: .relaxed).newValue), on: self)
    }

    @inline(__always)
    func run(_ active: ActiveRequest, body: Payload?) async -> Result<RequestOutcome, RequestError> {
        var result = Result<RequestOutcome, RequestError>.success(.result(nil))
        // Returning the result from the closure would cost additional memory of the task.
        await ActiveRequest.$current.withValue(active) {
            do throws(RequestError) {
                result = .success(try await RequestPipeline.run(active, body: body, on: self))
            } catch {
                result = .failure(error)
            }
        }
        active.end()
        if !detours.isEmpty { active.settle() }
        var failure: RequestError?
        if case .failure(let error) = result {
            failure = error
            if error.code == .deadline { activities?.leave(request: active.id.number) }
            forgetAdmissions(of: active)
        }
        if active.isTraced { observer?.requestEnded(active.endedTrace(failure)) }
        if detours.mayEnd, let module = result.callee { await endDetours(of: module, after: active) }
        return result
    }

    /// Runs a request of another host up to its answer; the navigator of that host performs the commands.
    ///
    /// Routes with `internal` access do not answer other hosts. A request of the other host's shell has the origin
    /// `elsewhere`, so it lacks the rights of this host's shell.
    ///
    /// - Parameters:
    ///   - served: the modules that may answer; any module may answer the requests that these modules make.
    ///   - isTraced: whether the stages are also returned.
    @_spi(Host) public func respond(
        to request: RelayedRequest, by served: Set<String>, isTraced: Bool
    ) async -> (outcome: Result<RequestOutcome, RequestError>, steps: [TraceStep]) {
        var identity = request.identity(of: request.origin == .shell ? .elsewhere : request.origin)
        identity.answerers = .served(served)
        identity.isTraced = isTraced
        let active = active(identity)
        let outcome = await run(active, body: request.body)
        return (outcome, isTraced ? active.endedTrace(nil).steps : [])
    }

    /// Removes the admissions of a request that did nothing, so that the next request for its URL is not a duplicate.
    func forgetAdmissions(of active: ActiveRequest) {
        for admission in active.takeAdmissions() { duplicates.forget(admission, of: active) }
    }
}

/// The outcome of a successful request.
@_spi(Host) @frozen public enum RequestOutcome: Sendable {
    /// The navigator's feedback on an `open`.
    case feedback(Feedback)
    /// A value, and the stage that answered with it.
    case value(Payload, from: Request.Stage)
    /// The value that a page was dismissed with, if any.
    case result(Payload?)
    /// The answer itself, for the mediator of another host.
    case response(Response, from: Request.Stage)

    /// Ends the process; never called, because `RequestPipeline.deliver` chooses the outcome by verb and purpose.
    fileprivate static func isImpossible() -> Never { preconditionFailure("a request ended with a wrong outcome") }
}

extension Result<RequestOutcome, RequestError> {
    fileprivate var callee: String? {
        switch self {
        case .success(.value(_, let stage)), .success(.response(.value, let stage)): stage.module
        default: nil
        }
    }
}
