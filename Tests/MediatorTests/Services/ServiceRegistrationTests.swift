@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The registration of services` {
    private static func offer(_ name: String, _ version: Version) -> Offer {
        Offer(name, version, as: Int.self) { 1 }
    }

    private static func adapter(_ range: String, _ version: Version = Version(1)) -> Adapter {
        Adapter("number", range, as: Int.self, to: "text", version, as: String.self) { "\($0)" }
    }

    private func assembly() throws -> Assembly {
        let assembly = Assembly()
        try assembly.register(
            "First", services: [Self.offer("number", Version(1, 2))], adapters: [Self.adapter("[1.0,2.0)")])
        return assembly
    }

    static let faults: [(services: [Offer], adapters: [Adapter], says: [String])] = [
        (
            [offer("number", Version(1, 2))], [],
            ["service number 1.2.0", "offered by First already", "ServiceRegistrationTests.swift"]
        ),
        ([offer("other", Version(1)), offer("other", Version(1))], [], ["service other 1.0.0", "by Second already"]),
        ([], [adapter("nonsense")], ["adapter to text", "\"nonsense\" is not a range"]),
        ([], [adapter("[1.5,3.0)")], ["adapter number → text 1.0.0", "as First's"]),
        (
            [offer("number", Version(1, 2))], [adapter("[2,1)")],
            ["service number 1.2.0", "adapter to text"]
        ),
    ]

    @Test(arguments: faults) func `a fault in one service keeps all of the module out`(
        _ row: (services: [Offer], adapters: [Adapter], says: [String])
    ) throws {
        let assembly = try assembly()
        let before = assembly.mediator.services
        let error = try #require(throws: RegistrationError.self) {
            try assembly.register(
                "Second", routes: [Board.echo("/second")], services: row.services + [Self.offer("fine", Version(1))],
                adapters: row.adapters)
        }
        for part in row.says { #expect("\(error)".contains(part), "\(error)") }
        #expect(assembly.mediator.services == before)
        #expect(assembly.mediator.routes.isEmpty)
    }

    @Test func `services are registered in other versions, and beside adapters of other versions`() throws {
        let assembly = try assembly()
        try assembly.register(
            "Second", services: [Self.offer("number", Version(1, 3)), Self.offer("text", Version(1))],
            adapters: [Self.adapter("[2.0,3.0)"), Self.adapter("[1.0,2.0)", Version(2))])
        #expect(assembly.mediator.services.count == 5)
        assembly.mediator.unregister(owner: "Second")
        #expect(assembly.mediator.services.map(\.description) == ["First's number 1.2.0", "First's text 1.0.0"])
    }

    @Test func `services are registered as the module declares them`() async throws {
        let harness = try await ModuleHarness(Declaring.self)
        #expect(try harness.service("number", "1", as: Int.self) == 7)
        #expect(try harness.service("text", "1", as: String.self) == "7")
    }

    @Test func `services are handed out while modules come and go`() async throws {
        let assembly = try assembly()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        let number = try assembly.mediator.service("number", "1", as: Int.self)
                        let text = try assembly.mediator.service("text", "1", as: String.self)
                        #expect(number == 1 && text == "1")
                    }
                }
            }
            group.addTask {
                for _ in 0..<200 {
                    try assembly.register("Second", services: [Self.offer("number", Version(1, 9))])
                    assembly.mediator.unregister(owner: "Second")
                }
            }
            try await group.waitForAll()
        }
    }
}

private struct Declaring: Module {
    static let info = ModuleInfo("Declaring", "1.0", "Declares services")
    init(context: ModuleContext) {}
    var routes: [Route] {}

    var services: [Offer] {
        Offer("number", Version(1), as: Int.self) { 7 }
    }

    var adapters: [Adapter] {
        Adapter("number", "1", as: Int.self, to: "text", Version(1), as: String.self) { "\($0)" }
    }
}
