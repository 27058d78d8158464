import HeapProbe
@_spi(Host) import ModuleKit
import Tables

/// Compares an `open` and a `call` through two interceptors with the same calls written by hand, in one run.
struct MediationTournament: Sendable {
    /// The cost of one kind of request, by round.
    struct Samples: Sendable {
        var nanoseconds: [Double] = []
        var allocations = 0.0

        var median: Double { nanoseconds.sorted()[nanoseconds.count / 2] }
    }

    private static let requests = 20_000
    private static let address = "app://rent/42"

    private let bare: BareChain
    private let synchronous: Switchboard
    private let asynchronous: Switchboard

    init() throws {
        let page = Page("Home") {}
        bare = BareChain(
            interceptors: [{ !$0.isEmpty }, { !$0.isEmpty }], page: { _ in page }, value: { $0.utf8.count },
            navigator: IdleNavigator())
        synchronous = Switchboard(navigator: IdleNavigator())
        try synchronous.register(Self.synchronous(page))
        asynchronous = Switchboard(navigator: IdleNavigator())
        try asynchronous.register(Self.asynchronous(page))
    }

    /// Returns handlers and interceptors that cannot suspend, like most handlers and interceptors.
    private static func synchronous(_ page: Page) -> Registration {
        var registration = Registration(owner: "Rent")
        registration.routes = [
            Open("/rent/:id") { _ in page }.route, Call("/count/:id") { $0.url.text.utf8.count }.route,
        ]
        registration.interceptors = ["first", "second"].map { name in
            Interceptor(name) { $0.url.text.isEmpty ? .refuse("an empty URL; write one") : .pass }
        }
        return registration
    }

    /// Returns the same as async closures. They never suspend, but the compiler cannot know this.
    private static func asynchronous(_ page: Page) -> Registration {
        var registration = Registration(owner: "Rent")
        registration.routes = [
            Open("/rent/:id") { (_: ModuleKit.Request) async in page }.route,
            Call("/count/:id") { (request: ModuleKit.Request) async in request.url.text.utf8.count }.route,
        ]
        registration.interceptors = ["first", "second"].map { name in
            Interceptor(name) { (request: ModuleKit.Request) async in
                request.url.text.isEmpty ? .refuse("an empty URL; write one") : .pass
            }
        }
        return registration
    }

    /// Returns the ratio of this project's times to the calls by hand, as a table.
    func run(rounds: Int) async throws -> TextTable {
        var (openByHand, callByHand) = (Samples(), Samples())
        var (opens, calls) = ([Samples(), Samples()], [Samples(), Samples()])
        for _ in 0..<rounds {
            try await Self.measure(&openByHand) { try await bare.open(Self.address) }
            try await Self.measure(&callByHand) { try await bare.call(Self.address) }
            for (place, mediator) in [synchronous, asynchronous].enumerated() {
                try await Self.measure(&opens[place]) {
                    try await mediator.open(RouteURL(Self.address), origin: .shell).outcome == .shown ? 1 : 0
                }
                try await Self.measure(&calls[place]) {
                    try await mediator.call("app://count/42", as: Int.self, origin: .shell)
                }
            }
        }
        let rows = [
            ("open", openByHand, opens[0]), ("call", callByHand, calls[0]),
            ("open, async closures", openByHand, opens[1]), ("call, async closures", callByHand, calls[1]),
        ].map { name, bare, ours in
            [
                name, Number.nanoseconds(bare.median), Number.nanoseconds(ours.median),
                Number.fixed(ours.median / bare.median, 2), "3.00", Number.fixed(bare.allocations, 1),
                Number.fixed(ours.allocations, 1),
            ]
        }
        return TextTable(
            "A request through two interceptors, beside the calls by hand",
            heading: ["", "by hand, ns", "ours, ns", "ratio", "bar", "allocations by hand", "ours"], rows: rows)
    }

    /// Adds the average cost of a request over `requests` repetitions.
    static func measure(_ samples: inout Samples, _ request: () async throws -> Int) async throws {
        var checksum = try await request()
        let allocations = heap_allocations()
        let start = ProcessorTime.now
        for _ in 0..<requests { checksum &+= try await request() }
        let (seconds, attoseconds) = (ProcessorTime.now - start).components
        let total = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        guard checksum > 0 else { throw BareRefusal() }
        samples.nanoseconds.append(total / Double(requests))
        samples.allocations = Double(heap_allocations() - allocations) / Double(requests)
    }
}
