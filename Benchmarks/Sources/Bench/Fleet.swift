import Foundation
import Tables

/// Compares a call of a module on another host, through a local NATS server, with a bare request of equal size by the C
/// client, and measures the call with 8 simultaneous callers: microseconds, and the median ratios of the turns. Then
/// counts the instructions of a local request, without a fleet and next to 10,000 routes of another host.
enum Fleet {
    private static let server = "nats://127.0.0.1:4391"

    static func run(on host: Host) throws {
        setenv("FLEET_SERVER", server, 1)
        let nats = try host.serve(["nats-server", "-a", "127.0.0.1", "-p", "4391"], "nats")
        defer { nats.terminate() }
        let many = try host.serve(
            [host.program] + host.subjects("Wide") + ["--fleet", server, "--app", "many", "serve", "Wide"], "many")
        defer { many.terminate() }
        Isolation.precede()
        let echo = try host.serve(
            [host.program] + host.subjects("Echo") + ["--fleet", server, "serve", "Echo"], "echo")
        defer { echo.terminate() }
        let member = try host.subjects("Meter") + ["--fleet", server, "--deadline", "600"]
        print(try host.succeed([host.program] + member + ["call", "app://meter/fleet"]).output)
        let stripped = try host.stripped(host.program)
        let local = [stripped] + (try host.subjects("Near")) + ["--deadline", "600"]
        let rows = [
            ["without a fleet", try instructions(local, "run", on: host)],
            [
                "with 10,000 routes on another host",
                try instructions(local + ["--fleet", server, "--app", "many"], "beside-many", on: host),
            ],
        ]
        print(TextTable("A local call", heading: ["", "instructions"], rows: rows).text(.terminal))
    }

    /// Subtracts the count of few requests from the count of many, each the lowest of three runs: a start in a fleet
    /// reads the manifest of the 10,000 routes, and requests one of these routes until it is available.
    private static func instructions(_ words: [String], _ route: String, on host: Host) throws -> String {
        let counts = try [2_000, 42_000].map { count in
            try (0..<3).map { _ in try host.instructions(words + ["call", "app://near/\(route)/\(count)"]) }.min() ?? 0
        }
        return Number.grouped((counts[1] - counts[0]) / 40_000)
    }
}
