@_spi(Host) import Mediator
import Synchronization

/// The right of a module to send requests: it ends when the module was stopped, or did not start.
@_spi(Host) public final class ContextValidity: Sendable {
    private let over = Atomic(false)
    /// Receives each request of the module, in a test.
    let sent: (@Sendable (SentRequest) -> Void)?

    /// Creates a valid state.
    public init() { sent = nil }

    init(sent: @escaping @Sendable (SentRequest) -> Void) { self.sent = sent }

    /// Whether the module has left.
    public var isOver: Bool { over.load(ordering: .relaxed) }

    /// Ends the right for good; earlier requests continue.
    public func end() { over.store(true, ordering: .relaxed) }
}

/// A request that a module sent through its context.
public struct SentRequest: Sendable, Equatable {
    /// The kind of answer that the module wanted.
    public let verb: Verb
    /// The URL as the module wrote it.
    public let url: RouteURL
    /// The body of a call, if it had one.
    public let body: Payload?
    /// The origin: the module, or the caller on whose behalf the module asked.
    public let origin: Origin
}

extension Switchboard {
    /// Publishes a step in the life of a module; for the end of a module, the last subscriber goes first.
    @_spi(Host) public func publish(_ event: Event<ModuleChange>, of module: ModuleInfo) async {
        let change = ModuleChange(module: module.name, version: "\(module.version)")
        await publish(event, change, reversed: event == .moduleWillStop)
    }
}
