@_spi(Host) import Mediator
import Synchronization

/// A module's right to send requests, and its background tasks; both end when the module stops or fails to start.
@_spi(Host) public final class ContextValidity: Sendable {
    private let over = Atomic(false)
    /// The running tasks by number; `nil` after `endTasks()`.
    private let tasks = Mutex<(last: Int, running: [Int: Task<Void, Never>]?)>((0, [:]))
    /// Receives each use of the context, in a test.
    let used: (@Sendable (ContextUse) -> Void)?

    /// Creates a valid state.
    public init(used: (@Sendable (ContextUse) -> Void)? = nil) { self.used = used }

    /// Whether the module has lost the right to send requests.
    public var isOver: Bool { over.load(ordering: .relaxed) }

    /// Ends the right permanently and cancels the tasks; requests already sent continue.
    public func end() {
        over.store(true, ordering: .relaxed)
        endTasks()
    }

    /// Runs work in a separate task until `endTasks()` cancels it; does nothing after `endTasks()`.
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

/// A module's use of its context, for tests.
@_spi(Host) public enum ContextUse: Sendable {
    /// A request; `wanted` is the type of the page's answer, of the stream's elements or of the object.
    case request(Request.Verb, RouteURL, Payload?, Origin, wanted: Any.Type?)
    /// A service that the module takes, with the name of its type and whether the module requires it.
    case service(String, Range<Version>, type: String, isRequired: Bool)
    /// An event that the module publishes.
    case publication(String, Payload)
    /// A label whose routes the module reads.
    case label(String)
}

@_spi(Host) extension Switchboard {
    /// Publishes a life-cycle event of a module; `moduleWillStop` reaches the last subscriber first.
    @_spi(Host) public func publish(_ event: Event<ModuleChange>, of module: ModuleInfo) async {
        let change = ModuleChange(module: module.name, version: "\(module.version)")
        await publish(event, change, reversed: event == .moduleWillStop)
    }
}
