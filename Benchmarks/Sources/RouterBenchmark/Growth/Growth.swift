import HeapProbe
@_spi(Host) import ModuleKit
import Tables

/// Measures how costs grow with the number of registrations or requests, in processor time of this process.
struct Growth: Sendable {
    /// Returns ten routes of a module.
    private static func routes(_ module: Int, suffix: String = "/:id") -> [Route] {
        (0..<10).map { number in
            Call("/m\(module)/r\(number)\(suffix)", access: .public) { (_: ModuleKit.Request) in 1 }.routes[0]
        }
    }

    private static func registration(_ name: String, _ change: (inout Registration) -> Void) -> Registration {
        var registration = Registration(owner: name)
        change(&registration)
        return registration
    }

    private static func mediator(modules: Int, oneByOne: Bool = false) throws -> Switchboard {
        let mediator = Switchboard(navigator: IdleNavigator())
        if oneByOne {
            for module in 0..<modules { try mediator.register(routes(module), owner: "M\(module)") }
        } else {
            // The maximum number of routes for one module.
            for first in stride(from: 0, to: modules, by: 1_000) {
                let rest = first..<min(first + 1_000, modules)
                try mediator.register(rest.flatMap { routes($0) }, owner: "All \(first)")
            }
        }
        return mediator
    }

    /// Returns every curve as a table; each takes some seconds.
    func run() async throws -> [TextTable] {
        [
            try await misses(), try registrations(), try await replacements(), try await subscribers(),
            try await interceptors(), await deadlines(), try groups(),
        ]
    }

    private static func table(_ title: String, _ unit: String, _ rows: [(count: Int, seconds: Double)]) -> TextTable {
        TextTable(
            title, heading: [unit, "processor time", "for each"],
            rows: rows.map { row in
                [Number.grouped(row.count), Number.time(row.seconds), Number.time(row.seconds / Double(row.count))]
            })
    }

