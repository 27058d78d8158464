import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The statistics of a session` {
    @Test func `the statistics have a row for each route, with its counts and errors`() throws {
        let host = try HostProcess.run(
            "--no-remote", input: "app://rent/list\napp://rent/list\napp://rent/0\napp://nowhere\nstats\n")
        let rows = host.lines.drop { !$0.hasPrefix("VERB") }.map { $0.split(separator: " ").map(String.init) }
        #expect(rows.first == ["VERB", "ROUTE", "MODULE", "COUNT", "ERRORS", "MEDIAN", "95", "%"])
        // The module's own calls to its web service also count.
        #expect(
            rows.dropFirst().filter { $0[0] == "open" }.map { Array($0.prefix(5)) } == [
                ["open", "/rent/list", "Rent", "2", "0"], ["open", "/rent/:id", "Rent", "1", "1"],
                ["open", "none", "–", "1", "1"],
            ])
        #expect(rows.contains { $0.prefix(5) == ["call", "remote", "rent", "–", "3"] })
    }

    @Test func `the statistics are an object with --json, and need a shell`() throws {
        let json = try HostProcess.run("--json", input: "app://rent/list\nstats\n")
        #expect(json.lines.last?.contains(#""module":"Rent","route":"/rent/list","verb":"open"}"#) == true)
        #expect(try HostProcess.run("stats").exitCode == 64)
    }

    /// Durations in milliseconds, a share, and the bound of the quantile in seconds.
    @Test(
        arguments: [
            ([0], 0.5, 0.0001), ([0, 0, 40], 0.5, 0.0001), ([0, 0, 40], 0.95, 0.05), ([10_000], 0.5, 10),
            ([20_000], 0.5, nil),
            ([], 0.5, nil),
        ] as [([Int], Double, Double?)])
    func `a quantile of latencies is its bucket's upper bound`(milliseconds: [Int], share: Double, bound: Double?) {
        var latency = Latency()
        for time in milliseconds { latency.add(.milliseconds(time)) }
        #expect(latency.quantile(share) == bound)
    }
}
