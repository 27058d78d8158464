@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `Modules that come and go` {
    /// How requests ended, each counted once.
    final class Count: Sendable {
        let asked = Atomic<Int>(0)
        let answered = Atomic<Int>(0)
        let missing = Atomic<Int>(0)
        let wrong = Atomic<Int>(0)
        let handled = Atomic<Int>(0)
        let isOver = Atomic(false)
    }

    private static let clients = 8
    private static let changes = Rounds.count(usual: 1_000)

    private static func steady(_ count: Count) -> [Route] {
        [
            Call("/steady/:id<int>") { request async throws -> Int in
                await Task.yield()
                count.handled.add(1, ordering: .relaxed)
                return try request.parameters.value("id", as: Int.self)
            }.route,
            Open("/steady/page") { (_: Request) -> Response in
                count.handled.add(1, ordering: .relaxed)
                return .done
            }.route,
        ]
    }

    private static func visitor(_ count: Count) -> Registration {
        var visitor = Registration(owner: "Visitor")
        visitor.routes = [
            Call("/visitor/:id<int>") { request in
                count.handled.add(1, ordering: .relaxed)
                return try request.parameters.value("id", as: Int.self)
            }.route
        ]
        visitor.interceptors = [
            Interceptor("watch") { _ in
                await Task.yield()
                return .pass
            }, Interceptor("look", on: "/visitor/:id") { _ in .pass },
        ]
        visitor.rewrites = [Rewrite("/guest/:id", to: "/visitor/:id")]
        return visitor
    }

    /// Sends requests to both modules until the changes are over.
    private static func ask(_ mediator: Switchboard, _ count: Count) async {
        var number = 0
        // A busy machine must not look like a lost request, and no step depends on the time limit.
        let options = RequestOptions(deadline: .seconds(300))
        while !count.isOver.load(ordering: .relaxed) {
            number += 1
            // Much of this never suspends, and other tasks need the threads.
            await Task.yield()
            let urls = ["app://steady/\(number)", "app://visitor/\(number)", "app://guest/\(number)"]
            count.asked.add(1, ordering: .relaxed)
            do throws(RequestError) {
                if number.isMultiple(of: 4) {
                    _ = try await mediator.open("app://steady/page", origin: .shell, options: options)
                } else {
                    let answer = try await mediator.call(
                        RouteURL(urls[number % 3]), as: Int.self, origin: .shell, options: options)
                    if answer != number { count.wrong.add(1, ordering: .relaxed) }
                }
                count.answered.add(1, ordering: .relaxed)
            } catch {
                guard case .noRoute(let url, _, _) = error.reason, !url.hasPrefix("app://steady") else {
                    count.wrong.add(1, ordering: .relaxed)
                    continue
                }
                count.missing.add(1, ordering: .relaxed)
            }
        }
    }

    @Test func `while modules come and go, no request is lost or answered twice`() async throws {
        let count = Count()
        let observer = RecordingObserver()
        let mediator = Switchboard(navigator: RecordingNavigator(), observer: observer)
        try mediator.register(Self.steady(count), owner: "Steady")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.clients { group.addTask { await Self.ask(mediator, count) } }
            for _ in 0..<Self.changes {
                try mediator.register(Self.visitor(count))
                await Task.yield()
                mediator.unregister(owner: "Visitor")
            }
            count.isOver.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
        let (asked, answered) = (count.asked.load(ordering: .relaxed), count.answered.load(ordering: .relaxed))
        let (missing, handled) = (count.missing.load(ordering: .relaxed), count.handled.load(ordering: .relaxed))
        print("\(Self.changes) changes, \(asked) requests: \(answered) answered, \(missing) found no module")
        #expect(count.wrong.load(ordering: .relaxed) == 0)
        #expect(asked == answered + missing)
        #expect(handled == answered)
        #expect(observer.notes.isEmpty)
        #expect(mediator.interceptors.isEmpty && mediator.rewrites.isEmpty && mediator.routes.count == 2)
    }
}
