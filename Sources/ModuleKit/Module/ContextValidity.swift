@_spi(Host) import Mediator
import Synchronization

/// The right of a module to send requests, and its tasks: both end when the module was stopped, or did not start.
@_spi(Host) public final class ContextValidity: Sendable {
    private let over = Atomic(false)
    /// The tasks that run, by their numbers; `nil` once they have ended.
    private let tasks = Mutex<(last: Int, running: [Int: Task<Void, Never>]?)>((0, [:]))
    /// Receives each use of the context, in a test.
    let used: (@Sendable (ContextUse) -> Void)?

    /// Creates a valid state.
    public init(used: (@Sendable (ContextUse) -> Void)? = nil) { self.used = used }

    /// Whether the module has left.
    public var isOver: Bool { over.load(ordering: .relaxed) }

    /// Ends the right for good, and the tasks; earlier requests continue.
    public func end() {
        over.store(true, ordering: .relaxed)
        endTasks()
    }

    /// Runs work apart from the current request, until `endTasks()` cancels it; after that, it has no effect.
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

    /// Cancels the tasks, without waiting for their ends; no other one begins.
    public func endTasks() {
        let running = tasks.withLock { $0.running.take() }
        for task in (running ?? [:]).values { task.cancel() }
    }
}

/// What a module does through its context, for tests.
@_spi(Host) public enum ContextUse: Sendable {
    /// A request, with the type of the page's answer, of the stream's elements or of the object that the module wants.
    case request(Request.Verb, RouteURL, Payload?, Origin, wanted: Any.Type?)
    /// A service that the module takes, by the name of its type, and whether it needs one.
    case service(String, Range<Version>, type: String, isRequired: Bool)
    /// An event that the module publishes.
    case publication(String, Payload)
    /// A label whose routes the module reads.
    case label(String)
}

@_spi(Host) extension Switchboard {
    /// Publishes a step in the life of a module; for the end of a module, the last subscriber goes first.
    @_spi(Host) public func publish(_ event: Event<ModuleChange>, of module: ModuleInfo) async {
        let change = ModuleChange(module: module.name, version: "\(module.version)")
        await publish(event, change, reversed: event == .moduleWillStop)
    }
}
