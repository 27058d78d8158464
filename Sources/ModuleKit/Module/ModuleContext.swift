@_spi(Host) import Mediator

/// What a module asks others through; every request carries the module's name as its origin.
///
/// A value to keep and to copy; use it from any task.
public struct ModuleContext: Sendable {
    /// The module's name.
    public let name: String
    private let mediator: Switchboard
    private let validity: ContextValidity

    /// Makes a module's context; the host and the harness do.
    @_spi(Host) public init(name: String, mediator: Switchboard, validity: ContextValidity = ContextValidity()) {
        self.name = name
        self.mediator = mediator
        self.validity = validity
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
        try await mediator(for: url).open(url, origin: .module(name), options: options)
    }

    /// Goes to a URL for the value that its page is dismissed with, such as a picker; `nil` where it is left without one.
    public func open<Value: Decodable>(
        _ url: String, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await mediator(for: url).open(url, awaiting: type, origin: .module(name), options: options)
    }

    /// Asks a URL for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, as type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: url).call(url, as: type, origin: .module(name), options: options)
    }

    /// Sends a body to a URL and asks for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, _ body: some Encodable & Sendable, as type: Value.Type,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator(for: url).call(url, body: Payload(body), as: type, origin: .module(name), options: options)
    }

    /// Asks a URL for an object of the process, which is handed over as it is.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: String, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await mediator(for: url).call(url, as: type, origin: .module(name), options: options)
    }

    /// Asks a URL for values that come one after the other.
    public func stream<Value: Decodable & Sendable>(
        _ url: String, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await mediator(for: url).stream(url, of: type, origin: .module(name), options: options)
    }

    /// Whether somebody would answer; nothing is run and nobody is asked.
    public func canOpen(_ url: String, for verb: Verb = .open) throws(RequestError) -> Availability {
        try mediator(for: url).canOpen(url, for: verb, origin: .module(name))
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
