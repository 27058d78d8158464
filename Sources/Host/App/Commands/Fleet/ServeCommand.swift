@_spi(Host) import HostKit
import Platform
import PluginRuntime

extension Command {
    static let serve = Command(
        name: "serve", words: "[MODULE…]",
        summary:
            "answer other hosts of the fleet for these or all modules, until SIGTERM; running requests end first"
    ) { session, arguments throws(Failure) in
        guard let fleet = session.fleet else { throw .noFleet(command: "serve") }
        try fleet.requireOpen()
        guard !ShellRequest.isCurrent else {
            throw Failure(usage: "serve ends with the host; start another host with it, outside of a shell")
        }
        for name in arguments.words { try await session.requireKnown(name) }
        await fleet.serve(arguments.words)
        let served = fleet.servedModules
        guard !served.isEmpty else {
            let message = "this host does not run a module to serve; see `modules`, or name a folder with --modules"
            throw Failure("nothingServed", message)
        }
        try session.console.show("serving", served, text: session.servingText(served, fleet))
        let manager = session.environment["NOTIFY_SOCKET"]
        if let manager { LocalSocket.send("READY=1", to: manager) }
        if await fleet.closed.waitUnlessCancelled() != nil { try fleet.requireOpen() }
        if let manager { LocalSocket.send("STOPPING=1", to: manager) }
        // This task may be cancelled, so a detached task waits for the open requests, at most until their deadline.
        await Task.detached { await fleet.leave(within: session.options.deadline) }.value
        return .done
    }
}

extension FleetMember {
    /// Throws a failure if the connection is permanently closed.
    fileprivate func requireOpen() throws(Failure) {
        guard case .closed = transport.state, let absence else { return }
        throw Failure("fleet", "\(absence)")
    }
}

extension Session {
    fileprivate func servingText(_ served: [HostCard.ServedModule], _ fleet: FleetMember) -> String {
        let modules = served.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
        let count = served.reduce(0) { $0 + $1.routes }
        var server = "once its server is reachable"
        if case .connected(let address) = fleet.transport.state { server = "at \(address)" }
        return PlainText.line("serving \(modules): \(count) routes, to the fleet \(fleet.app) \(server)")
    }
}
