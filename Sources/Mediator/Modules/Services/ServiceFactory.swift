import Dispatch
import Synchronization

/// One run of the code with which a module creates its service. Several callers may wait for its result.
///
/// During a run, the code may take other services, on this thread or on others, and so wait for other runs. A shared
/// list records which run waits for which other run. A wait that would close a cycle throws, and does not deadlock.
final class ServiceFactory: Sendable {
    /// The run whose code this task executes.
    @TaskLocal private static var innermost: ServiceFactory?
    private static let waits = Mutex<[(waiting: ServiceFactory, awaited: ServiceFactory)]>([])

    private let service: ServiceDescription
    private let ended = DispatchGroup()
    private let result = Mutex<Result<any Sendable, ServiceError>?>(nil)

    init(_ service: ServiceDescription) {
        self.service = service
        ended.enter()
    }

    /// Runs the code. If the caller is in another run, the list of waits contains that run until the code returns.
    func run(_ make: () throws -> any Sendable) -> Result<any Sendable, ServiceError> {
        let outer = Self.current
        if let outer { Self.waits.withLock { $0.append((waiting: outer, awaited: self)) } }
        defer { if let outer { forgetWait(of: outer) } }
        do {
            return .success(try Self.$innermost.withValue(self, operation: make))
        } catch let error as ServiceError where error.code == .circle {
            return .failure(error)
        } catch {
            return .failure(ServiceError(.providerFailed(service, reason: error)))
        }
    }

    func end(_ result: Result<any Sendable, ServiceError>) {
        self.result.withLock { $0 = result }
        ended.leave()
    }

    /// Blocks the thread until the run ends. Throws if the run fails, or if it already waits for the caller's run.
    func wait() throws(ServiceError) -> any Sendable {
        if let result = result.withLock(\.self) { return try result.get() }
        let current = Self.current
        if let current {
            let circle = Self.waits.withLock { waits -> [ServiceDescription]? in
                if let path = Self.path(from: self, to: current, waits) { return path }
                waits.append((waiting: current, awaited: self))
                return nil
            }
            if let circle { throw ServiceError(.circle(circle + [service])) }
        }
        defer { if let current { forgetWait(of: current) } }
        ended.wait()
        guard let result = result.withLock(\.self) else { preconditionFailure("a run ended without a result") }
        return try result.get()
    }

    /// The run to which the current code belongs; `nil` outside of runs, and in a task that continues after its run has
    /// ended.
    private static var current: ServiceFactory? {
        innermost.flatMap { making in making.result.withLock { $0 == nil } ? making : nil }
    }

    private func forgetWait(of waiting: ServiceFactory) {
        Self.waits.withLock { waits in
            if let place = waits.firstIndex(where: { $0.waiting === waiting && $0.awaited === self }) {
                waits.remove(at: place)
            }
        }
    }

    /// Returns the services on the path of waits from one run to another; `nil` if there is no path.
    private static func path(
        from start: ServiceFactory, to end: ServiceFactory,
        _ waits: [(waiting: ServiceFactory, awaited: ServiceFactory)]
    ) -> [ServiceDescription]? {
        if start === end { return [start.service] }
        for wait in waits where wait.waiting === start {
            if let rest = path(from: wait.awaited, to: end, waits) { return [start.service] + rest }
        }
        return nil
    }
}
