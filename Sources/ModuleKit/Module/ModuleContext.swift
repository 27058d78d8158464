@_spi(Host) import Mediator
import Synchronization

/// What a module asks others through; every request carries the module's name as its origin.
///
/// What a handler was given to open, such as a URL among its parameters, is asked through `onBehalf(of:)` instead.
/// A value to keep and to copy; use it from any task.
public struct ModuleContext: Sendable {
    /// The module's name.
    public let name: String
    private let mediator: Switchboard
    private var origin: Origin
    private let validity: ContextValidity

    /// Makes a module's context; the host and the harness do.
    @_spi(Host) public init(name: String, mediator: Switchboard, validity: ContextValidity = ContextValidity()) {
        self.name = name
        self.mediator = mediator
        self.validity = validity
        origin = .module(name)
    }

    /// The same context, whose requests carry the origin of a request that the module was asked.
    ///
    /// For a URL that the caller gave: it leads nobody to a route that they could not ask for themselves, neither to one
    /// for modules nor to an internal one of this module. A request of an external caller can give no object along.
    ///
    /// ```swift
    /// Open("/share/with") { (share: Share, request: Request) in try await context.onBehalf(of: request).open(share.url) }
    /// ```
    public func onBehalf(of request: Request) -> ModuleContext {
        var context = self
        context.origin = request.origin
        return context
    }

    /// The mediator, as long as the module may ask for anything.
    private func mediator(for url: String) throws(RequestError) -> Switchboard {
        guard !validity.isOver else { throw .moduleLeft(url: mediator.shown(url), module: name) }
        return mediator
    }

    /// Goes to a URL and gives the navigator's feedback.
    @discardableResult
    public func open(
        _ url: String, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await mediator(for: url).open(url, origin: origin, options: options)
    }

    /// Goes to a URL for the value that its page is dismissed with, such as a picker; `nil` where it is left without one.
    public func open<Value: Decodable>(
        _ url: String, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await mediator(for: url).open(url, awaiting: type, origin: origin, options: options)
    }

    /// Asks a URL for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, as type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: url).call(url, as: type, origin: origin, options: options)
    }

    /// Sends a body to a URL and asks for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, _ body: some Encodable & Sendable, as type: Value.Type,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: url).call(url, body: Payload(body), as: type, origin: origin, options: options)
    }

    /// Asks a URL for an object of the process, which is handed over as it is.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: String, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await mediator(for: url).call(url, as: type, origin: origin, options: options)
    }

    /// Asks a URL for values that come one after the other.
    public func stream<Value: Decodable & Sendable>(
        _ url: String, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await mediator(for: url).stream(url, of: type, origin: origin, options: options)
    }

    /// Whether somebody would answer; nothing is run and nobody is asked.
    public func canOpen(_ url: String, for verb: Verb = .open) throws(RequestError) -> Availability {
        try mediator(for: url).canOpen(url, for: verb, origin: origin)
    }

    /// Takes a service that some module offers, by its name and the versions that will do, such as `[1.0,2.0)`.
    ///
    /// The type is the one that it is offered as, usually `(any SomeProtocol).self` of an interface package. The object is
    /// yours to keep; one that is kept stays after its module has left, so take it again where that matters.
    public func service<Value: Sendable>(
        _ name: String, _ range: String, as type: Value.Type
    ) throws(ServiceError) -> Value {
        try mediator.service(name, range, as: type)
    }

    /// Tells all modules that subscribe to an event, one after the other, and waits for them.
    ///
    /// The delivery says who was told and who failed; what a subscriber does wrong is never an error here.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        if validity.isOver { return Delivery(event: event.name) }
        return await mediator.publish(event, value)
    }
}

extension ModuleContext {
    /// Goes to a route and gives the navigator's feedback.
    @discardableResult
    public func open(
        _ route: RouteReference, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await open(try url(of: route), options: options)
    }

    /// Goes to a route for the value that its page is dismissed with; `nil` where it is left without one.
    public func open<Value: Decodable>(
        _ route: RouteReference, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await open(try url(of: route), awaiting: type, options: options)
    }

    /// Asks a route for a value of the given type.
    public func call<Value: Decodable>(
        _ route: RouteReference, as type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await call(try url(of: route), as: type, options: options)
    }

    /// Sends a body to a route and asks for a value of the given type.
    public func call<Value: Decodable>(
        _ route: RouteReference, _ body: some Encodable & Sendable, as type: Value.Type,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await call(try url(of: route), body, as: type, options: options)
    }

    /// Asks a route for an object of the process, which is handed over as it is.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ route: RouteReference, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await call(try url(of: route), as: type, options: options)
    }

    /// Asks a route for values that come one after the other.
    public func stream<Value: Decodable & Sendable>(
        _ route: RouteReference, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await stream(try url(of: route), of: type, options: options)
    }

    /// Whether somebody would answer; nothing is run and nobody is asked.
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

/// Whether a module may still ask for anything: not any more once it was stopped, or did not start.
@_spi(Host) public final class ContextValidity: Sendable {
    private let over = Atomic(false)

    /// Begins.
    public init() {}

    /// Whether the module has left.
    public var isOver: Bool { over.load(ordering: .relaxed) }

    /// Ends it for good; what was asked for before goes on.
    public func end() { over.store(true, ordering: .relaxed) }
}

extension Switchboard {
    /// Tells of a step in the life of a module; the last subscriber is told first where it ends.
    @_spi(Host) public func publish(_ event: Event<ModuleChange>, of module: ModuleInfo) async {
        let change = ModuleChange(module: module.name, version: "\(module.version)")
        await publish(event, change, reversed: event == .moduleWillStop)
    }
}
