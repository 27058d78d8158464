import Platform
import Synchronization
import TestSupport
import Testing

@_spi(Host) @testable import Mediator
@_spi(Host) import ModuleKit
import ModuleTesting
@testable import PluginRuntime

extension `The members of a fleet` {
    /// A host with routes of one module.
    struct Member {
        let connection: FleetBusConnection
        let mediator: Switchboard
        let navigator: RecordingNavigator
        let runtime: ModuleRuntime
        let member: FleetMember
        let reports: Reports

        init(_ bus: FleetBus, _ name: String = "host") async throws {
            connection = FleetBusConnection(bus)
            navigator = RecordingNavigator()
            mediator = Switchboard(navigator: FleetNavigator(navigator))
            runtime = ModuleRuntime(mediator: mediator)
            let reports = Reports()
            self.reports = reports
            member = FleetMember(connection, app: "test", name: name, runtime: runtime, report: reports.add)
            try await member.join()
        }

        /// Registers a module, and serves it.
        func serve(
            _ name: String, _ routes: [Route], version: Version = "1.0"
        ) async throws {
            await runtime.run(ModuleInfo(name, version, "A module"))
            var registration = Registration(owner: name)
            registration.routes = routes
            try mediator.replace(by: registration)
            let manifest = Manifest(registration, hasValues: true).served(of: name)
            member.serve([(ModuleInfo(name, version, "A module"), manifest)], ServiceProtocol(member))
        }

        /// Waits until a module is used from elsewhere, or is not any more.
        func waitUntil(_ name: String, isElsewhere: Bool = true) async throws {
            for _ in 0..<2_000 where await runtime.isElsewhere(name) != isElsewhere {
                try await Task.sleep(for: .milliseconds(5))
            }
            try #require(await runtime.isElsewhere(name) == isElsewhere)
        }

        func call(_ url: String, body: Payload? = nil, origin: Origin = .shell) async throws -> String {
            try await mediator.call(RouteURL(url), body: body, as: String.self, origin: origin)
        }
    }

    final class Reports: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock(\.self) }
        @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
    }
}

extension ModuleRuntime {
    /// Notes a module as one that this host runs.
    fileprivate func run(_ info: ModuleInfo) {
        leaveElsewhere(info.name)
        let library = ModuleLibrary(path: "/lib\(info.name).so", bundledLibraries: [], outsideFiles: [])
        let module = ModuleDescriptor(
            info: info, file: library.path, source: .besideExecutable, library: library, content: SHA256.hash([]),
            startsWithHost: false, isDisabled: false, problem: nil)
        entries[info.name] = ModuleEntry(module)
    }
}
