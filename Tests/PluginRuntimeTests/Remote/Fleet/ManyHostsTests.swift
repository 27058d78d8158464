import Foundation
import Platform
import TestSupport
import Testing

@_spi(Host) import HostKit
@_spi(Host) @testable import Mediator
@_spi(Host) import ModuleKit
import ModuleTesting
@testable import PluginRuntime

/// A fleet of many hosts, each with 50 modules of 10 routes, as one member sees it.
@Suite(.timeLimit(.minutes(10))) struct `A fleet of many hosts` {
    @Test func `a member of a large fleet knows the routes of all hosts`() async throws {
        let count = Rounds.count(usual: 50)
        let bus = FleetBus()
        let mediator = Switchboard(navigator: RecordingNavigator())
        let runtime = ModuleRuntime(mediator: mediator)
        let reports = `The members of a fleet`.Reports()
        let member = FleetMember(
            FleetBusConnection(bus), app: "test", name: "one", runtime: runtime, report: reports.add)
        try await member.join()
        let manifests = (0..<50).map { Self.manifest("Module\($0)") }
        let before = Self.memory()
        let start = ContinuousClock.now
        // One host answers for the manifests, which all hosts have.
        let answering = `The members of a fleet`.Reports()
        let first = FleetMember(
            FleetBusConnection(bus), app: "test", name: "first",
            runtime: ModuleRuntime(mediator: Switchboard(navigator: RecordingNavigator())), report: answering.add)
        try await first.join()
        first.serve(manifests.map { (ModuleInfo($0.name, "1.0", ""), $0.manifest) }, ServiceProtocol(first))
        let modules = first.card.modules
        for number in 1..<count {
            let identity = String(0x1000_0000_0000_0000 + number, radix: 16)
            let card = HostCard(id: identity, name: "host\(number)", number: 1, modules: modules, started: 0)
            bus.send(
                FleetMessage(
                    subject: "switchboard.test.hosts", reply: nil, content: Array(try JSONEncoder().encode(card))))
        }
        for _ in 0..<12_000 where await runtime.fleetRecords.count < 50 || member.hosts.count < count {
            try await Task.sleep(for: .milliseconds(5))
        }
        let time = ContinuousClock.now - start
        #expect(await runtime.fleetRecords.count == 50 && member.hosts.count == count)
        #expect(mediator.routes.count == 500)
        let memory = (Self.memory() - before) / 1024
        let begin = ContinuousClock.now
        let answers = try (0..<1_000).map { number in
            let url = RouteURL("app://module\(number % 50)/\(number % 10)/x")
            return try mediator.availability(of: url, for: .call, origin: .shell)
        }
        let lookUp = (ContinuousClock.now - begin) / 1_000
        #expect(answers.allSatisfy { $0 == .yes })
        print("\(count) hosts: known after \(time), \(memory) KiB for them, \(lookUp) for a look-up")
        withExtendedLifetime(first) {}
    }

    private static func manifest(_ name: String) -> (name: String, manifest: Manifest) {
        var registration = Registration(owner: name)
        registration.routes = (0..<10).map { number in
            Route(
                "/\(name.lowercased())/\(number)/:id", verb: .call, access: .modules,
                location: DeclarationSite(fileID: "Test.swift", line: number)
            ) { _ in .done }
        }
        return (name, Manifest(registration).served(of: name))
    }

    /// The resident memory of this process, in bytes.
    private static func memory() -> Int {
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
}
