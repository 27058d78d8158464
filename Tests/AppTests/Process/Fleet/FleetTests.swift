import Foundation
import TestSupport
import Testing

/// Hosts of a fleet as processes, with a NATS server.
@Suite(.ownThread, .timeLimit(.minutes(5)), .needs(.natsServer)) struct `A fleet of hosts` {
    private static let modules = Checkout.modules.flatMap { ["--without", $0] }

    /// A host without the app's modules.
    private static func ask(
        _ server: FleetServer, _ arguments: String..., input: String = ""
    ) throws -> ChildProcess {
        try HostProcess.run(modules + ["--fleet", server.address] + arguments, input: input)
    }

    private static func serve(_ server: FleetServer, _ name: String, _ modules: String...) throws -> ServingHost {
        try ServingHost(server, ["--host-name", name, "serve"] + modules, HostProcess.environment)
    }

    @Test func `an app whose modules run on three hosts behaves like the app on one host`() throws {
        let server = try FleetServer()
        let hosts = [
            try Self.serve(server, "a", "Account", "Messages"), try Self.serve(server, "b", "Rent", "NewHome"),
            try Self.serve(server, "c", "SecondHand", "Map"),
        ]
        #expect(hosts[1].line.hasPrefix("serving NewHome 1.0.0, Rent 1.0.0: "))
        let session = ["app://account/centre", "6", "back", "stack", "app://rent/nope", "app://map/show?city=Beijing"]
        let here = try HostProcess.run([], input: session.joined(separator: "\n"))
        let elsewhere = try Self.ask(server, input: session.joined(separator: "\n"))
        #expect(elsewhere.output == here.output)
        #expect(elsewhere.errors == here.errors)
        let fleet = try Self.ask(server, "fleet")
        #expect(fleet.lines.dropFirst().map { $0.prefix(1) } == ["a", "b", "c"])
        let list = try Self.ask(server, "modules")
        #expect(list.lines.contains { $0.hasPrefix("Rent        1.0.0    elsewhere  fleet") })
    }

    @Test func `a log-in page of another host is shown on the person's host`() throws {
        let server = try FleetServer()
        let hosts = [try Self.serve(server, "a", "Account", "Messages")]
        let lines = ["app://account/profile", "1", "stack"]
        let here = try HostProcess.run([], input: lines.joined(separator: "\n"))
        let elsewhere = try Self.ask(server, input: lines.joined(separator: "\n"))
        #expect(elsewhere.output == here.output)
        #expect(elsewhere.errors == here.errors)
        withExtendedLifetime(hosts) {}
    }

    @Test func `a person on another host can write a message, but not attach a file of the first host`() throws {
        try TemporaryFolder.with { folder in
            let server = try FleetServer()
            let host = try ServingHost(
                server, ["--host-name", "a", "serve", "Account", "Messages"],
                HostProcess.environment.merging(["XDG_DATA_HOME": folder.path("data")]) { $1 })
            let lines = [
                #"call app://account/session/begin --body '{"user":"lin","password":"hush"}'"#,
                "app://messages/write?to=wang", #"1 '{"text":"Hello"}'"#, "module info Messages",
            ]
            let elsewhere = try Self.ask(server, input: lines.joined(separator: "\n"))
            #expect(elsewhere.errors.isEmpty)
            #expect(elsewhere.lines.contains("    You: Hello"))
            #expect(elsewhere.output.contains("Files cannot be sent from here: only a person at the shell"))
            #expect(!elsewhere.output.contains("Send a file"))
            #expect(elsewhere.lines.contains("fleet     it runs elsewhere: on a; this host does not run it itself"))
            withExtendedLifetime(host) {}
        }
    }

    @Test func `a host that gets SIGTERM ends by the signal, and its modules leave the fleet`() throws {
        let server = try FleetServer()
        let host = try Self.serve(server, "b", "Rent")
        #expect(try Self.ask(server, "open", "app://rent/42").exitCode == 0)
        #expect(host.end() == 128 + SIGTERM)
        let after = try Self.ask(server, "open", "app://rent/42")
        #expect(after.exitCode == 2 && after.errors.hasPrefix("switchboard: no route for app://rent/42"))
    }

    @Test func `serve is refused on a host that runs no modules itself`() throws {
        let server = try FleetServer()
        let host = try Self.serve(server, "a", "Rent")
        let other = try Self.ask(server, "serve")
        #expect(other.exitCode == 1 && other.errorLines.count == 1)
        #expect(other.errors.hasPrefix("switchboard: this host does not run a module to serve; "))
        withExtendedLifetime(host) {}
    }

    @Test func `a host that cannot reach its fleet's server reports that once, and its own modules answer`() throws {
        let host = try HostProcess.run("--fleet", "nats://127.0.0.1:1", "open", "app://rent/42")
        #expect(host.exitCode == 0 && host.lines.first == "Studio above the bookshop")
        #expect(host.errorLines.count == 1)
        let reason = "no server answers at nats://127.0.0.1:1"
        #expect(host.errors.hasPrefix("switchboard: the fleet is not reachable: \(reason); "))
        let list = try HostProcess.run("--fleet", "nats://127.0.0.1:1", "fleet")
        #expect(list.exitCode == 1 && list.errorLines.count == 1)
        #expect(list.errors.hasPrefix("switchboard: the fleet's server cannot be reached (\(reason)); "))
    }

    @Test(arguments: [
        (["--fleet", "http://x", "fleet"], "--fleet"), (["--fleet", "nats://", "fleet"], "--fleet"),
        (["--app", "a.b", "fleet"], "--app"), (["fleet"], "--fleet"),
        (["serve"], "--fleet"),
    ]) func `invalid fleet options are refused in one line`(_ arguments: [String], _ option: String) throws {
        let host = try HostProcess.run(arguments)
        #expect(host.exitCode == 64 && host.errorLines.count == 1 && host.errors.contains(option))
    }

    @Test func `credentials that cannot be read are refused in one line`() throws {
        let host = try HostProcess.run("--fleet", "nats://127.0.0.1:1", "--fleet-credentials", "/none", "fleet")
        #expect(host.exitCode == 1 && host.errorLines.count == 1)
        #expect(host.errors.contains("the credentials /none cannot be read"))
        // Unreadable credentials in the configuration must not end every command.
        let doctor = try HostProcess.run("--fleet", "nats://127.0.0.1:1", "--fleet-credentials", "/none", "doctor")
        #expect(doctor.exitCode == 1 && doctor.lines.contains("BAD  fleet: this host is not in it"), "\(doctor.output)")
        #expect(
            doctor.errors.contains("the credentials /none cannot be read") && doctor.errors.contains("; local modules"))
    }

    @Test func `a fleet works again after its server was killed and started`() throws {
        let server = try FleetServer()
        let host = try Self.serve(server, "b", "Rent")
        server.kill()
        let again = try FleetServer(port: server.port)
        try Condition.wait(for: "the fleet") {
            (try? Self.ask(again, "open", "app://rent/42").exitCode) == 0
        }
        withExtendedLifetime(host) {}
    }
}

/// A host that serves modules, which ends with the test.
final class ServingHost {
    private let process: Process
    /// The line that it printed.
    let line: String

    init(_ server: FleetServer, _ arguments: [String], _ environment: [String: String]) throws {
        (process, line) = try FleetServer.start(["--fleet", server.address] + arguments, environment)
    }

    deinit { process.terminate() }

    /// Kills the host.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Ends the host as a service manager does, and returns its exit code.
    func end() -> CInt {
        process.terminate()
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
            ? 128 + process.terminationStatus : process.terminationStatus
    }
}
