@_spi(Host) import Mediator
import Synchronization

/// The access of a module to other modules; every request carries the module's name as its origin.
///
/// Use `onBehalf(of:)` for a URL that a handler received, such as one among its parameters. A context is a value to
/// keep and to copy; use it from any task.
public struct ModuleContext: Sendable {
    /// The module's name.
    public let name: String
    private let mediator: Switchboard
    private var origin: Origin
    private let validity: ContextValidity

    /// Creates a module's context; the host and the harness do.
    @_spi(Host) public init(name: String, mediator: Switchboard, validity: ContextValidity = ContextValidity()) {
        self.name = name
        self.mediator = mediator
        self.validity = validity
        origin = .module(name)
    }

    /// Returns the context with the origin of a request that the module received.
    ///
    /// It is for a URL that the caller gave: the URL reaches only routes that the caller could ask for directly,
    /// neither a route for modules nor an internal one of this module. A request of an external caller can pass no
    /// object.
    ///
    /// ```swift
    /// Open("/share/with") { (share: Share, request: Request) in try await context.onBehalf(of:
    /// request).open(share.url) }
    /// ```
    public func onBehalf(of request: Request) -> ModuleContext {
        var context = self
        context.origin = request.origin
        return context
    }

    /// Returns the mediator, as long as the module may send requests.
    private func mediator(for url: String) throws(RequestError) -> Switchboard {
        guard !validity.isOver else { throw .moduleLeft(url: mediator.shown(url), module: name) }
        return mediator
    }

    /// Opens a URL and returns the navigator's feedback.
    @discardableResult
    public func open(
        _ url: String, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await mediator(for: url).open(url, origin: origin, options: options)
    }

    /// Opens a URL and returns the value of its page's dismissal, as for a picker; `nil` if the page leaves without a
    /// value.
    public func open<Value: Decodable>(
        _ url: String, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await mediator(for: url).open(url, awaiting: type, origin: origin, options: options)
    }

    /// Calls a URL for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, as type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: url).call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL with a body for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, _ body: some Encodable & Sendable, as type: Value.Type,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: url).call(url, body: Payload(body), as: type, origin: origin, options: options)
    }

    /// Calls a URL for an object of the process, which is passed on unchanged.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: String, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await mediator(for: url).call(url, as: type, origin: origin, options: options)
    }

    /// Calls a URL for a sequence of values.
    public func stream<Value: Decodable & Sendable>(
        _ url: String, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await mediator(for: url).stream(url, of: type, origin: origin, options: options)
    }

    /// Returns whether a module or resolver would answer, without running any handler or asking a service.
    public func canOpen(_ url: String, for verb: Verb = .open) throws(RequestError) -> Availability {
        try mediator(for: url).canOpen(url, for: verb, origin: origin)
    }

    /// Returns a service that some module offers, by its name and the accepted versions, such as `[1.0,2.0)`.
    ///
    /// The type is that of the offer, usually `(any SomeProtocol).self` of an interface package. The taker may keep the
    /// object; it stays after its module has left, so take the service again if that matters.
    public func service<Value: Sendable>(
        _ name: String, _ range: String, as type: Value.Type
    ) throws(ServiceError) -> Value {
        try mediator.service(name, range, as: type)
    }

    /// Publishes an event to all subscribers, one after the other, and waits for them.
    ///
    /// The delivery has the subscribers that ran and the failures; a fault of a subscriber is never an error here.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        if validity.isOver { return Delivery(event: event.name) }
        return await mediator.publish(event, value)
    }

    /// Replaces the module's interceptors and subscriptions by others, in one step; present requests keep the earlier ones.
    ///
    /// It has no effect before the module is registered, that is in `init` and `start()`, and after another generation
    /// has taken its place. The next request pays for the new order of all interceptors.
    ///
    /// - Throws: `RegistrationError` with every fault of the declarations; nothing changes then.
    public func redeclare(
        interceptors: [Interceptor], subscriptions: [Subscription]
    ) throws(RegistrationError) {
        if validity.isOver { return }
        var registration = Registration(owner: name)
        registration.interceptors = interceptors
        registration.subscriptions = subscriptions
        registration.context = validity
        try mediator.redeclare(registration)
    }
}

extension ModuleContext {
    /// Opens a route and returns the navigator's feedback.
    @discardableResult
    public func open(
        _ route: RouteReference, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await open(try url(of: route), options: options)
    }

    /// Opens a route and returns the value of its page's dismissal; `nil` if the page leaves without a value.
    public func open<Value: Decodable>(
        _ route: RouteReference, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await open(try url(of: route), awaiting: type, options: options)
    }

    /// Calls a route for a value of the given type.
    public func call<Value: Decodable>(
        _ route: RouteReference, as type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await call(try url(of: route), as: type, options: options)
    }

    /// Calls a route with a body for a value of the given type.
    public func call<Value: Decodable>(
        _ route: RouteReference, _ body: some Encodable & Sendable, as type: Value.Type,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await call(try url(of: route), body, as: type, options: options)
    }

    /// Calls a route for an object of the process, which is passed on unchanged.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ route: RouteReference, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await call(try url(of: route), as: type, options: options)
    }

    /// Calls a route for a sequence of values.
    public func stream<Value: Decodable & Sendable>(
        _ route: RouteReference, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await stream(try url(of: route), of: type, options: options)
    }

    /// Returns whether a module or resolver would answer, without running any handler or asking a service.
    public func canOpen(_ route: RouteReference, for verb: Verb = .open) throws(RequestError) -> Availability {
        try canOpen(try url(of: route), for: verb)
    }

    private func url(of route: RouteReference) throws(RequestError) -> String {
        do {
            return try route.url
        } catch {
            throw .unwritableURL(route: route.pattern, reason: error)
        }
    }
}

/// The right of a module to send requests: it ends when the module was stopped, or did not start.
@_spi(Host) public final class ContextValidity: Sendable {
    private let over = Atomic(false)

    /// Creates a valid state.
    public init() {}

    /// Whether the module has left.
    public var isOver: Bool { over.load(ordering: .relaxed) }

    /// Ends the right for good; earlier requests continue.
    public func end() { over.store(true, ordering: .relaxed) }
}

extension Switchboard {
    /// Publishes a step in the life of a module; for the end of a module, the last subscriber goes first.
    @_spi(Host) public func publish(_ event: Event<ModuleChange>, of module: ModuleInfo) async {
        let change = ModuleChange(module: module.name, version: "\(module.version)")
        await publish(event, change, reversed: event == .moduleWillStop)
    }
}
