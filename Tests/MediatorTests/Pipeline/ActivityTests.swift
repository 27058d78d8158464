import Dispatch
@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@testable import Mediator

/// The notes of running code, as a reader of the memory finds them.
@Suite(.timeLimit(.minutes(2))) struct `The note of running code` {
    /// A table in separate memory, which lasts as long as the process.
    private final class Memory: Sendable {
        nonisolated(unsafe) let place: UnsafeMutableRawPointer
        let table: ActivityTable

        init() {
            place = .allocate(byteCount: ActivityTable.size, alignment: 16)
            place.initializeMemory(as: UInt8.self, repeating: 0, count: ActivityTable.size)
            table = ActivityTable(memory: place)
        }

        var activities: [ActivityTable.Activity] {
            ActivityTable.activities(in: Array(UnsafeRawBufferPointer(start: place, count: ActivityTable.size))[...])
        }
    }

    private static let probes = [
        "app://rent/42", "app://rent/secret/swordfish", "app://rent/on/42", "app://rent/later/42",
    ]
    private static let shown = [
        ["Rent.watch app://rent/42", "Rent./rent/:id app://rent/42"],
        ["Rent.watch app://rent/secret/***", "Rent./rent/secret/:word app://rent/secret/***"],
        // The caller's URL, which a rewrite led to this route.
        ["Rent.watch app://rent/on/42", "Rent./rent/:id app://rent/on/42"],
        ["Rent.watch app://rent/later/42", "Rent./rent/later/:id app://rent/later/42"],
    ]

    @Test func `a note exists only while its code runs`() async throws {
        let (memory, seen) = (Memory(), Seen())
        let mediator = Switchboard(navigator: RecordingNavigator(), notingIn: memory.table)
        let look: @Sendable () -> Void = {
            seen.add(memory.activities.map { "\($0.module).\($0.name) \($0.url ?? "")" })
        }
        var rent = Registration(owner: "Rent")
        rent.routes = [
            Open("/rent/:id") { (_: Request) in
                look(); return Page("") {}
            }.route,
            Open("/rent/secret/:word") { (_: Request) in
                look(); return Page("") {}
            }.sensitive("word").route,
            Open("/rent/later/:id") { (_: Request) async in
                await Task.yield(); look(); return Page("") {}
            }.route,
        ]
        rent.rewrites = [Rewrite("/rent/on/:id", to: "/rent/:id")]
        rent.interceptors = [
            Interceptor("watch") { _ in
                look(); return .pass
            }
        ]
        try mediator.register(rent)
        for (url, expected) in zip(Self.probes, Self.shown) {
            _ = try await mediator.open(RouteURL(url), origin: .shell)
            #expect(seen.take() == expected.map { [$0] })
            #expect(memory.activities.isEmpty)
        }
    }

    @Test func `a note masks a sensitive value in a URL that is rewritten to another route`() async throws {
        let (memory, seen) = (Memory(), Seen())
        let mediator = Switchboard(navigator: RecordingNavigator(), notingIn: memory.table)
        var account = Registration(owner: "Account")
        account.routes = [Open("/reset/:token") { (_: Request) in Page("") {} }.sensitive("token").route]
        mediator.redact(Manifest(account), of: "Account")
        var welcome = Registration(owner: "Welcome")
        welcome.rewrites = [Rewrite("/reset/*rest", to: "/welcome")]
        welcome.routes = [
            Open("/welcome") { (_: Request) in
                seen.add(memory.activities.compactMap(\.url)); return Page("") {}
            }.route
        ]
        try mediator.register(welcome)
        _ = try await mediator.open("app://reset/swordfish", origin: .shell)
        #expect(seen.take() == [["app://reset/***"]])
    }

    @Test func `notes after the 64th are left out, and long names are cut`() throws {
        let memory = Memory()
        let slots = (0..<70).map { memory.table.begin(.handler, of: "M\($0)", "/m") }
        #expect(slots.compactMap(\.self).count == 64 && memory.activities.count == 64)
        slots.forEach(memory.table.end)
        #expect(memory.activities.isEmpty)
        let long = String(repeating: "long", count: 100)
        let number = memory.table.number(.handler, of: long, long)
        let slot = memory.table.begin(number, holdsThread: true, request: 1) { $0(long) }
        let activity = try #require(memory.activities.first)
        for text in [activity.module, activity.name, activity.url ?? ""] {
            #expect(text.hasSuffix("…") && long.hasPrefix(text.dropLast()) && text.count > 30)
        }
        memory.table.end(slot)
    }

    @Test func `code that ends while it is abandoned is reported with both events or not at all`() {
        let memory = Memory()
        let open = Mutex<Set<Int>>([])
        memory.table.observeAbandonedCode { code in
            open.withLock { _ = code.hasEnded ? $0.remove(code.slot) : $0.insert(code.slot).memberAfterInsert }
        }
        for _ in 0..<2_000 {
            let slot = memory.table.begin(.stop, of: "Rent")
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                if number == 0 { memory.table.end(slot) } else { memory.table.leave(slot) }
            }
            #expect(open.withLock { $0.isEmpty })
        }
        let slot = memory.table.begin(.stop, of: "Rent")
        memory.table.leave(slot)
        memory.table.leave(slot)
        #expect(open.withLock { $0.count } == 1)
        memory.table.end(slot)
        #expect(open.withLock { $0.isEmpty } && memory.activities.isEmpty)
    }

    @Test func `a note redacts a URL in any spelling if a sensitive pattern may match it`() throws {
        let redaction = Redaction(ownHosts: ["m.example.com"])
        #expect(!redaction.mayHide(RouteURL("app://rent/secret/1")))
        redaction.learn(try RoutePattern("/rent/secret/:word"), ["word"])
        for url in [
            "app://rent/secret/1", "app://RENT/secret/1", "/rent/secret/1", "/rent//secret/1", "app://rent/./secret/1",
            "app://rent/x/../secret/1", "/x/../rent/secret/1", "app://./rent/secret/1", "app://../rent/secret/1",
            "app://rent/s%65cret/1", "https://m.example.com/rent/secret/1",
        ] {
            #expect(redaction.mayHide(try RouteURL(parsing: url)), "\(url)")
        }
        for url in ["app://map/42", "app://account/rent/1", "/map", "https://m.example.com/map/rent"] {
            #expect(!redaction.mayHide(try RouteURL(parsing: url)), "\(url)")
        }
        redaction.learn(try RoutePattern("/:any/word"), ["any"])
        #expect(redaction.mayHide(RouteURL("app://account/42")))
    }
}

/// The observed notes, in order.
private final class Seen: Sendable {
    private let texts = Mutex<[[String]]>([])

    func add(_ seen: [String]) { texts.withLock { $0.append(seen) } }
    func take() -> [[String]] {
        texts.withLock { texts in
            defer { texts = [] }; return texts
        }
    }
}
