import ModuleTesting
import Testing

private enum SampleError: Error, Equatable { case unknown(Int) }

private struct Caller: Module {
    static let info = ModuleInfo("Caller", "1.0", "Calls others")
    let context: ModuleContext
    let started = Started()
    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/caller/greet") { _ in
            let name = try await context.call("app://account/name", as: String.self)
            return Page("Hello \(name)") { Link("Home", to: "app://rent/1") }
        }
        Open("/caller/:id") { (request: Request) -> Page in
            throw SampleError.unknown(try request.parameters.value("id"))
        }
        Call("/caller/add", taking: [Int].self) { numbers in numbers.reduce(0, +) }
        Call("/caller/started") { _ in await started.value }
    }

    func start() async throws { await started.set() }

    actor Started {
        private(set) var value = false
        func set() { value = true }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A module in a harness` {
    @Test func `a harness runs a module with stubs for other modules' routes`() async throws {
        let caller = try await ModuleHarness(Caller.self, stubs: ["/account/name": .value("Lin")])
        let feedback = try await caller.open("app://caller/greet")
        #expect(feedback.outcome == .shown)
        #expect(caller.page?.title == "Hello Lin")
        #expect(caller.page?.links == [Link("Home", to: "app://rent/1")])
        #expect(caller.commands.count == 1)
    }

    @Test func `a stub that may decline has an undecided availability`() async throws {
        let caller = try await ModuleHarness(
            Caller.self,
            stubs: [
                "/sure": Stub.answer(Page("") {}), "/never": .answer(Response.declined),
                "/perhaps": .handler(.open) { _ in .declined }, "/count": .handler(.call) { _ in .value(Payload(1)) },
            ].mapValues(\.optional))
        for (path, verb, expected) in [
            ("sure", Request.Verb.open, Availability.yes), ("never", .open, .undecided), ("perhaps", .open, .undecided),
            ("count", .call, .undecided), ("nobody", .open, .no),
        ] {
            #expect(caller.availability(of: RouteURL("app://" + path), for: verb) == expected)
        }
    }

    @Test func `a harness throws the module's own error unchanged`() async throws {
        let caller = try await ModuleHarness(Caller.self)
        await #expect(throws: SampleError.unknown(999)) { try await caller.open("app://caller/999") }
        #expect(caller.commands.isEmpty)
    }

    @Test func `an error names the parameter of the wrong type`() async throws {
        let caller = try await ModuleHarness(Caller.self)
        await #expect(throws: ParameterError.mistyped(name: "id", found: "x", expected: "Int")) {
            try await caller.open("app://caller/x")
        }
    }

    @Test func `a request to a missing module is an error`() async throws {
        let caller = try await ModuleHarness(Caller.self)
        await #expect(throws: RequestError.self) { try await caller.open("app://caller/greet") }
    }

    @Test func `a request's body must have the type that the route takes`() async throws {
        let caller = try await ModuleHarness(Caller.self)
        #expect(try await caller.call("app://caller/add", [1, 2, 3], as: Int.self) == 6)
        await #expect(throws: ParametersError.self) { try await caller.call("app://caller/add", "x", as: Int.self) }
        await #expect(throws: ParametersError.self) { try await caller.call("app://caller/add", as: Int.self) }
    }

    @Test func `a harness starts its module before the first request`() async throws {
        let caller = try await ModuleHarness(Caller.self)
        #expect(try await caller.call("app://caller/started"))
    }

    @Test func `a request fails if its stub fails`() async throws {
        let stubs = ["/account/name": Stub.failure(.call, SampleError.unknown(1))]
        let caller = try await ModuleHarness(Caller.self, stubs: stubs)
        await #expect(throws: RequestError.self) { try await caller.open("app://caller/greet") }
    }
}
