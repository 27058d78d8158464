@_spi(Host) import ModuleKit
import Testing

private protocol Clock: Sendable { var name: String { get } }

private final class WallClock: Clock {
    let name: String
    init(_ name: String) { self.name = name }
}

@Suite(.timeLimit(.minutes(2))) struct `A service` {
    private func offer(_ version: Version, _ name: String) -> Offer {
        Offer(ServiceKey<any Clock>("clock", version)) { WallClock(name) }
    }

    @Test func `a service is found by its name, a compatible version and its protocol`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1, 2), "wall")])
        #expect(try assembly.mediator.service(ServiceKey<any Clock>("clock", "1.0")).name == "wall")
        #expect(
            try ModuleContext(name: "Asker", mediator: assembly.mediator)
                .service(ServiceKey<any Clock>("clock", "1.1")).name == "wall")
    }

    @Test func `a service may be a value of any type`() throws {
        let assembly = Assembly()
        let double = Offer(ServiceKey<(@Sendable (Int) -> Int)>("double", "1.0")) { { $0 * 2 } }
        try assembly.register("Sums", services: [double, Offer(ServiceKey<[Int]>("pair", "1.0")) { [1, 2] }])
        #expect(try assembly.mediator.service(ServiceKey<[Int]>("pair", "1.0")) == [1, 2])
        #expect(try assembly.mediator.service(ServiceKey<(@Sendable (Int) -> Int)>("double", "1.0"))(4) == 8)
    }

    @Test func `a service is created once, at its first use`() throws {
        let assembly = Assembly()
        let log = Log()
        let offer = Offer(ServiceKey<any Clock>("clock", "1.0")) {
            log.add("made")
            return WallClock("wall")
        }
        try assembly.register("Time", services: [offer])
        #expect(log.all.isEmpty)
        let first = try assembly.mediator.service(ServiceKey<any Clock>("clock", "1.0")) as? WallClock
        let second = try assembly.mediator.service(ServiceKey<any Clock>("clock", "1.0")) as? WallClock
        #expect(first != nil && first === second)
        #expect(log.all == ["made"])
    }

    static let choices: [(range: Range<Version>?, taken: String)] = [
        (nil, "1.5.0"), ("1.0"..<"1.5", "1.2.0"), ("1.0"..<"3.0", "2.0.0"), ("2.0"..<"3.0", "2.0.0"),
        ("1.2.1"..<"1.5.1", "1.5.0"),
    ]

    @Test(arguments: choices) func `the highest version of a service in the range is used`(
        _ row: (range: Range<Version>?, taken: String)
    ) throws {
        let assembly = Assembly()
        try assembly.register("Old", services: [offer(Version(1, 2), "1.2.0"), offer(Version(2), "2.0.0")])
        try assembly.register("Middle", services: [offer(Version(1, 5), "1.5.0")])
        #expect(try assembly.mediator.service(ServiceKey<any Clock>("clock", "1.0"), row.range).name == row.taken)
    }

    static let offers: [(range: Range<Version>?, taken: [String])] = [
        (nil, ["A's 1.5", "B's 1.5", "B's other 1.5", "C's 1.2"]), ("1.0"..<"1.5", ["C's 1.2"]),
        ("1.0"..<"3.0", ["C's 2.0", "A's 1.5", "B's 1.5", "B's other 1.5", "C's 1.2"]), ("3.0"..<"4.0", []),
    ]

    @Test(arguments: offers) func `services are listed by version, the highest first, then by the module's name`(
        _ row: (range: Range<Version>?, taken: [String])
    ) throws {
        let assembly = Assembly()
        try assembly.register("C", services: [offer(Version(1, 2), "C's 1.2"), offer(Version(2), "C's 2.0")])
        try assembly.register("B", services: [offer(Version(1, 5), "B's 1.5"), offer(Version(1, 5), "B's other 1.5")])
        try assembly.register("A", services: [offer(Version(1, 5), "A's 1.5")])
        let context = ModuleContext(name: "Asker", mediator: assembly.mediator)
        let key = ServiceKey<any Clock>("clock", "1.0")
        #expect(context.services(key, row.range).map(\.name) == row.taken)
        #expect((try? context.service(key, row.range))?.name == row.taken.first)
    }

    @Test func `a service that fails or has another type is left out, and the caller's log has the reason`() throws {
        struct Empty: Error, CustomStringConvertible { let description = "the battery is empty" }
        let assembly = Assembly()
        let key = ServiceKey<any Clock>("clock", "1.0")
        try assembly.register(
            "Time",
            services: [
                Offer(key) { () throws -> any Clock in throw Empty() }, Offer(ServiceKey<Int>("clock", "1.1")) { 1 },
                offer(Version(1), "wall"),
            ])
        #expect(ModuleContext(name: "Asker", mediator: assembly.mediator).services(key).map(\.name) == ["wall"])
        #expect(assembly.notes.all.count == 2 && assembly.notes.all.allSatisfy { $0.hasPrefix("Asker: ") })
        #expect(assembly.notes.all.contains { $0.contains("the battery is empty") })
        #expect(assembly.notes.all.contains { $0.contains("was taken as") })
    }

    @Test func `an isolated module's higher version does not hide a service that can be used`() throws {
        let assembly = Assembly()
        var isolated = Registration(owner: "A")
        isolated.isIsolated = true
        isolated.services = [offer(Version(1, 9), "isolated")]
        try assembly.mediator.register(isolated)
        try assembly.register("B", services: [offer(Version(1), "wall")])
        let context = ModuleContext(name: "Asker", mediator: assembly.mediator)
        let key = ServiceKey<any Clock>("clock", "1.0")
        #expect(context.services(key).map(\.name) == ["wall"])
        #expect(try context.service(key).name == "wall")
    }

    @Test func `a binding to services updates when their modules register and unregister`() async throws {
        let assembly = Assembly()
        let context = ModuleContext(name: "Asker", mediator: assembly.mediator)
        let names = { context.services(ServiceKey<any Clock>("clock", "1.0")).map(\.name) }
        let changes = Live(0)
        var (found, bindings) = Binding.following(names) { changes.update { $0 += 1 } }
        #expect(found.isEmpty)
        try assembly.register("Other", routes: [Board.echo("/other")])
        #expect(changes.value == 0)
        try assembly.register("Time", services: [offer(Version(1), "wall")])
        #expect(changes.value == 1)
        (found, bindings) = Binding.following(names) { changes.update { $0 += 1 } }
        #expect(found == ["wall"])
        assembly.mediator.unregister(owner: "Time")
        #expect(changes.value == 2 && names().isEmpty && !bindings.isEmpty)
    }

    @Test func `a service is listed with its owner, version and type`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1, 2), "wall")])
        let service = try #require(assembly.mediator.services.first)
        #expect("\(service)" == "Time's clock 1.2.0")
        #expect(service.type.contains("Clock"))
    }

    @Test func `a service of an unregistered module is missing, but its holders keep the object`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1), "kept")])
        let clock = try assembly.mediator.service(ServiceKey<any Clock>("clock", "1.0"))
        weak let object = clock as? WallClock
        assembly.mediator.unregister(owner: "Time")
        #expect(assembly.failure(of: "clock", "1", as: (any Clock).self)?.code == .missing)
        #expect(assembly.mediator.services.isEmpty)
        #expect(clock.name == "kept" && object != nil)
        try assembly.register("Time", services: [offer(Version(1), "again")])
        #expect(try assembly.mediator.service(ServiceKey<any Clock>("clock", "1.0")).name == "again")
    }

    @Test func `a service is released with its module if no caller holds it`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1), "let go")])
        let isGone = try { () -> () -> Bool in
            let clock = try assembly.mediator.service(ServiceKey<any Clock>("clock", "1.0")) as? WallClock
            return { [weak clock] in clock == nil }
        }()
        #expect(!isGone())
        assembly.mediator.unregister(owner: "Time")
        #expect(isGone())
    }
}
