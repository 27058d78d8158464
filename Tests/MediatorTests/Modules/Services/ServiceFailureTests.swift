@_spi(Host) import ModuleKit
import Testing

private protocol Clock: Sendable {}
private struct WallClock: Clock {}

/// Another protocol of the same name, as in a second library.
private enum Elsewhere {
    protocol Clock: Sendable {}
}

@Suite(.timeLimit(.minutes(2))) struct `A service that is refused` {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "the spring is broken; wind it up" }
    }

    private func assembly() throws -> Assembly {
        let assembly = Assembly()
        let clock = { (name: String, version: Version) in
            Offer(ServiceKey<any Clock>(name, version)) { WallClock() }
        }
        try assembly.register("Time", services: [clock("clock", Version(1, 2)), clock("clock", Version(3))])
        try assembly.register("Broken", services: [Offer(ServiceKey<Int>("spring", "1.0")) { throw Broken() }])
        return assembly
    }

    static let failures: [(service: String, version: Version, error: ServiceError.Code, says: [String])] = [
        ("clok", "1", .missing, ["clok [1.0.0,2.0.0)", "did you mean Time's clock 1.2.0, Time's clock 3.0.0?"]),
        ("weather-forecast", "1", .missing, ["no module offers", "install a module that does"]),
        ("", "1", .missing, ["install a module that does"]),
        ("clock", "2", .wrongVersion, ["version [2.0.0,3.0.0)", "found Time's clock 1.2.0, Time's clock 3.0.0"]),
        ("spring", "1", .providerFailed, ["Broken's spring 1.0.0", "the spring is broken; wind it up"]),
    ]

    @Test(arguments: failures) func `the error for a service lists similar services, versions or the provider's error`(
        _ row: (service: String, version: Version, error: ServiceError.Code, says: [String])
    ) throws {
        let error = try #require(try assembly().failure(of: row.service, row.version, as: (any Clock).self))
        #expect(error.code == row.error)
        for part in row.says { #expect("\(error)".contains(part), "\(error)") }
    }

    @Test func `a service is refused as another type, and the error names both types`() throws {
        let error = try #require(try assembly().failure(of: "clock", "1", as: String.self))
        #expect(error.code == .wrongType)
        for part in ["Time's clock", "Clock, and was taken as Swift.String", "take it as the type that is offered"] {
            #expect("\(error)".contains(part), "\(error)")
        }
    }

    @Test func `a service is refused as another protocol of the same name, with the reason`() throws {
        let error = try #require(try assembly().failure(of: "clock", "1", as: (any Elsewhere.Clock).self))
        #expect(error.code == .wrongType)
        #expect("\(error)".contains("each library has its own copy: put the type into an interface package"))
    }

    @Test func `a provider that failed is asked again by the next request`() throws {
        let assembly = Assembly()
        let log = Log()
        let offer = Offer(ServiceKey<Int>("clock", "1.0")) {
            log.add("asked")
            if log.all.count < 2 { throw Broken() }
            return 7
        }
        try assembly.register("Time", services: [offer])
        #expect(assembly.failure(of: "clock", "1", as: Int.self)?.code == .providerFailed)
        #expect(try assembly.mediator.service(ServiceKey<Int>("clock", "1.0")) == 7)
        #expect(log.all == ["asked", "asked"])
    }
}
