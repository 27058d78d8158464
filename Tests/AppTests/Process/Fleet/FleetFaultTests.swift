import Foundation
import TestSupport
import Testing

/// Hosts and servers that end under the load of eight clients: the module Clients continuously asks the module Turnover
/// for numbers, each number once, and Turnover reports each number to Clients.
@Suite(.ownThread, .timeLimit(.minutes(30)), .needs(.natsServer)) struct `A fleet under load` {
    /// The server, the host of the clients, and three hosts that answer them.
    private final class Load {
        let server: FleetServer
        let folder: String
        let clients: ServingHost
        var hosts: [ServingHost]

        init(_ folder: TemporaryFolder) throws {
            server = try FleetServer()
            self.folder = folder.path("modules")
            try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
            for library in [try TurnoverSamples.clients.get(), try TurnoverSamples.first.get()] {
                let name = library.contains("Clients") ? "libClients.so" : "libTurnover.so"
                try FileManager.default.copyItem(atPath: library, toPath: "\(self.folder)/\(name)")
            }
            clients = try Self.host(server, self.folder, "Clients", without: "Turnover")
            hosts = []
            for _ in 0..<3 { try hosts.append(host()) }
            // A busy machine may deliver the hosts' cards after the time for which a new host waits for them.
            try Condition.wait(for: "the clients") { (try? ask("start"))?.exitCode == 0 }
            try waitForAnswers()
        }

        /// Starts another host that answers.
        func host() throws -> ServingHost { try Self.host(server, folder, "Turnover", without: "Clients") }

        private static func host(
            _ server: FleetServer, _ folder: String, _ name: String, without other: String
        ) throws -> ServingHost {
            try ServingHost(
                server, ["--modules", folder, "--without", other, "serve", name], HostProcess.environment)
        }

        private func ask(_ word: String) throws -> ChildProcess {
            try HostProcess.run(
                "--json", "--fleet", server.address, "--deadline", "30", "call", "app://clients/\(word)")
        }

        struct Counts: Decodable {
            let asked, answered, failed, wrong, unseen, doubled: Int
            let firstError: String?
        }

        func counts(_ word: String = "count") throws -> Counts {
            struct Line: Decodable { let value: Counts }
            let host = try ask(word)
            return try JSONDecoder().decode(Line.self, from: Data(host.output.utf8)).value
        }

        /// Waits until requests that begin from now on are answered.
        func waitForAnswers() throws {
            var first: Int?
            try Condition.wait(for: "answers") {
                guard let now = try? counts().answered else { return false }
                first = first ?? now
                return now > (first ?? 0) + 100
            }
        }
    }

    private static func report(_ what: String, _ counts: Load.Counts) {
        print(
            "\(what): \(counts.asked) asked, \(counts.answered) answered, \(counts.failed) errors, \(counts.unseen) "
                + "unseen, "
                + "\(counts.doubled) doubled, first error: \(counts.firstError ?? "none")")
    }

    @Test func `three restarted hosts neither lose nor repeat a request`() throws {
        let rounds = Rounds.count(usual: 1)
        try TemporaryFolder.with { folder in
            let load = try Load(folder)
            for _ in 0..<rounds {
                for place in load.hosts.indices {
                    _ = load.hosts[place].end()
                    load.hosts[place] = try load.host()
                    try load.waitForAnswers()
                }
            }
            let counts = try load.counts("stop")
            Self.report("\(rounds) rolling updates", counts)
            #expect(counts.failed == 0 && counts.unseen == 0 && counts.doubled == 0 && counts.wrong == 0)
            #expect(counts.answered == counts.asked)
        }
    }

    @Test func `a killed host fails only its own requests, each with an error`() throws {
        let rounds = Rounds.count(usual: 2)
        try TemporaryFolder.with { folder in
            let load = try Load(folder)
            for round in 0..<rounds {
                load.hosts[round % 3].kill()
                try load.waitForAnswers()
                load.hosts[round % 3] = try load.host()
            }
            let counts = try load.counts("stop")
            Self.report("\(rounds) kills", counts)
            #expect(counts.answered + counts.failed == counts.asked && counts.doubled == 0 && counts.wrong == 0)
            // Eight clients wait at the same time.
            #expect(counts.failed <= 8 * rounds)
            #expect(counts.firstError.map { $0.contains("may have been done") } != false)
        }
    }

    @Test func `a killed and restarted server causes errors, but neither loses nor repeats a request`() throws {
        let rounds = Rounds.count(usual: 1)
        try TemporaryFolder.with { folder in
            let load = try Load(folder)
            var servers: [FleetServer] = []
            for _ in 0..<rounds {
                (servers.last ?? load.server).kill()
                // A host answers with its own modules without a server.
                let own = try HostProcess.run("--fleet", load.server.address, "open", "app://rent/42")
                #expect(own.exitCode == 0)
                servers.append(try FleetServer(port: load.server.port))
                try load.waitForAnswers()
            }
            let counts = try load.counts("stop")
            Self.report("\(rounds) restarts of the server", counts)
            #expect(counts.answered + counts.failed == counts.asked && counts.doubled == 0 && counts.wrong == 0)
        }
    }
}