    private static func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }

    private func misses() async throws -> TextTable {
        var rows: [[String]] = []
        for modules in [10, 100, 1_000, 10_000] {
            let mediator = try Self.mediator(modules: modules)
            _ = try? await mediator.call("app://m1/r1/1", origin: .shell)
            var cells = [Number.grouped(modules * 10)]
            for origin in [Origin.external, .shell] {
                let start = ProcessorTime.now
                for _ in 0..<10 { _ = try? await mediator.call("app://m1x/r1/1", origin: origin) }
                cells.append(Number.time(Self.seconds(ProcessorTime.now - start) / 10))
            }
            let start = ProcessorTime.now
            do {
                _ = try await mediator.call("app://m1x/r1/1", origin: .shell)
            } catch {
                _ = "\(mediator.advised(error, for: .call, origin: .shell))"
            }
            rows.append(cells + [Number.time(Self.seconds(ProcessorTime.now - start))])
        }
        return TextTable("A miss", heading: ["routes", "of an outsider", "of the shell", "described"], rows: rows)
    }

    private func registrations() throws -> TextTable {
        let declarations: [@Sendable (Int, inout Registration) -> Void] = [
            { $1.routes = Self.routes($0) },
            { $1.services = [Offer(ServiceKey<Int>("s\($0)", "1.0")) { 1 }] },
            { $1.rewrites = [Rewrite("/old\($0)/:id", to: "/new/:id")] },
            { $1.interceptors = [Interceptor("guard", after: ["I\($0 - 1).guard"]) { _ in .pass }] },
        ]
        let rows = try [500, 1_000, 2_000, 4_000].map { count in
            [Number.grouped(count)]
                + (try declarations.map { declare in
                    let start = ProcessorTime.now
                    let mediator = Switchboard(navigator: IdleNavigator())
                    for number in 0..<count {
                        try mediator.register(Self.registration("I\(number)") { declare(number, &$0) })
                    }
                    return Number.time(Self.seconds(ProcessorTime.now - start))
                })
        }
        return TextTable(
            "Registering modules one by one",
            heading: ["modules", "of 10 routes", "a service", "a rewrite", "an interceptor after the last"],
            rows: rows)
    }

    private func replacements() async throws -> TextTable {
        var rows: [[String]] = []
        for modules in [10, 100, 1_000, 10_000] {
            let mediator = try Self.mediator(modules: modules)
            try mediator.register(Self.routes(modules), owner: "New")
            _ = try await mediator.call("app://m1/r1/1", origin: .shell)
            var start = ProcessorTime.now
            for suffix in ["/a/:id", "/b/:id", "/c/:id", "/d/:id"] {
                try mediator.replace(
                    by: Self.registration("New") { $0.routes = Self.routes(modules, suffix: suffix) })
            }
            let replacing = Self.seconds(ProcessorTime.now - start) / 4
            start = ProcessorTime.now
            _ = try await mediator.call("app://m1/r1/1", origin: .shell)
            rows.append([
                Number.grouped(modules * 10), Number.time(replacing),
                Number.time(Self.seconds(ProcessorTime.now - start)),
            ])
        }
        return TextTable(
            "Replacing a module of 10 routes", heading: ["routes beside it", "replacing", "the next request"],
            rows: rows)
    }

    private func subscribers() async throws -> TextTable {
        var rows: [(Int, Double)] = []
        for count in [250, 1_000, 4_000, 16_000] {
            let mediator = Switchboard(navigator: IdleNavigator())
            let start = ProcessorTime.now
            for number in 0..<count {
                try mediator.register(
                    Self.registration("S\(number)") { registration in
                        registration.subscriptions = [Subscription(to: Event<Int>("all.told")) { _ in }]
                    })
            }
            await mediator.publish(Event<Int>("all.told"), 1)
            rows.append((count, Self.seconds(ProcessorTime.now - start)))
        }
        return Self.table(
            "Subscribers, each of a module of its own, registered and told of an event", "subscribers", rows)
    }

    private func interceptors() async throws -> TextTable {
        var rows: [[String]] = []
        for count in [75, 150, 300, 600, 1_200] {
            let mediator = Switchboard(navigator: IdleNavigator())
            try mediator.register(Self.routes(0), owner: "M0")
            var start = ProcessorTime.now
            for number in 0..<count {
                let registration = Self.registration("I\(number)") { registration in
                    registration.interceptors = [Interceptor("guard", on: "/m\(number)/*rest") { _ in .pass }]
                }
                try mediator.register(registration)
            }
            let registering = Self.seconds(ProcessorTime.now - start)
            _ = try await mediator.call("app://m0/r1/1", origin: .shell)
            start = ProcessorTime.now
            for _ in 0..<1_000 { _ = try await mediator.call("app://m0/r1/1", origin: .shell) }
            rows.append([
                Number.grouped(count), Number.time(registering),
                Number.time(Self.seconds(ProcessorTime.now - start) / 1_000),
            ])
        }
        return TextTable(
            "Interceptors with a pattern, each of a module of its own",
            heading: ["interceptors", "registering all", "a call"],
            rows: rows)
    }

    /// Measures requests, each with an earlier deadline than the request before, and the heap's memory while all wait.
    private func deadlines() async -> TextTable {
        var rows: [[String]] = []
        for count in [1_250, 2_500, 5_000, 10_000] {
            let mediator = Switchboard(navigator: IdleNavigator())
            let route = Call("/wait") { (_: ModuleKit.Request) async throws -> Int in
                try await Task.sleep(for: .seconds(3_600))
                return 1
            }
            try? mediator.register(route.routes, owner: "Waiting")
            let (start, bytes) = (ProcessorTime.now, heap_bytes_in_use())
            var waiting = 0
            await withTaskGroup { group in
                for number in 0..<count {
                    let options = RequestOptions(deadline: .seconds(7_200) - .milliseconds(number))
                    group.addTask { _ = try? await mediator.call("app://wait", origin: .shell, options: options) }
                }
                // Lets all requests begin to wait before they are cancelled.
                try? await Task.sleep(for: .seconds(2))
                waiting = heap_bytes_in_use() - bytes
                group.cancelAll()
            }
            let seconds = Self.seconds(ProcessorTime.now - start)
            rows.append([
                Number.grouped(count), Number.time(seconds), Number.time(seconds / Double(count)),
                Number.grouped(waiting / count),
            ])
        }
        return TextTable(
            "Open requests, each with a deadline before the others",
            heading: ["requests", "processor time", "for each", "bytes of each"], rows: rows)
    }

    private func groups() throws -> TextTable {
        Self.table(
            "Looking for conflicts among routes with two optional groups", "routes",
            try [500, 1_000, 2_000, 4_000, 8_000].map { count in
                let patterns = try (0..<count).map {
                    IndexedPattern(try RoutePattern("/shop/r\($0)(/a/:a)(/b/:b)"))
                }
                return (count, Self.seconds(ProcessorTime.measure { PatternIndex.conflicts(patterns) }.duration))
            })
    }
}
