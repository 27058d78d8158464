import FoundationEssentials
import Glibc
@_spi(Host) import HostKit
import Platform
import PluginRuntime
import Synchronization

/// The connection to a fleet. Its library is opened only if the options name a fleet.
struct FleetLibrary {
    /// The library next to the host's executable.
    static let path = Executable.folder + "/libFleet.so"

    let options: HostOptions
    let environment: [String: String]
    let console: Console
    /// Whether the command fails without the fleet, and reports the reason itself.
    let isNeeded: Bool
    /// Whether the command waits for a server that is not reachable.
    let waits: Bool

    /// Joins the fleet that the options name. Returns `nil` if the options do not name a fleet, or if the command
    /// continues without the fleet.
    func member(of runtime: ModuleRuntime) async throws(Failure) -> FleetMember? {
        guard !options.fleet.isEmpty else { return nil }
        let machine = ProcessInfo.processInfo.hostName
        let joined = Mutex<FleetMember?>(nil)
        let report: @Sendable (String) -> Void = { [console] in console.notice("fleet", $0) }
        if let file = options.fleetCredentials, access(file, R_OK) != 0 {
            let message =
                "the credentials \(file) cannot be read: \(String(cString: strerror(errno))); correct the path"
            return try localAlone(message, report)
        }
        do {
            let library = try DynamicLibrary(path: Self.path)
            let factory = try Handshake.factory(FleetFactory.self, from: library.function("switchboard_fleet_v1"))
            let transport = try factory.make(
                FleetSetup(
                    servers: options.fleet, credentials: options.fleetCredentials, name: "switchboard \(machine)",
                    changed: { state in
                        joined.withLock(\.self)?.noteConnection(state)
                        tell(state, report)
                    }, report: report))
            let member = FleetMember(
                transport, app: options.app, name: options.hostName ?? machine, runtime: runtime, report: report)
            joined.withLock { $0 = member }
            do {
                try await member.join()
            } catch {
                joined.withLock { $0 = nil }
                transport.close()
                throw error
            }
            return member
        } catch {
            return try localAlone("\(error)", report)
        }
    }

    /// Continues without the fleet, or fails if the command needs it.
    private func localAlone(_ message: String, _ report: (String) -> Void) throws(Failure) -> FleetMember? {
        guard !isNeeded else { throw Failure("fleet", message) }
        report("\(message); local modules answer")
        return nil
    }

    private func tell(_ state: FleetState, _ report: (String) -> Void) {
        switch state {
        case .waiting(let reason) where waits || !isNeeded:
            let words = PlainText.line(reason, limit: 200)
            report("the fleet is not reachable: \(words); it is tried again, and local modules answer")
        case .closed(let reason) where !reason.isEmpty && !isNeeded:
            report("the fleet's server cannot be used: \(PlainText.line(reason, limit: 300)); local modules answer")
        default: break
        }
    }
}
