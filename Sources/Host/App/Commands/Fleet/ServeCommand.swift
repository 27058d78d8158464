import Glibc
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    /// `serve [MODULE…]`: a host without a shell, which answers for its modules until it is told to end.
    static let serve = Command(
        name: "serve", words: "[MODULE…]",
        summary:
            "answer the other hosts of the fleet for these modules, or for all, until SIGTERM; open requests end first"
    ) { session, arguments throws(Failure) in
        guard let fleet = session.fleet else { throw Failure(.noFleet(command: "serve")) }
        try fleet.requireOpen()
        guard !ShellRequest.isCurrent else { throw Failure(.notInShell("serve")) }
        for name in arguments.words { try await session.requireKnown(name) }
        await fleet.serve(arguments.words)
        let served = fleet.servedModules
        guard !served.isEmpty else {
            let message = "this host runs no module that it could serve; see `modules`, or name a folder with --modules"
            throw Failure(code: "nothingServed", message: message, exitCode: .failed)
        }
        try session.console.show("serving", served, text: session.servingText(served, fleet))
        ServiceNotice.send("READY=1", session.environment)
        if await fleet.closed.waitUnlessCancelled() != nil { try fleet.requireOpen() }
        ServiceNotice.send("STOPPING=1", session.environment)
        // The task was cancelled, and the open requests still have their time.
        await Task.detached { await fleet.leave(within: session.options.deadline) }.value
        return .done
    }
}

extension FleetMember {
    /// Throws a failure if the connection was closed for good.
    fileprivate func requireOpen() throws(Failure) {
        guard case .closed = transport.state, let absence else { return }
        throw Failure(code: "fleet", message: "\(absence)", exitCode: .failed)
    }
}

extension Session {
    fileprivate func servingText(_ served: [FleetMember.ServedSummary], _ fleet: FleetMember) -> String {
        let modules = served.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
        let count = served.reduce(0) { $0 + $1.routes }
        var server = "when its server is there"
        if case .connected(let address) = fleet.transport.state { server = "at \(address)" }
        return PlainText.line("serving \(modules): \(count) routes, to the fleet \(fleet.app) \(server)")
    }
}

/// Tells the system's service manager of the state of a service (sd_notify(3)); without one, nothing.
private enum ServiceNotice {
    static func send(_ state: String, _ environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], !path.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name that begins with @ is one of the abstract namespace.
        var name = Array(path.utf8)
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < capacity else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let bytes = Array(state.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL), $0, size)
            }
        }
    }
}
