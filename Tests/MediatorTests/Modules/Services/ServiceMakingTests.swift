import Dispatch
@_spi(Host) import ModuleKit
import Synchronization
import Testing

private final class Thing: Sendable {}

@Suite(.timeLimit(.minutes(2))) struct `The creation of a service` {
    /// Returns an assembly with a module whose services need one another, by name.
    private func assembly(_ needs: KeyValuePairs<String, String?>) throws -> Assembly {
        let assembly = Assembly()
        let mediator = assembly.mediator
        let offers = needs.map { name, need in
            Offer(ServiceKey<Thing>(name, "1.0")) {
                if let need { _ = try mediator.service(ServiceKey<Thing>(need, "1.0")) }
                return Thing()
            }
        }
        try assembly.register("Ring", services: offers)
        return assembly
    }

    @Test func `a service's provider may use other services`() throws {
        let assembly = try assembly(["a": "b", "b": "c", "c": nil])
        #expect(assembly.failure(of: "a", "1", as: Thing.self) == nil)
    }

    static let circles: [(needs: KeyValuePairs<String, String?>, chain: String)] = [
        (["a": "a"], "Ring's a 1.0.0 → Ring's a 1.0.0"),
        (["a": "b", "b": "a"], "Ring's a 1.0.0 → Ring's b 1.0.0 → Ring's a 1.0.0"),
        (["a": "b", "b": "c", "c": "b"], "Ring's b 1.0.0 → Ring's c 1.0.0 → Ring's b 1.0.0"),
    ]

    @Test(arguments: circles) func `a cycle of services fails with an error that has the chain`(
        _ row: (needs: KeyValuePairs<String, String?>, chain: String)
    ) throws {
        let assembly = try assembly(row.needs)
        for _ in 1...2 {
            let error = try #require(assembly.failure(of: "a", "1", as: Thing.self))
            #expect(error.code == .circle)
            #expect("\(error)".contains(row.chain), "\(error)")
        }
    }

    @Test func `concurrent callers get the same object of a service, which is created once`() async throws {
        let assembly = Assembly()
        let log = Log()
        let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let offer = Offer(ServiceKey<Thing>("slow", "1.0")) {
            log.add("made")
            begun.signal()
            release.wait()
            return Thing()
        }
        try assembly.register("Slow", services: [offer])
        let taken = Mutex<[ObjectIdentifier]>([])
        let threads = DispatchGroup()
        let take = { @Sendable in
            guard let thing = try? assembly.mediator.service(ServiceKey<Thing>("slow", "1.0")) else { return }
            taken.withLock { $0.append(ObjectIdentifier(thing)) }
        }
        DispatchQueue.global().async(group: threads) { take() }
        await wait(for: begun)
        for _ in 0..<3 { DispatchQueue.global().async(group: threads) { take() } }
        release.signal()
        await withCheckedContinuation { done in threads.notify(queue: .global()) { done.resume() } }
        #expect(log.all == ["made"])
        let objects = taken.withLock(\.self)
        #expect(objects.count == 4 && Set(objects).count == 1)
    }

    /// Each provider starts before it needs the other service, which could deadlock on two threads.
    @Test func `a cycle of services on two threads fails with an error`() async throws {
        let assembly = Assembly()
        let mediator = assembly.mediator
        let bothHaveBegun = DispatchGroup()
        for _ in 0..<2 { bothHaveBegun.enter() }
        let isFirst = Mutex<Set<String>>([])
        let offers = [("a", "b"), ("b", "a")].map { name, need in
            Offer(ServiceKey<Thing>(name, "1.0")) {
                if isFirst.withLock({ $0.insert(name).inserted }) {
                    bothHaveBegun.leave()
                    bothHaveBegun.wait()
                }
                _ = try mediator.service(ServiceKey<Thing>(need, "1.0"))
                return Thing()
            }
        }
        try assembly.register("Ring", services: offers)
        let errors = Log()
        let threads = DispatchGroup()
        for name in ["a", "b"] {
            DispatchQueue.global().async(group: threads) {
                errors.add(assembly.failure(of: name, "1", as: Thing.self)?.code.description ?? "none")
            }
        }
        await withCheckedContinuation { done in threads.notify(queue: .global()) { done.resume() } }
        #expect(errors.all == ["circle", "circle"])
    }

    @Test func `a task that a service's provider starts may get the service later`() async throws {
        let assembly = Assembly()
        let mediator = assembly.mediator
        let later = Mutex<Task<Bool, Never>?>(nil)
        let isMade = DispatchSemaphore(value: 0)
        let offer = Offer(ServiceKey<Thing>("a", "1.0")) {
            let task = Task { () -> Bool in
                await wait(for: isMade)
                return (try? mediator.service(ServiceKey<Thing>("a", "1.0"))) != nil
            }
            later.withLock { $0 = task }
            return Thing()
        }
        try assembly.register("A", services: [offer])
        _ = try mediator.service(ServiceKey<Thing>("a", "1.0"))
        isMade.signal()
        let task = later.withLock(\.self)
        #expect(await task?.value == true)
    }
}

/// Waits for a signal without blocking a thread that runs tasks.
private func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { done in
        DispatchQueue.global().async {
            semaphore.wait()
            done.resume()
        }
    }
}
