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

        /// Registers and serves a module.
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

        /// Waits until a module is used from another host, or no longer is.
        func waitUntil(_ name: String, isFleetModule: Bool = true) async throws {
            for _ in 0..<2_000 where await runtime.isFleetModule(name) != isFleetModule {
                try await Task.sleep(for: .milliseconds(5))
            }
            try #require(await runtime.isFleetModule(name) == isFleetModule)
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

    @Test func `another host answers again if a module's start fails here or the module is removed`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus, "a"), try await Member(bus, "b"))
        try await serving.serve("Shop", [Self.route("/shop") { _ in "elsewhere" }])
        try await asking.waitUntil("Shop")
        await asking.runtime.find(ModuleInfo("Shop", "1.0", "A module"), isDisabled: true)
        await asking.runtime.enable("Shop")
        #expect(await asking.runtime.isFleetModule("Shop"))
        #expect(try await asking.call("app://shop") == "elsewhere")
        // If a person asks for the module, it belongs to this host.
        await asking.runtime.setPhase(.resolved, of: "Shop")
        #expect(await !asking.runtime.isFleetModule("Shop"))
        await asking.runtime.stop("Shop", because: .removed)
        #expect(try await asking.call("app://shop") == "elsewhere")
    }

    @Test func `a module that can start here belongs to this host, also after another host leaves`() async throws {
        let bus = FleetBus()
        let (asking, serving) = (try await Member(bus, "a"), try await Member(bus, "b"))
        try await serving.serve("Shop", [Self.route("/shop") { _ in "elsewhere" }])
        try await asking.waitUntil("Shop")
        await asking.runtime.find(ModuleInfo("Shop", "1.0", "A module"), isDisabled: true)
        await asking.runtime.setPhase(.resolved, of: "Shop")
        #expect(await !asking.runtime.isFleetModule("Shop"))
        await serving.member.leave(within: .seconds(1))
        #expect(await asking.runtime.records(of: "Shop").map(\.state) == [.resolved])
    }
}

extension ModuleRuntime {
    /// Records a module as a module of this host.
    fileprivate func run(_ info: ModuleInfo) {
        leaveFleetModule(info.name)
        find(info, isDisabled: false)
    }

    /// Adds a module without a file, so that its start fails.
    func find(_ info: ModuleInfo, isDisabled: Bool) {
        let library = ModuleLibrary(path: "/lib\(info.name).so", bundledLibraries: [], outsideFiles: [])
        let module = ModuleDescriptor(
            info: info, file: library.path, source: .besideExecutable, library: library, content: SHA256.hash([]),
            startsWithHost: false, isDisabled: isDisabled, problem: nil)
        entries[info.name] = ModuleEntry(module)
    }
}
