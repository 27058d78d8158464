@_spi(Host) import ModuleKit
import PluginRuntime

extension Command {
    static let fleet = Command(
        name: "fleet",
        summary: "list the hosts of the fleet: their modules, and the requests that they answered for this host",
        need: .modules
    ) { session, _ throws(Failure) in
        guard let fleet = session.fleet else { throw .noFleet(command: "fleet") }
        if let absence = fleet.absence { throw Failure("fleet", "\(absence)") }
        await fleet.askAll()
        let hosts = fleet.summaries
        var table = TextTable("HOST", "ID", "SINCE", "MODULES", "REQUESTS", "ERRORS", "AVERAGE")
        for host in hosts {
            let modules = host.modules.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
            table.add(
                host.name, host.id, host.since, host.isLeaving ? "leaving" : modules.isEmpty ? "-" : modules,
                "\(host.requests)", "\(host.errors)", host.requests == 0 ? "-" : "\(host.averageMicroseconds) µs")
        }
        let alone = "no other host is in the fleet \(fleet.app); start one with `serve`"
        return try session.console.show("fleet", hosts, table, notes: hosts.isEmpty ? [alone] : [])
    }
}
