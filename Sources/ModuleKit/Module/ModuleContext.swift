/// What a module asks others through; every request carries the module's name as its origin.
///
/// A value to keep and to copy; use it from any task.
public struct ModuleContext: Sendable {
    /// The module's name.
    public let name: String
    private let mediator: Switchboard

    /// Makes a module's context; the host and the harness do.
    @_spi(Host) public init(name: String, mediator: Switchboard) {
        self.name = name
        self.mediator = mediator
    }

    /// Goes to a URL and gives the navigator's feedback.
    @discardableResult
    public func open(
        _ url: String, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Feedback {
        try await mediator.open(url, origin: .module(name), options: options)
    }

    /// Goes to a URL for the value that its page is dismissed with, such as a picker; `nil` where it is left without one.
    public func open<Value: Decodable>(
        _ url: String, awaiting type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value? {
        try await mediator.open(url, awaiting: type, origin: .module(name), options: options)
    }

    /// Asks a URL for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, as type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator.call(url, as: type, origin: .module(name), options: options)
    }

    /// Sends a body to a URL and asks for a value of the given type.
    public func call<Value: Decodable>(
        _ url: String, _ body: some Encodable & Sendable, as type: Value.Type,
        options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Value {
        try await mediator.call(url, body: Payload(body), as: type, origin: .module(name), options: options)
    }

    /// Asks a URL for an object of the process, which is handed over as it is.
    @_disfavoredOverload
    public func call<Object: Sendable>(
        _ url: String, as type: Object.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> Object {
        try await mediator.call(url, as: type, origin: .module(name), options: options)
    }

    /// Asks a URL for values that come one after the other.
    public func stream<Value: Decodable & Sendable>(
        _ url: String, of type: Value.Type, options: RequestOptions = RequestOptions()
    ) async throws(RequestError) -> PayloadStream<Value> {
        try await mediator.stream(url, of: type, origin: .module(name), options: options)
    }

    /// Whether somebody would answer; nothing is run and nobody is asked.
    public func canOpen(_ url: String, for verb: Verb = .open) throws(RequestError) -> Availability {
        try mediator.canOpen(url, for: verb, origin: .module(name))
    }
}
