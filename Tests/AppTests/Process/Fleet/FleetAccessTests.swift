import Foundation
import TestSupport
import Testing

/// NATS servers with authentication, and NATS servers with TLS.
@Suite(.ownThread, .timeLimit(.minutes(5)), .needs(.natsServer)) struct `A server with authentication or TLS` {
    private static let fixtures = Checkout.path + "/Tests/Fixtures/Fleet"
    private static let refusal =
        "it refuses this host; correct --fleet-credentials, or the name and password in --fleet"

    /// Expects that a host joins a fleet, or that it reports the reason in one line and goes on without the fleet.
    private static func expect(
        _ refusal: String?, of options: [String], _ environment: [String: String] = [:]
    ) throws {
        let fleet = try HostProcess.run(options + ["fleet"], environment: environment)
        let own = try HostProcess.run(options + ["open", "app://rent/42"], environment: environment)
        #expect(own.exitCode == 0 && own.lines.first == "Studio above the bookshop")
        let serve = refusal == nil ? nil : try HostProcess.run(options + ["serve"], environment: environment)
        guard let refusal else {
            #expect(fleet.exitCode == 0 && fleet.errors.isEmpty && own.errors.isEmpty, "\(fleet) \(own)")
            #expect(
                fleet.lines == ["none", "no other host is in the fleet switchboard; start one with `serve`"])
            return
        }
        for host in [fleet, own, serve].compactMap(\.self) {
            #expect(host.errorLines.count == 1)
            #expect(
                host.errors.hasPrefix("switchboard: the fleet's server cannot be used") && host.errors.contains(refusal)
            )
            #expect(!host.errors.contains("secret"))
        }
        #expect(fleet.exitCode == 1 && serve?.exitCode == 1 && own.errors.hasSuffix("; local modules answer\n"))
    }

    private static let users: [(String, String?)] = [
        ("member:secret@", nil), ("member:secretive@", refusal), ("stranger:secret@", refusal), ("", refusal),
    ]

    @Test(arguments: users)
    func `a host joins a fleet only with the right name and password`(_ user: String, _ refusal: String?) throws {
        let server = try FleetServer(["--user", "member", "--pass", "secret"])
        try Self.expect(refusal, of: ["--fleet", "nats://\(user)127.0.0.1:\(server.port)"])
    }

    private static let files: [(String?, String?)] = [
        ("member.creds", nil), ("stranger.creds", refusal), (nil, refusal),
        ("server.conf", "correct --fleet and --fleet-credentials"),
    ]

    @Test(arguments: files)
    func `a host joins a fleet only with the right credentials`(_ file: String?, _ refusal: String?) throws {
        let server = try FleetServer(["-c", "\(Self.fixtures)/server.conf"])
        let credentials = file.map { ["--fleet-credentials", "\(Self.fixtures)/\($0)"] } ?? []
        try Self.expect(refusal, of: ["--fleet", server.address] + credentials)
    }

    @Test(.needs(.openssl), arguments: ["nats", "tls"])
    func `a certificate must be trusted and must name the server's address`(_ scheme: String) throws {
        try TemporaryFolder.with { folder in
            for (name, refusal) in [("IP:127.0.0.1", nil), ("DNS:elsewhere.example", "IP address mismatch")] {
                let (certificate, key) = try Self.certificate(of: name, in: folder)
                let server = try FleetServer(["--tls", "--tlscert", certificate, "--tlskey", key])
                let options = ["--fleet", "\(scheme)://127.0.0.1:\(server.port)"]
                try Self.expect(refusal, of: options, ["SSL_CERT_FILE": certificate])
                try Self.expect("name its authority's file in SSL_CERT_FILE", of: options)
            }
        }
    }

    @Test func `a host never connects to a tls address without encryption`() throws {
        let server = try FleetServer()
        try Self.expect(
            "it does not speak TLS; give its address as nats://, or turn its TLS on",
            of: ["--fleet", "tls://127.0.0.1:\(server.port)"])
    }

    @Test func `a host tries a server again that accepts connections before it is ready`() throws {
        var host: Process?
        var port = 0
        try HTTPServer.runEnding { taken in
            port = taken
            let options = ["--fleet", "nats://127.0.0.1:\(taken)", "serve", "Rent"]
            let (process, line) = try FleetServer.start(options, HostProcess.environment)
            #expect(line.hasSuffix(" once its server is reachable"))
            host = process
        }
        let server = try FleetServer(port: port)
        try Condition.wait(for: "the host") {
            (try? HostProcess.run("--fleet", server.address, "fleet"))?.output.contains("Rent") == true
        }
        host?.terminate()
    }

    @Test func `serve ends with an error if the server refuses the host later`() throws {
        let server = try FleetServer(["--user", "member", "--pass", "secret"])
        let address = "nats://member:secret@127.0.0.1:\(server.port)"
        let host = try FleetServer.start(["--fleet", address, "serve", "Rent"], HostProcess.environment).process
        server.kill()
        let other = try FleetServer(port: server.port, ["--user", "member", "--pass", "other"])
        host.waitUntilExit()
        #expect(host.terminationReason == .exit && host.terminationStatus == 1, "\(host.terminationStatus)")
        withExtendedLifetime(other) {}
    }

    private static func certificate(of name: String, in folder: TemporaryFolder) throws -> (file: String, key: String) {
        let (file, key) = (folder.path("certificate.pem"), folder.path("key.pem"))
        let options = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=server", "-days", "2"]
        let child = try ChildProcess.run(
            "/usr/bin/openssl", options + ["-addext", "subjectAltName=\(name)", "-keyout", key, "-out", file],
            input: "", environment: [:])
        try #require(child.exitCode == 0, "\(child.errors)")
        return (file, key)
    }
}
