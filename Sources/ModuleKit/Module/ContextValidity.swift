@_spi(Host) import Mediator
import Synchronization

/// The part of a module's context that changes: whether the module may still send requests, and its background tasks.
///
/// Copies of a context share one `ContextValidity`. When the module stops or fails to start, it loses the right to
/// send, and its tasks are cancelled.
@_spi(Host) public final class ContextValidity: Sendable {
    private let over = Atomic(false)
    /// The running tasks, keyed by a serial number; `nil` after `endTasks()`.
    private let tasks = Mutex<(last: Int, running: [Int: Task<Void, Never>]?)>((0, [:]))
    /// Called with each use of the context; `nil` except in tests.
    let used: (@Sendable (ContextUse) -> Void)?

    /// Creates a state in which the module may send requests.
    public init(used: (@Sendable (ContextUse) -> Void)? = nil) { self.used = used }

    /// Whether the module has lost the right to send requests.
    public var isOver: Bool { over.load(ordering: .relaxed) }

    /// Ends the right to send requests permanently and cancels the tasks; requests that were already sent continue.
    public func end() {
        over.store(true, ordering: .relaxed)
        endTasks()
    }

    /// Runs a closure in a separate task until `endTasks()` cancels it; after `endTasks()`, the closure is not run.
    func run(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        tasks.withLock { tasks in
            guard tasks.running != nil else { return Task {} }
            let number = tasks.last + 1
            tasks.last = number
            let task = Task.detached { [weak self] in
                await work()
                self?.tasks.withLock { _ = $0.running?.removeValue(forKey: number) }
            }
            tasks.running?[number] = task
            return task
        }
    }

    /// Cancels the tasks without waiting for them to end; no new task starts.
    public func endTasks() {
        let running = tasks.withLock { $0.running.take() }
        for task in (running ?? [:]).values { task.cancel() }
    }
}

/// One use that a module makes of its context, recorded in tests.
@_spi(Host) public enum ContextUse: Sendable {
    /// A request. `wanted` is the expected type of an object, of a stream's elements, or of the value with which a page
    /// is dismissed; `nil` for any other request.
    case request(Request.Verb, RouteURL, Payload?, Origin, wanted: Any.Type?)
    /// A look-up of a service, with the name of its type; `isRequired` is `false` for `services(_:_:)`.
    case service(String, Range<Version>, type: String, isRequired: Bool)
    /// An event that the module publishes.
    case publication(String, Payload)
    /// A look-up of the routes with a label.
    case label(String)
}

@_spi(Host) extension Switchboard {
    /// Publishes a life-cycle event of a module; the event `moduleWillStop` is delivered to the last subscriber first.
    @_spi(Host) public func publish(_ event: Event<ModuleChange>, of module: ModuleInfo) async {
        let change = ModuleChange(module: module.name, version: "\(module.version)")
        await publish(event, change, reversed: event == .moduleWillStop)
    }
}
