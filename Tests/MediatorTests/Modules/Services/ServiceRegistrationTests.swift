@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The registration of services` {
    private static func offer(_ name: String, _ version: Version) -> Offer {
        Offer(ServiceKey<Int>(name, version)) { 1 }
    }

    private func assembly() throws -> Assembly {
        let assembly = Assembly()
        try assembly.register("First", services: [Self.offer("number", Version(1, 2))])
        return assembly
    }

    static let faults: [(services: [Offer], says: [String])] = [
        (
            [offer("other", "v1")],
            [
                "service other", "ServiceRegistrationTests.swift",
                "has a version that cannot be read; write one such as \"1.2\"",
            ]
        ),
        (
            [offer("other", Version(1)), offer("another", "")],
            ["service another", "has a version that cannot be read"]
        ),
    ]

    @Test(arguments: faults) func `a module with a faulty service is refused as a whole`(
        _ row: (services: [Offer], says: [String])
    ) throws {
        let assembly = try assembly()
        let before = assembly.mediator.services
        let error = try #require(throws: RegistrationError.self) {
            try assembly.register(
                "Second", routes: [Board.echo("/second")], services: row.services + [Self.offer("fine", Version(1))])
        }
        for part in row.says { #expect("\(error)".contains(part), "\(error)") }
        #expect(assembly.mediator.services == before)
        #expect(assembly.mediator.routes.isEmpty)
    }

    @Test func `a service may be registered in several versions`() throws {
        let assembly = try assembly()
        try assembly.register(
            "Second", services: [Self.offer("number", Version(1, 3)), Self.offer("text", Version(1))])
        #expect(assembly.mediator.services.count == 3)
        assembly.mediator.unregister(owner: "Second")
        #expect(assembly.mediator.services.map(\.description) == ["First's number 1.2.0"])
    }

    @Test func `the services that a module declares are registered`() async throws {
        let harness = try await ModuleHarness(Declaring.self)
        #expect(try harness.service(ServiceKey<Int>("number", "1.0")) == 7)
    }

    @Test func `services are available while modules register and unregister`() async throws {
        let assembly = try assembly()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        let number = try assembly.mediator.service(ServiceKey<Int>("number", "1.0"))
                        #expect(number == 1)
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
        Offer(ServiceKey<Int>("number", "1.0")) { 7 }
    }
}
