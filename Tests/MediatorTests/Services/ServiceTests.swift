@_spi(Host) import ModuleKit
import Testing

private protocol Clock: Sendable { var name: String { get } }

private final class WallClock: Clock {
    let name: String
    init(_ name: String) { self.name = name }
}

@Suite(.timeLimit(.minutes(2))) struct `A service` {
    private func offer(_ version: Version, _ name: String) -> Offer {
        Offer("clock", version, as: (any Clock).self) { WallClock(name) }
    }

    @Test func `a service is taken by name, range and protocol`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1, 2), "wall")])
        #expect(try assembly.mediator.service("clock", "[1.0,2.0)", as: (any Clock).self).name == "wall")
        #expect(
            try ModuleContext(name: "Asker", mediator: assembly.mediator)
                .service("clock", "1.1", as: (any Clock).self).name == "wall")
    }

    @Test func `a service may be a value of any type`() throws {
        let assembly = Assembly()
        let double = Offer("double", Version(1), as: (@Sendable (Int) -> Int).self) { { $0 * 2 } }
        try assembly.register("Sums", services: [double, Offer("pair", Version(1), as: [Int].self) { [1, 2] }])
        #expect(try assembly.mediator.service("pair", "1", as: [Int].self) == [1, 2])
        #expect(try assembly.mediator.service("double", "1", as: (@Sendable (Int) -> Int).self)(4) == 8)
    }

    @Test func `a service is made when it is first taken, and only then`() throws {
        let assembly = Assembly()
        let log = Log()
        let offer = Offer("clock", Version(1), as: (any Clock).self) {
            log.add("made")
            return WallClock("wall")
        }
        try assembly.register("Time", services: [offer])
        #expect(log.all.isEmpty)
        let first = try assembly.mediator.service("clock", "1", as: (any Clock).self) as? WallClock
        let second = try assembly.mediator.service("clock", "1", as: (any Clock).self) as? WallClock
        #expect(first != nil && first === second)
        #expect(log.all == ["made"])
    }

    static let choices: [(range: String, taken: String)] = [
        ("[1.0,2.0)", "1.5.0"), ("[1.0,1.5)", "1.2.0"), ("[1.0,3.0)", "2.0.0"), ("2", "2.0.0"), ("(1.2,1.5]", "1.5.0"),
    ]

    @Test(arguments: choices) func `a service is taken in the highest version in the range`(
        _ row: (range: String, taken: String)
    ) throws {
        let assembly = Assembly()
        try assembly.register("Old", services: [offer(Version(1, 2), "1.2.0"), offer(Version(2), "2.0.0")])
        try assembly.register("Middle", services: [offer(Version(1, 5), "1.5.0")])
        #expect(try assembly.mediator.service("clock", row.range, as: (any Clock).self).name == row.taken)
    }

    @Test func `a service is listed with its owner, version and type`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1, 2), "wall")])
        let service = try #require(assembly.mediator.services.first)
        #expect("\(service)" == "Time's clock 1.2.0")
        #expect(service.type.contains("Clock"))
        #expect(service.adaptedFrom == nil)
    }

    @Test func `a service of a module that has left is not handed out, and its holder keeps it`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1), "kept")])
        let clock = try assembly.mediator.service("clock", "1", as: (any Clock).self)
        weak let object = clock as? WallClock
        assembly.mediator.unregister(owner: "Time")
        #expect(assembly.failure(of: "clock", "1", as: (any Clock).self)?.code == .missing)
        #expect(assembly.mediator.services.isEmpty)
        #expect(clock.name == "kept" && object != nil)
        try assembly.register("Time", services: [offer(Version(1), "again")])
        #expect(try assembly.mediator.service("clock", "1", as: (any Clock).self).name == "again")
    }

    @Test func `a service goes with its module when no caller holds it`() throws {
        let assembly = Assembly()
        try assembly.register("Time", services: [offer(Version(1), "let go")])
        let isGone = try { () -> () -> Bool in
            let clock = try assembly.mediator.service("clock", "1", as: (any Clock).self) as? WallClock
            return { [weak clock] in clock == nil }
        }()
        #expect(!isGone())
        assembly.mediator.unregister(owner: "Time")
        #expect(isGone())
    }
}
